'use strict';
(() => {
const find = id => document.getElementById(id);
const make = (name, props) => Object.assign(document.createElement(name), props);
const root = find('replay');
const frames = JSON.parse(find('film').textContent).frames;
const items = [...root.querySelectorAll('.steps>li')];
const rows = [...root.querySelectorAll('.counters tbody tr')];
const lines = [...root.querySelectorAll('.code li')];
const nodes = [...root.querySelectorAll('.view .n')], edges = [...root.querySelectorAll('.view .e')];
const slider = find('slider'), where = find('where'), play = find('play'), view = find('script');
const answered = new Set();
let step = 0, timer = 0;
const text = (item, name, words) => { const at = item.querySelector(name); if (at) at.textContent = words; };
const draw = at => {
  const frame = frames[at];
  for (const item of nodes) item.setAttribute('class', 'n');
  for (const item of edges) item.setAttribute('class', 'e');
  for (const [id, classes, words, sign, counts] of frame.n) {
    const item = find('n' + id);
    item.setAttribute('class', 'n ' + classes);
    text(item, '.d', words); text(item, '.sign', sign); text(item, '.rc', counts);
  }
  for (const [id, classes, words] of frame.e) {
    const item = find('e' + id);
    item.setAttribute('class', 'e ' + classes);
    text(item, 'text', words);
  }
  rows.forEach((row, place) => {
    const [value, change] = frame.c[place];
    row.cells[1].textContent = value === undefined ? '–' : value;
    row.cells[2].textContent = change || '';
    row.className = change ? 'moved' : '';
  });
};
// In a narrow window the picture is wider than its pane: what changed is brought into sight.
const follow = () => {
  const pane = root.querySelector('.graph .view'), item = pane.querySelector('.n.real.changed, .n.fault.changed, .n.mixed.changed, .n.changed');
  if (!item || pane.scrollWidth <= pane.clientWidth) return;
  const box = item.closest('.n').getBoundingClientRect(), own = pane.getBoundingClientRect();
  if (box.left < own.left || box.right > own.right) pane.scrollLeft += box.left - own.left - (own.width - box.width) / 2;
};
const point = line => {
  for (const item of lines) {
    const isHere = Number(item.dataset.line) === line;
    item.classList.toggle('now', isHere);
    if (isHere) item.setAttribute('aria-current', 'step'); else item.removeAttribute('aria-current');
    if (isHere) view.scrollTop = item.offsetTop - view.clientHeight / 3;
  }
};
const asks = at => items[at].classList.contains('asks') && !answered.has(at);
const show = (at, quiet) => {
  step = Math.max(0, Math.min(frames.length - 1, at));
  items.forEach((item, place) => {
    item.classList.toggle('on', place === step);
    item.classList.toggle('asking', place === step && asks(place));
  });
  // A question hides what it asks about: until it is answered the picture stays as it was.
  draw(asks(step) ? Math.max(0, step - 1) : step);
  follow();
  point(frames[step].l);
  slider.value = step;
  slider.setAttribute('aria-valuetext', 'Step ' + step + ' of ' + (frames.length - 1));
  where.textContent = 'Step ' + step + ' of ' + (frames.length - 1);
  find('first').disabled = find('back').disabled = step === 0;
  find('last').disabled = find('next').disabled = step === frames.length - 1 && !asks(step);
  if (!quiet) address();
};
const address = () => {
  const theme = document.documentElement.dataset.theme;
  // A page within another has no address of its own to change.
  const others = location.hash.slice(1).split('&').filter(part => part.startsWith('axis.'));
  const parts = ['step=' + step, ...(theme ? ['theme=' + theme] : []), ...others];
  try { history.replaceState(null, '', '#' + parts.join('&')); } catch { }
};
const answer = (at, words) => {
  answered.add(at);
  const item = items[at];
  if (words) item.querySelector('.answer').prepend(make('p', { className: 'said', textContent: 'You thought: ' + words }));
  item.querySelector('.answer').open = true;
  show(at);
  find('next').focus({ preventScroll: true });
};
for (const [place, item] of items.entries()) {
  if (!item.classList.contains('asks')) continue;
  const form = make('form', { className: 'guess' }), label = make('label', { textContent: 'What do you think?' });
  const field = make('input', { type: 'text', autocomplete: 'off', maxLength: 200 });
  label.append(field);
  form.append(label, make('button', { type: 'submit', textContent: 'Answer' }));
  const pass = make('button', { type: 'button', textContent: 'I do not know' });
  form.append(pass);
  pass.addEventListener('click', () => answer(place, ''));
  form.addEventListener('submit', event => {
    event.preventDefault();
    if (field.value.trim()) answer(place, field.value.trim()); else field.focus();
  });
  item.querySelector('.question').after(form);
}
const forwards = () => {
  if (!asks(step)) return show(step + 1);
  items[step].querySelector('.guess input').focus();
};
const stop = () => { clearInterval(timer); timer = 0; play.textContent = 'Play'; play.setAttribute('aria-label', 'Play'); };
const start = () => {
  if (step === frames.length - 1) show(0);
  play.textContent = 'Pause'; play.setAttribute('aria-label', 'Pause');
  timer = setInterval(() => {
    if (asks(step) || step === frames.length - 1) return stop();
    show(step + 1);
  }, 2500);
};
const deeds = {
  first: () => show(0), back: () => show(step - 1), next: forwards, last: () => show(frames.length - 1),
  play: () => timer ? stop() : start(), help: () => { find('keys').hidden = !find('keys').hidden; },
};
for (const name of Object.keys(deeds)) find(name).addEventListener('click', () => { if (name !== 'play') stop(); deeds[name](); });
slider.addEventListener('input', () => { stop(); show(Number(slider.value)); });
find('counts').addEventListener('change', event => root.classList.toggle('counting', event.target.checked));
const keys = { ArrowRight: 'next', ArrowLeft: 'back', Home: 'first', End: 'last', ' ': 'play', '?': 'help' };
const isWhole = find('report').dataset.replay === 'whole';
document.addEventListener('keydown', event => {
  const at = event.target, name = keys[event.key];
  if (!name || event.ctrlKey || event.altKey || event.metaKey || !isWhole && !root.contains(at)) return;
  if (at.matches('input[type=text], input[type=search], select, textarea')) return;
  if (event.key === ' ' && at.matches('button, input, summary, a')) return;
  if (at === slider && event.key !== '?') return;
  event.preventDefault();
  if (name !== 'play') stop();
  deeds[name]();
});
const theme = make('select', {});
for (const word of ['auto', 'light', 'dark']) theme.append(make('option', { value: word, textContent: word }));
const dress = word => {
  if (word === 'auto') delete document.documentElement.dataset.theme; else document.documentElement.dataset.theme = word;
  theme.value = word;
};
theme.addEventListener('change', () => { dress(theme.value); address(); });
if (isWhole) find('light').append('Theme', theme);
const read = () => {
  const light = /[#&]theme=(light|dark)\b/.exec(location.hash), at = /[#&]step=(\d+)/.exec(location.hash);
  if (light) dress(light[1]);
  show(at ? Number(at[1]) : step, !at);
};
addEventListener('hashchange', read);
addEventListener('beforeprint', () => { for (const item of document.querySelectorAll('details')) item.open = true; });
root.classList.add('live');
for (const name of ['bar', 'graph', 'counters']) find(name).hidden = false;
read();
})();
