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
const off = new WeakSet();
const apply = () => {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  let hidden = 0;
  for (const table of tables) for (const row of table.tBodies[0].rows) {
    const text = row.textContent.toLowerCase();
    row.hidden = off.has(row) || same.checked && row.classList.contains('same') || !words.every(word => text.includes(word));
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
const axes = new Map();
const chosen = new Map();
const parts = () => location.hash.slice(1).split('&').filter(part => part.includes('='));
// In the order of the axes, so that one choice has one address.
const picked = () => [...axes.keys()].filter(name => chosen.has(name) && chosen.get(name).size).map(name => [name, chosen.get(name)]);
const address = () => {
  const all = parts().filter(part => !/^(theme=|axis\.)/.test(part));
  if (theme.value !== 'auto') all.push('theme=' + theme.value);
  for (const [name, values] of picked()) {
    all.push('axis.' + encodeURIComponent(name) + '=' + [...values].map(encodeURIComponent).join(','));
  }
  // A page within another has no address of its own to change.
  try { history.replaceState(null, '', '#' + all.join('&')); } catch { }
};
theme.addEventListener('change', () => { dress(theme.value); address(); });
const light = /[#&]theme=(light|dark)\b/.exec(location.hash);
if (light) dress(theme.value = light[1]);
const label = (text, field) => { const item = make('label', {}); item.append(text, field); return item; };
const hide = make('label', {});
hide.append(same, 'hide what is the same');
tools.append(label('Filter rows', filter), hide, label('Theme', theme), shown);
tools.hidden = false;
const grids = [...document.querySelectorAll('.cells')];
const scopes = [];
// What stands behind a scenario's tables of axes, up to those of the next one, has its axes.
for (const item of document.querySelectorAll('.cells, [data-at]')) {
  if (item.matches('[data-at]')) {
    scopes.at(-1).items.push(item);
    continue;
  }
  const mine = [...item.querySelectorAll('template[data-axis]')].map(axis => {
    const items = [...axis.content.querySelectorAll('i')];
    const values = items.map(item => item.dataset.v === undefined ? item.textContent : item.dataset.v);
    const all = axes.get(axis.dataset.axis) || new Map();
    items.forEach((item, place) => all.set(values[place], item.textContent));
    axes.set(axis.dataset.axis, all);
    return { name: axis.dataset.axis, values };
  });
  scopes.push({ axes: mine, items: [] });
}
const status = make('span', { className: 'remark' });
status.setAttribute('role', 'status');
const choose = () => {
  for (const scope of scopes) for (const item of scope.items) {
    const isOff = item.dataset.at.split(' ').some(at => {
      const [axis, value] = at.split('.').map(Number), some = chosen.get(scope.axes[axis].name);
      return some && some.size > 0 && !some.has(scope.axes[axis].values[value]);
    });
    if (item.tagName === 'TR') {
      if (isOff) off.add(item); else off.delete(item);
    } else if (item.tagName === 'TH') {
      for (const row of item.closest('table').rows) row.cells[item.cellIndex].hidden = isOff;
    } else item.hidden = isOff;
  }
  apply();
  const words = picked().map(([name, some]) => name + ' ' + some.size + ' of ' + axes.get(name).size);
  status.textContent = words.length ? words.join(' · ') : 'all of them are shown';
};
const boxes = [];
const recall = () => {
  chosen.clear();
  for (const part of parts()) {
    const [name, list] = part.split('=');
    if (!name.startsWith('axis.')) continue;
    try {
      const axis = decodeURIComponent(name.slice(5)), all = axes.get(axis);
      const values = list.split(',').map(decodeURIComponent).filter(value => all && all.has(value));
      if (values.length) chosen.set(axis, new Set(values));
    } catch { }
  }
  for (const [box, name, value] of boxes) box.checked = chosen.has(name) && chosen.get(name).has(value);
  choose();
};
if (grids.length) {
  const panel = make('details', { className: 'axes' }), form = make('form', {});
  const title = make('summary', { textContent: 'Filter by axis: ' });
  title.append(status);
  for (const [name, values] of axes) {
    const group = make('fieldset', {});
    group.append(make('legend', { textContent: name }));
    for (const [value, words] of values) {
      const box = make('input', { type: 'checkbox' });
      boxes.push([box, name, value]);
      box.addEventListener('change', () => {
        const some = chosen.get(name) || new Set();
        if (box.checked) some.add(value); else some.delete(value);
        // In the order of the axis, for the same reason.
        chosen.set(name, new Set([...values.keys()].filter(item => some.has(item))));
        choose();
        address();
      });
      const item = make('label', {});
      item.append(box, words);
      group.append(item);
    }
    form.append(group);
  }
  const clear = make('button', { type: 'reset', textContent: 'Show all' });
  form.addEventListener('reset', () => { chosen.clear(); choose(); address(); });
  form.addEventListener('submit', event => event.preventDefault());
  form.append(clear);
  panel.append(title, form);
  if (grids.length === 1) grids[0].prepend(panel); else tools.after(panel);
  recall();
  panel.open = picked().length > 0;
  addEventListener('hashchange', () => { if (location.hash.includes('axis.')) recall(); });
}
// Each picture says its values: where it is pointed at, and place by place by the keys.
for (const figure of document.querySelectorAll('.chart')) {
  const pictures = [...figure.querySelectorAll('svg[data-reads]')], said = figure.querySelector('.read');
  if (!pictures.length || !said) continue;
  const hint = 'Point at the picture, or step through it with ← and →: it says its values.';
  said.textContent = hint;
  said.hidden = false;
  said.setAttribute('role', 'status');
  for (const picture of pictures) {
    const places = picture.dataset.x.split(' ').map(Number), words = picture.dataset.reads.split('\n');
    const [top, bottom] = picture.dataset.y.split(' '), title = picture.querySelector('.name');
    const cursor = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    cursor.setAttribute('class', 'cursor');
    let at = -1;
    const leave = () => { cursor.remove(); said.textContent = hint; said.classList.remove('shown'); };
    const show = place => {
      at = Math.max(0, Math.min(words.length - 1, place));
      for (const other of figure.querySelectorAll('.cursor')) other.remove();
      cursor.setAttribute('d', 'M' + places[at] + ' ' + top + 'V' + bottom);
      picture.append(cursor);
      said.textContent = (title && pictures.length > 1 ? title.textContent + ', ' : '') + words[at];
      said.classList.add('shown');
    };
    picture.tabIndex = 0;
    picture.addEventListener('pointermove', event => {
      const x = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse()).x;
      let near = 0;
      places.forEach((place, index) => { if (Math.abs(place - x) < Math.abs(places[near] - x)) near = index; });
      show(near);
    });
    picture.addEventListener('pointerleave', () => { if (document.activeElement !== picture) leave(); });
    picture.addEventListener('focus', () => { if (!cursor.isConnected) show(Math.max(0, at)); });
    picture.addEventListener('blur', leave);
    picture.addEventListener('keydown', event => {
      const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: words.length - 1 }[event.key];
      if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      show(to);
    });
  }
}
addEventListener('beforeprint', () => { for (const item of document.querySelectorAll('details')) item.open = true; });
})();
