"use strict";
const note = document.getElementById("live");
const place = sessionStorage.getItem("place");
if (place !== null) scrollTo(0, Number(place));
addEventListener("pagehide", () => sessionStorage.setItem("place", scrollY));
let failures = 0;
async function wait() {
  let answer = "";
  try {
    const response = await fetch("after-" + note.dataset.version);
    if (response.ok) answer = await response.text();
  } catch {}
  failures = answer ? 0 : failures + 1;
  if (answer === "changed") location.reload();
  else if (answer === "later") setTimeout(wait, 3000);
  else if (answer === "" && failures < 3) setTimeout(wait, 1000);
  else note.textContent = "The watch has ended. This page does not change any more.";
}
wait();
