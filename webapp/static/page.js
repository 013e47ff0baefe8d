// What the page can do without a script it does without; this adds dropping a file, stepping through the findings,
// and moving among the marks by the arrow keys.
"use strict";

const form = document.querySelector("[data-drop]");

function sendChosen() {
  const files = form.querySelector("input[type=file]").files;
  if (!files.length) return;
  const names = [...files].map((file) => file.name).join(", ");
  form.querySelector("[data-chosen]").textContent = names;
  send(names);
}

// Asked first whether anybody answers: a form that is sent to nobody costs the page.
async function send(names) {
  const state = form.querySelector("[data-state]");
  state.textContent = state.dataset.loading.replace("{files}", () => names);
  state.classList.remove("refused");
  const isThere = await fetch("/static/icon.svg", { cache: "no-store" }).then(() => true, () => false);
  if (isThere) return form.requestSubmit();
  state.textContent = state.dataset.gone;
  state.classList.add("refused");
  // So that the same file, chosen once more, is sent once more.
  form.querySelector("input[type=file]").value = "";
}

if (form) {
  // A file is sent as soon as it is chosen: the button for it is for pages without a script.
  form.querySelectorAll("[data-scriptless]").forEach((button) => { button.hidden = true; });
  form.querySelector("input[type=file]").addEventListener("change", sendChosen);
  const carriesFiles = (event) => event.dataTransfer && [...event.dataTransfer.types].includes("Files");
  document.addEventListener("dragover", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    document.body.classList.add("dragging");
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("dragging");
  });
  document.addEventListener("drop", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    document.body.classList.remove("dragging");
    if (!event.dataTransfer.files.length) return;
    const field = form.querySelector("input[type=file]");
    const taken = new DataTransfer();
    [...event.dataTransfer.files].forEach((file) => taken.items.add(file));
    field.files = taken.files;
    sendChosen();
  });
}

// Beside the button of our own stands the name of what was chosen, as beside the browser's.
document.querySelectorAll(".beside-file input[type=file]").forEach((input) => {
  input.addEventListener("change", () => {
    input.closest("form").querySelector("[data-chosen]").textContent = [...input.files].map(({ name }) => name).join(", ");
  });
});

// A link that is dropped goes into the field for links; it is fetched when the author says so.
const field = document.querySelector("#link");
document.addEventListener("dragover", (event) => {
  if (event.dataTransfer?.types.includes("text/uri-list")) event.preventDefault();
});
document.addEventListener("drop", (event) => {
  const dropped = event.dataTransfer?.getData("text/uri-list") ?? "";
  const link = dropped.split(/\r?\n/).find((line) => line && !line.startsWith("#"));
  if (!link || event.dataTransfer.files.length || !link.includes("google.com")) return;
  event.preventDefault();
  if (!field) return location.assign(`/?link=${encodeURIComponent(link)}`);
  field.value = link;
  field.focus();
});

// While the panel is asked, its part of the page is fetched anew; what had the focus keeps it.
const refreshEvery = 2000;
const answerWithin = 20000;

async function refresh(live) {
  const options = { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(answerWithin) };
  const answer = await fetch(location.href, options);
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-live]");
  if (!answer.ok || !fresh) return;
  const focused = live.contains(document.activeElement) ? document.activeElement.id : "";
  live.replaceChildren(...fresh.childNodes);
  live.dataset.live = fresh.dataset.live;
  if (focused) (document.getElementById(focused) ?? document.getElementById("main")).focus({ preventScroll: true });
}

// Without the program nobody asks: what the page said of the run is not true any more.
function sayGone(live, isGone) {
  document.getElementById("gone").hidden = !isGone;
  live.querySelectorAll("#run-said, .buttons").forEach((each) => { each.hidden = isGone; });
}

async function follow(live) {
  while (live.dataset.live === "on") {
    await new Promise((resolve) => setTimeout(resolve, refreshEvery));
    // The program may be gone for a moment: the next round asks again.
    sayGone(live, await refresh(live).then(() => false, () => true));
  }
}

const live = document.querySelector("[data-live=on]");
if (live) follow(live);

// „Next finding” goes on from the one it went to last, and names the one it will go to.
const next = document.querySelector("[data-next]");
if (next && next.getAttribute("href").startsWith("#")) {
  const level = next.dataset.next;
  const inOrder = [...document.querySelectorAll(`.finding[data-level="${level}"]`)];
  // What is said of the whole file comes after the cells.
  const findings = inOrder.filter((each) => each.dataset.kind !== "file");
  findings.push(...inOrder.filter((each) => each.dataset.kind === "file"));
  const labels = JSON.parse(next.dataset.labels);
  const words = ({ dataset }, number) => {
    const step = labels[dataset.kind].replace("{place}", () => dataset.place);
    const values = { step, k: number + 1, n: findings.length };
    return labels.of.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  };
  let place = 0;
  next.addEventListener("click", (event) => {
    if (!findings.length) return;
    event.preventDefault();
    const finding = findings[place];
    place = (place + 1) % findings.length;
    history.replaceState(null, "", `#${finding.id}`);
    document.querySelector(".finding.now")?.classList.remove("now");
    finding.classList.add("now");
    finding.closest("details")?.setAttribute("open", "");
    finding.scrollIntoView({ block: "center" });
    finding.focus({ preventScroll: true });
    next.textContent = words(findings[place], place);
    next.href = `#${findings[place].id}`;
    if (link) link.textContent = next.textContent;
  });
  // Where the button is out of sight, a bar at the foot of the window has the same.
  const bar = document.querySelector("[data-stepper]");
  const link = bar?.querySelector("a");
  link?.addEventListener("click", (event) => {
    event.preventDefault();
    next.click();
  });
  if (bar) new IntersectionObserver(([seen]) => { bar.hidden = seen.isIntersecting; }).observe(next);
  // From a finding, N goes on without the way back to the button.
  document.addEventListener("keydown", (event) => {
    const plain = event.key.toLowerCase() === "n" && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (plain && event.target.closest?.(".finding")) next.click();
  });
}

// One stop a row for Tab; the arrow keys go from mark to mark.
const rows = [...document.querySelectorAll("tbody.item")].map((body) => [...body.querySelectorAll(".mark")]);
const filled = rows.filter((row) => row.length);
filled.forEach((row) => row.forEach((mark, column) => { mark.tabIndex = column ? -1 : 0; }));
const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

document.addEventListener("keydown", (event) => {
  document.body.classList.toggle("quiet", event.key === "Escape");
  const mark = event.target.closest?.(".mark");
  if (!mark || !(event.key in steps)) return;
  const row = filled.findIndex((marks) => marks.includes(mark));
  const [down, along] = steps[event.key];
  const target = filled[row + down]?.[filled[row].indexOf(mark) + along];
  if (!target) return;
  event.preventDefault();
  filled.find((marks) => marks.includes(target)).forEach((each) => { each.tabIndex = each === target ? 0 : -1; });
  target.focus();
});
document.addEventListener("mouseover", () => document.body.classList.remove("quiet"));
