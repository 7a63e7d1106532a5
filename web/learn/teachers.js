// @ts-check
/** @file The teachers' pages: the address that pupils need, and the button that prints. */

const button = document.getElementById("print");
if (button) button.onclick = () => window.print();

const place = document.getElementById("address");
if (place) {
  const whole =
    document.documentElement.dataset.public || new URL("../", location.href);
  const address = document.createElement("strong");
  address.textContent = `${whole}#learn`;
  const chapter = document.createElement("code");
  chapter.textContent = "#learn/3";
  place.replaceChildren(
    "The address for pupils: ",
    address,
    ". With ",
    chapter,
    " at its end it opens chapter 3.",
  );
}

export {};
