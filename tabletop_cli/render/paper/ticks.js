(() => {
  const boxes = [...document.querySelectorAll("input[type=checkbox]")];
  const key = "tabletop " + document.body.dataset.key + " " + boxes.length;
  const [undo, anew] = ["undo", "anew"].map(id => document.getElementById(id));
  const marks = () => boxes.map(box => box.checked ? "x" : "-").join("");
  const show = all => boxes.forEach((box, at) => { box.checked = all[at] === "x"; });
  const before = [];
  let now, timer;
  const keep = () => {
    if (undo) undo.disabled = !before.length;
    now = marks();
    try { localStorage.setItem(key, now); } catch { }
  };
  const changed = () => { if (marks() !== now) before.push(now); keep(); };
  const calm = () => { clearTimeout(timer); timer = 0; anew.textContent = anew.dataset.text; };
  try { const kept = localStorage.getItem(key); if (kept) show(kept); } catch { }
  now = marks();
  document.addEventListener("change", ({ target }) => {
    const row = box => box.closest("[data-count]")?.dataset.count;
    const all = row(target) ? boxes.filter(box => row(box) === row(target)) : [];
    const at = all.indexOf(target);
    all.forEach((box, n) => { if (target.checked ? n < at : n > at) box.checked = target.checked; });
    changed();
  });
  document.addEventListener("reset", () => setTimeout(changed));
  if (!undo) return;
  undo.hidden = anew.hidden = false;
  undo.disabled = true;
  anew.dataset.text = anew.textContent;
  undo.addEventListener("click", () => { show(before.pop()); keep(); });
  anew.addEventListener("click", () => {
    if (timer) { calm(); boxes.forEach(box => { box.checked = box.defaultChecked; }); changed(); return; }
    anew.textContent = anew.dataset.sure;
    timer = setTimeout(calm, 5000);
  });
})();
