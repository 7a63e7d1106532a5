// @ts-check
/** @file Sounds of a game, made by the browser itself. Off until somebody switches them on. */

import { button } from "./format.js";

const KEY = "belle-room-sound";

/**
 * Pitches in hertz, and how long a sound lasts in seconds.
 * @type {Record<string, {pitches: number[], seconds: number}>}
 */
const SOUNDS = {
  move: { pitches: [190], seconds: 0.07 },
  capture: { pitches: [140, 95], seconds: 0.09 },
  check: { pitches: [520], seconds: 0.12 },
  end: { pitches: [392, 330, 262], seconds: 0.22 },
};
/** Loudness at the beginning of a sound, of 1. */
const LOUDNESS = 0.22;

/**
 * A browser lets a page make sounds after the first click only.
 * @type {AudioContext | undefined}
 */
let context;

const isOn = () => localStorage.getItem(KEY) === "on";

/** Plays a sound if they are on. @param {keyof typeof SOUNDS} name */
export function play(name) {
  if (!isOn()) return;
  context ??= new AudioContext();
  const { pitches, seconds } = SOUNDS[name];
  pitches.forEach((pitch, index) => tone(pitch, index * seconds, seconds));
}

/** @param {number} pitch @param {number} after seconds from now @param {number} seconds */
function tone(pitch, after, seconds) {
  if (!context) return;
  const from = context.currentTime + after;
  const [source, loudness] = [context.createOscillator(), context.createGain()];
  source.type = "triangle";
  source.frequency.value = pitch;
  loudness.gain.setValueAtTime(LOUDNESS, from);
  loudness.gain.exponentialRampToValueAtTime(0.001, from + seconds);
  source.connect(loudness).connect(context.destination);
  source.start(from);
  source.stop(from + seconds);
}

/** Wires the button. */
export function wire() {
  const switched = button("sound");
  const show = () => {
    switched.setAttribute("aria-pressed", String(isOn()));
    switched.textContent = isOn() ? "Sound on" : "Sound off";
  };
  switched.onclick = () => {
    localStorage.setItem(KEY, isOn() ? "off" : "on");
    show();
    play("move");
  };
  show();
}
