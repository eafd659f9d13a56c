"use strict";
for (const figure of document.querySelectorAll(".compared")) {
  const pair = figure.querySelector(".pair"), slide = figure.querySelector(".slide");
  const input = slide.querySelector("input");
  const move = () => {
    pair.lastElementChild.style.clipPath = `inset(0 0 0 ${100 - input.value}%)`;
    input.setAttribute("aria-valuetext", `${input.value} % yours`);
  };
  pair.classList.add("over");
  slide.hidden = false;
  input.addEventListener("input", move);
  move();
}
