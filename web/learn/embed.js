// @ts-check
/** @file One chapter in a frame of another page: no game, no bench, and a link to the whole tour. */

import { element } from "../format.js";
import { open } from "./learn.js";

await open(element("learn"));

export {};
