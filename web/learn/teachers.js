// @ts-check
/** @file The teachers' pages: the address that pupils need, its code, and the button that prints. */

import { classAddress, classCard, isLocal } from "./address.js";
import { codeOf } from "./qr.js";

const button = document.getElementById("print");
if (button) button.onclick = () => window.print();

document.getElementById("address")?.replaceChildren(classCard("#learn"));

// On paper a code that no pupil can use would only be in the way.
const address = classAddress("#learn");
const code = isLocal(address) ? null : codeOf(address);
if (code) {
  const told = document.createElement("span");
  told.textContent = address;
  document.getElementById("code")?.append(code, told);
}
