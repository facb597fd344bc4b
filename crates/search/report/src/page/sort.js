
"use strict";
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const value = (row, column) => {
    const cell = row.cells[column];
    const text = cell.dataset.value ?? cell.textContent;
    const number = Number.parseFloat(text);
    return Number.isNaN(number) ? text : number;
  };
  heads.forEach((head, column) => {
    head.tabIndex = 0;
    const sort = () => {
      const descends = head.getAttribute("aria-sort") !== "descending";
      const rows = [...body.rows].sort((one, other) => {
        const [a, b] = [value(one, column), value(other, column)];
        const order = typeof a === typeof b ? (a < b ? -1 : a > b ? 1 : 0) : typeof a === "number" ? -1 : 1;
        return descends ? -order : order;
      });
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", descends ? "descending" : "ascending");
      body.append(...rows);
    };
    head.addEventListener("click", sort);
    head.addEventListener("keydown", (event) => { if (event.key === "Enter") sort(); });
  });
}
