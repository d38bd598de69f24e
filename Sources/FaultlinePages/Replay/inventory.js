(() => {
const find = id => document.getElementById(id);
const make = (name, props) => Object.assign(document.createElement(name), props);
const form = find('inventory'), items = [...form.querySelectorAll('li[data-number]')];
const results = () => entries(kept.read('inventory').results);
const when = () => form.elements.time.value;
const chosen = item => item.querySelector('.answers input:checked');
const isRight = input => Boolean(input) && 'right' in input.closest('label').dataset;
// What is not handed in yet outlives the page.
const draft = () => kept.write('inventory draft', {
  name: find('name').value, time: when(), answers: items.map(item => [item.dataset.number, (chosen(item) || {}).value]),
});
const count = () => {
  find('count').textContent = items.filter(chosen).length + ' of ' + items.length + ' answered'
    + (kept.isKept() ? '' : ' · This browser keeps nothing for this page: save the results before you close it.');
};
const restore = () => {
  const known = kept.read('inventory draft');
  if (typeof known.name === 'string') find('name').value = known.name;
  for (const input of form.querySelectorAll('[name=time]')) if (input.value === known.time) input.checked = true;
  for (const [number, value] of entries(known.answers)) {
    const item = items.find(item => item.dataset.number === number);
    const input = item && value && item.querySelector('.answers input[value="' + Number(value) + '"]');
    if (input) input.checked = true;
  }
};
const hide = () => {
  for (const part of form.querySelectorAll('.because')) part.hidden = true;
  for (const label of form.querySelectorAll('.answers label')) label.classList.remove('right', 'wrong');
};
// After the lessons each answer is judged; before them nothing is given away.
const judge = () => {
  for (const item of items) {
    const input = chosen(item), label = input.closest('label');
    for (const other of item.querySelectorAll('.answers label')) other.classList.toggle('right', 'right' in other.dataset);
    label.classList.toggle('wrong', !isRight(input));
    const mistake = label.dataset.mistake;
    item.querySelector('.verdict').textContent = isRight(input) ? '✓ Right.' : '✗ Not so.' + (mistake ? ' You may have thought: “' + mistake + '”' : '');
    item.querySelector('.because').hidden = false;
  }
};
const right = answers => entries(answers).filter(answer => answer[2] === 1).length;
const score = (name, time) => {
  const found = results().filter(result => result[0] === name && result[1] === time).pop();
  return found ? right(found[2]) : undefined;
};
// A cell that a spreadsheet would take for a formula is text.
const cell = text => '"' + String(text).replace(/^[=+\-@\t\r]/, "'$&").replace(/"/g, '""') + '"';
const csv = () => {
  const rows = [['name', 'time', 'question', 'scenario', 'answer', 'right', 'misconception', 'threads']];
  for (const [name, time, answers] of results()) for (const [number, value, wasRight] of entries(answers)) {
    const item = items.find(item => item.dataset.number === number);
    if (!item) continue;
    const input = item.querySelector('.answers input[value="' + Number(value) + '"]'), label = input && input.closest('label');
    rows.push([name, time, number, item.dataset.scenario, label ? label.textContent : '', wasRight,
      label && label.dataset.mistake || '', item.dataset.threads]);
  }
  return rows.map(row => row.map(cell).join(',')).join('\r\n') + '\r\n';
};
const show = () => {
  const names = [...new Set(results().map(result => String(result[0])))].sort();
  find('results').hidden = names.length === 0;
  find('results').querySelector('tbody').replaceChildren(...names.map(name => {
    const row = make('tr', {});
    row.append(make('th', { scope: 'row', textContent: name }));
    for (const time of ['before', 'after']) row.append(make('td', { className: 'n', textContent: score(name, time) ?? '–' }));
    return row;
  }));
  find('table').value = csv();
  count();
};
form.addEventListener('change', () => { hide(); find('result').textContent = ''; draft(); count(); });
find('name').addEventListener('input', draft);
form.addEventListener('submit', event => {
  event.preventDefault();
  const name = find('name').value.trim(), open = items.find(item => !chosen(item));
  if (!name) { find('result').textContent = 'Write your name, or a sign for it, first.'; return find('name').focus(); }
  if (open) { find('result').textContent = 'Question ' + (items.indexOf(open) + 1) + ' has no answer yet.'; return open.querySelector('input').focus(); }
  const answers = items.map(item => [item.dataset.number, chosen(item).value, isRight(chosen(item)) ? 1 : 0]);
  const others = results().filter(result => result[0] !== name || result[1] !== when());
  kept.write('inventory', { results: [...others, [name, when(), answers]] });
  const before = score(name, 'before');
  if (when() === 'before') {
    find('result').textContent = 'Handed in. What is right is shown after the lessons.';
    for (const input of form.querySelectorAll('.answers input')) input.checked = false;
    form.querySelector('[name=time][value=after]').checked = true;
    draft();
  } else {
    judge();
    find('result').textContent = right(answers) + ' of ' + items.length + ' right' + (before === undefined ? '' : ', and ' + before + ' before the lessons') + '.';
  }
  show();
});
find('csv').addEventListener('click', event => {
  event.currentTarget.href = URL.createObjectURL(new Blob(['\ufeff' + csv()], { type: 'text/csv' }));
});
find('forget').addEventListener('click', () => { kept.forget('inventory'); show(); });
restore();
show();
})();
