(() => {
  const boxes = [...document.querySelectorAll("input[type=checkbox]")];
  const key = "tabletop " + document.body.dataset.key + " " + boxes.length;
  const keep = () => {
    try { localStorage.setItem(key, boxes.map(box => box.checked ? "x" : "-").join("")); } catch { }
  };
  try {
    [...localStorage.getItem(key) || ""].forEach((mark, at) => { boxes[at].checked = mark === "x"; });
  } catch { }
  document.addEventListener("change", keep);
  document.addEventListener("reset", () => setTimeout(keep));
})();
