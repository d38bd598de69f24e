'use strict';
(() => {
const make = (name, props) => Object.assign(document.createElement(name), props);
const tools = document.getElementById('tools');
const tables = [...document.querySelectorAll('main table:not(.replay table)')];
const key = cell => {
  if (!cell) return '';
  if (cell.dataset.v !== undefined) return Number(cell.dataset.v);
  const text = cell.textContent.replace(/,/g, '');
  const number = parseFloat(text.replace(/^\(/, ''));
  return /^[(+-]?[\d.]/.test(text) && !isNaN(number) ? number : text;
};
const order = (a, b) => typeof a === typeof b ? (a < b ? -1 : a > b ? 1 : 0) : typeof a === 'number' ? -1 : 1;
for (const table of tables) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = make('button', { type: 'button' });
    button.append(...head.childNodes);
    head.append(button);
    head.setAttribute('aria-sort', 'none');
    button.addEventListener('click', () => {
      const down = head.getAttribute('aria-sort') === 'ascending';
      for (const other of heads) other.setAttribute('aria-sort', 'none');
      head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      for (const hush of table.querySelectorAll('tbody th .hush')) hush.className = '';
      const body = table.tBodies[0];
      const rows = [...body.rows].map((row, place) => ({ row, place, key: key(row.cells[column]) }));
      rows.sort((a, b) => (down ? -1 : 1) * order(a.key, b.key) || a.place - b.place);
      body.append(...rows.map(item => item.row));
    });
  });
}
const filter = make('input', { type: 'search', id: 'filter' });
const same = make('input', { type: 'checkbox' });
const shown = make('span', { className: 'remark' });
shown.setAttribute('role', 'status');
const apply = () => {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  let hidden = 0;
  for (const table of tables) for (const row of table.tBodies[0].rows) {
    const text = row.textContent.toLowerCase();
    row.hidden = same.checked && row.classList.contains('same') || !words.every(word => text.includes(word));
    hidden += row.hidden ? 1 : 0;
  }
  shown.textContent = hidden ? hidden + ' rows hidden' : '';
};
filter.addEventListener('input', apply);
same.addEventListener('change', apply);
const theme = make('select', {});
for (const word of ['auto', 'light', 'dark']) theme.append(make('option', { value: word, textContent: word }));
const dress = word => {
  if (word === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = word;
};
theme.addEventListener('change', () => {
  dress(theme.value);
  history.replaceState(null, '', '#theme=' + theme.value);
});
const chosen = /^#theme=(light|dark)$/.exec(location.hash);
if (chosen) dress(theme.value = chosen[1]);
const label = (text, field) => { const item = make('label', {}); item.append(text, field); return item; };
const hide = make('label', {});
hide.append(same, 'hide what is the same');
tools.append(label('Filter rows', filter), hide, label('Theme', theme), shown);
tools.hidden = false;
addEventListener('beforeprint', () => { for (const item of document.querySelectorAll('details')) item.open = true; });
})();
