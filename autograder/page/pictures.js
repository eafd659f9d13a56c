"use strict";
const slide = (figure, move) => {
  const label = figure.querySelector(".slide"), input = label.querySelector("input");
  label.hidden = false;
  input.addEventListener("input", () => move(input));
  move(input);
};
for (const figure of document.querySelectorAll(".compared")) {
  const pair = figure.querySelector(".pair");
  pair.classList.add("over");
  slide(figure, (input) => {
    pair.lastElementChild.style.clipPath = `inset(0 0 0 ${100 - input.value}%)`;
    input.setAttribute("aria-valuetext", `${input.value} % yours`);
  });
}
for (const figure of document.querySelectorAll(".zoomed")) {
  const picture = figure.querySelector("img");
  slide(figure, (input) => {
    picture.style.width = input.value === "1" ? "" : `${100 * input.value}%`;
    picture.classList.toggle("larger", input.value !== "1");
    input.setAttribute("aria-valuetext", `${input.value} times`);
  });
}
