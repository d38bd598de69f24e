(() => {
const find = id => document.getElementById(id);
const make = (name, props) => Object.assign(document.createElement(name), props);
const root = find('replay');
const frames = JSON.parse(find('film').textContent).frames;
const items = [...root.querySelectorAll('.steps>li')];
const rows = [...root.querySelectorAll('.counters tbody tr')];
const lines = [...root.querySelectorAll('.code li')];
const isWhole = find('report').dataset.replay === 'whole';
const pane = root.querySelector('.graph .view');
// Pictures for screens of several shapes: the first that fits is shown, or the one that can be largest.
const pictures = [...pane.querySelectorAll('svg')].map(svg => ({
  svg, width: svg.viewBox.baseVal.width, height: svg.viewBox.baseVal.height,
  nodes: [...svg.querySelectorAll('.n')], lines: [...svg.querySelectorAll('.e')], names: [...svg.querySelectorAll('.k')],
}));
const slider = find('slider'), where = find('where'), play = find('play'), view = find('script');
const answered = new Set();
let step = 0, timer = 0;
const text = (item, name, words) => { const at = item.querySelector(name); if (at) at.textContent = words; };
const draw = at => {
  const frame = frames[at];
  for (const picture of pictures) {
    for (const item of picture.nodes) item.setAttribute('class', 'n');
    for (const item of picture.lines) item.setAttribute('class', 'e');
    for (const [id, classes, words, sign, counts] of frame.n) {
      const item = picture.nodes[id];
      item.setAttribute('class', 'n ' + classes);
      text(item, '.d', words); text(item, '.sign', sign); text(item, '.rc', counts);
    }
    for (const [id, classes] of frame.e) picture.lines[id].setAttribute('class', 'e ' + classes);
    const named = new Map(frame.k.map(name => [String(name[0]), name]));
    for (const item of picture.names) {
      const [, classes, away, back] = named.get(item.dataset.bundle) || [0, '', '', ''];
      const isEast = item.classList.contains('east');
      const [out, home] = !away || !back ? ['', ''] : isEast ? ['→ ', '← '] : ['← ', '→ '];
      item.setAttribute('class', 'k ' + (isEast ? 'east ' : 'west ') + classes);
      item.children[0].textContent = away && out + away;
      item.children[1].textContent = back && home + back;
    }
  }
  rows.forEach((row, place) => {
    const [value, change] = frame.c[place];
    row.cells[1].textContent = value === undefined ? '–' : value;
    row.cells[2].textContent = change || '';
    row.classList.toggle('moved', Boolean(change));
  });
};
// The graph is whole and its writing has one size in all lessons; where it does not fit it shrinks, and can be enlarged.
// Its smallest writing has 11 units; one press on 'larger' gives it the 9 pixels that a telephone's screen needs.
const legible = 9 / 11;
let zoom = 1, whole = 1, shown = pictures[0];
const fit = () => {
  const isLarge = document.documentElement.classList.contains('presenting');
  const most = isLarge ? 2.5 : Math.max(1, Math.min(1.6, pane.clientWidth / 850));
  const size = picture => Math.min(most, (pane.clientWidth - 2) / picture.width, (pane.clientHeight - 2) / picture.height);
  shown = pictures.reduce((best, picture) => size(picture) > size(best) * 1.02 ? picture : best, pictures[0]);
  whole = Math.max(size(shown), .1);
  const scale = whole * zoom;
  for (const { svg } of pictures) svg.classList.toggle('off', svg !== shown.svg);
  shown.svg.setAttribute('width', Math.floor(shown.width * scale));
  shown.svg.setAttribute('height', Math.floor(shown.height * scale));
  pane.classList.toggle('loose', zoom > 1);
};
const enlarge = factor => {
  const wasWhole = zoom === 1;
  const [x, y] = [(pane.scrollLeft + pane.clientWidth / 2) / pane.scrollWidth, (pane.scrollTop + pane.clientHeight / 2) / pane.scrollHeight];
  zoom = factor ? Math.min(8, Math.max(1, zoom * factor)) : 1;
  fit();
  pane.scrollLeft = x * pane.scrollWidth - pane.clientWidth / 2;
  pane.scrollTop = y * pane.scrollHeight - pane.clientHeight / 2;
  if (wasWhole) follow();
};
let held = null;
pane.addEventListener('pointerdown', event => {
  if (zoom === 1 || event.button || event.pointerType === 'touch') return;
  held = [event.clientX + pane.scrollLeft, event.clientY + pane.scrollTop];
  pane.setPointerCapture(event.pointerId);
  pane.classList.add('dragged');
});
pane.addEventListener('pointermove', event => {
  if (held) { pane.scrollLeft = held[0] - event.clientX; pane.scrollTop = held[1] - event.clientY; }
});
for (const name of ['pointerup', 'pointercancel']) pane.addEventListener(name, () => { held = null; pane.classList.remove('dragged'); });
pane.addEventListener('wheel', event => {
  if (!event.ctrlKey) return;
  event.preventDefault();
  enlarge(event.deltaY < 0 ? 1.2 : 1 / 1.2);
}, { passive: false });
// Where it is enlarged, what changed is brought into sight.
const follow = () => {
  const items = [...shown.svg.querySelectorAll('.n.real.changed, .n.fault.changed, .n.mixed.changed, .n.gone:has(.d)')];
  const some = items.length ? items : [...shown.svg.querySelectorAll('.n.changed, .n.gone')];
  if (!some.length || zoom === 1) return;
  const own = pane.getBoundingClientRect(), boxes = some.map(item => item.getBoundingClientRect());
  // All of it, or the first where there is too much.
  const ends = (low, high, room) => {
    const [start, end] = [Math.min(...boxes.map(box => box[low])), Math.max(...boxes.map(box => box[high]))];
    return end - start <= room ? [start, end] : [boxes[0][low], boxes[0][high]];
  };
  const [left, right] = ends('left', 'right', own.width), [top, bottom] = ends('top', 'bottom', own.height);
  if (left < own.left || right > own.right) pane.scrollLeft += left - own.left - (own.width - right + left) / 2;
  if (top < own.top || bottom > own.bottom) pane.scrollTop += top - own.top - (own.height - bottom + top) / 2;
};
const point = line => {
  for (const item of lines) {
    const isHere = Number(item.dataset.line) === line;
    item.classList.toggle('now', isHere);
    if (isHere) item.setAttribute('aria-current', 'step'); else item.removeAttribute('aria-current');
    if (isHere) view.scrollTop = item.offsetTop - view.clientHeight / 3;
  }
};
// Rounds of a loop: the first frame of each that was filmed, and what lies between them.
const isLoop = at => frames[at].r.length > 0;
const starts = frames.map((frame, at) => at).filter(at => isLoop(at) && (at === 0 || String(frames[at].r) !== String(frames[at - 1].r)));
const grouped = number => number.toLocaleString('en-US');
// The loop that is open, or the next, or the last.
const loop = () => (isLoop(step) ? frames[step].r : frames[starts.find(at => at > step) ?? starts[starts.length - 1]].r)[0];
const roundsOf = loop => starts.filter(at => frames[at].r[0] === loop);
let listed = 0;
const list = loop => {
  let last = 0;
  const choices = [], between = number => {
    if (number <= last + 1) return;
    const range = [...new Set([last + 1, number - 1])].map(grouped).join('–');
    choices.push(make('option', { textContent: range + ' are not shown', disabled: true }));
  };
  for (const at of roundsOf(loop)) {
    const number = frames[at].r[1];
    between(number);
    if (number > last) choices.push(make('option', { value: number, textContent: grouped(number) }));
    last = Math.max(last, number);
  }
  const whole = frames[roundsOf(loop)[0]].r[2];
  between(whole + 1);
  find('round').replaceChildren(...choices);
  find('ofRounds').textContent = whole ? 'of ' + grouped(whole) : '';
  listed = loop;
};
const round = () => {
  if (!starts.length) return;
  if (loop() !== listed) list(loop());
  find('round').value = isLoop(step) ? frames[step].r[1] : '';
  const some = roundsOf(loop());
  find('roundBack').disabled = !starts.some(at => at < step);
  find('roundNext').disabled = !starts.some(at => at > step);
  find('roundFirst').disabled = some[0] === step;
  find('roundLast').disabled = some[some.length - 1] === step;
};
// Steps that only prepare are passed over, unless the reader wants to see them.
const setup = Number(root.dataset.setup) || 0;
let isPrepared = setup > 0;
const after = at => at === 0 && isPrepared ? setup + 1 : at + 1;
const before = at => at === setup + 1 && isPrepared ? 0 : at - 1;
const asks = at => items[at].classList.contains('asks') && !answered.has(at);
const show = (at, quiet) => {
  step = Math.max(0, Math.min(frames.length - 1, at));
  if (step > 0 && step <= setup) isPrepared = false;
  items.forEach((item, place) => {
    item.classList.toggle('on', place === step);
    item.classList.toggle('asking', place === step && asks(place));
  });
  // A question hides what it asks about: until it is answered the picture stays as it was.
  draw(asks(step) ? Math.max(0, step - 1) : step);
  follow();
  point(frames[step].l);
  round();
  const line = items[step].querySelector(asks(step) ? '.question' : '.sentence');
  if (!quiet && line) find('said').textContent = line.textContent;
  items[step].parentElement.scrollTop = 0;
  slider.value = step;
  slider.setAttribute('aria-valuetext', 'Step ' + step + ' of ' + (frames.length - 1));
  where.textContent = 'Step ' + step + ' of ' + (frames.length - 1);
  find('first').disabled = find('back').disabled = step === 0;
  find('last').disabled = find('next').disabled = step === frames.length - 1 && !asks(step);
  if (step > seen && !asks(step)) { seen = step; keep(); }
  if (!quiet) address();
};
const address = () => {
  const isPresenting = document.documentElement.classList.contains('presenting');
  const theme = document.documentElement.dataset.theme;
  // A page within another has no address of its own to change.
  const others = location.hash.slice(1).split('&').filter(part => part.startsWith('axis.'));
  const parts = ['step=' + step, ...(theme ? ['theme=' + theme] : []), ...(isPresenting ? ['present'] : []), ...others];
  try { history.replaceState(null, '', '#' + parts.join('&')); } catch { }
};
// What was answered, by question: what was said, and 1 if that was right, 0 if it was not, or nothing if it was not judged.
const lesson = root.dataset.lesson, known = kept.read(lesson);
const answers = new Map(entries(known.answers).map(([question, ...rest]) => [question, rest]));
let seen = Number(known.seen) || 0;
const keep = () => kept.write(lesson, { answers: [...answers].map(([question, rest]) => [question, ...rest]), seen });
const offers = [...root.querySelectorAll('.choices')].map(list => ({
  list, item: list.closest('li.asks'), choices: [...list.children], question: list.previousElementSibling.textContent,
}));
const score = () => {
  const right = offers.filter(offer => (answers.get(offer.question) || [])[1] === 1).length;
  find('score').textContent = right + ' of ' + offers.length + ' right' + (kept.isKept() ? '' : ' (not kept)');
  find('score').title = kept.isKept() ? 'Kept on this device' : 'This browser keeps nothing for this page: the score is lost when it is closed.';
};
// A choice is marked, and a wrong one leads to the step that shows why.
const judge = (offer, said) => {
  const { list, choices } = offer, right = choices.find(choice => 'right' in choice.dataset);
  const chosen = choices.find(choice => choice.firstChild.textContent === said);
  for (const choice of choices) {
    choice.firstChild.disabled = true;
    choice.classList.toggle('right', choice === right);
    choice.classList.toggle('wrong', choice === chosen && choice !== right);
  }
  const verdict = make('p', { className: 'verdict' });
  verdict.append(make('b', { textContent: chosen === right && chosen ? '✓ Right.' : chosen ? '✗ Not so.' : 'Not answered.' }));
  if (chosen && chosen.dataset.mistake) verdict.append(' You may have thought: ', make('q', { dir: 'auto', textContent: chosen.dataset.mistake }));
  if (chosen !== right || !chosen) {
    const at = Number(list.dataset.reason), here = items.indexOf(offer.item);
    const why = make('button', { type: 'button', className: 'why', textContent: at === here ? 'This step shows why' : 'Why: ' + list.dataset.where });
    why.addEventListener('click', () => { stop(); show(at); items[at].querySelector('.holds, .sentence').scrollIntoView({ block: 'nearest' }); });
    verdict.append(' ', why);
  }
  list.after(verdict);
  return chosen === right && Boolean(chosen);
};
const judgeAll = (at, said) => {
  for (const offer of offers) if (offer.item === items[at] && !answers.has(offer.question)) {
    answers.set(offer.question, [said, judge(offer, said) ? 1 : 0]);
  }
};
const choose = (offer, said) => {
  const at = items.indexOf(offer.item);
  answers.set(offer.question, [said, judge(offer, said) ? 1 : 0]);
  keep(); score();
  if (offers.every(other => other.item !== offer.item || answers.has(other.question))) answer(at, '');
  find('said').textContent = offer.list.nextElementSibling.textContent;
};
const answer = (at, words) => {
  answered.add(at);
  const item = items[at];
  judgeAll(at, '');
  if (words) {
    item.querySelector('.answer').prepend(make('p', { className: 'said', textContent: 'You thought: ' + words }));
    answers.set(item.querySelector('.question').textContent, [words]);
  }
  keep(); score();
  for (const part of item.querySelectorAll('.answer')) part.open = true;
  show(at);
  (item.querySelector('.why') || find('next')).focus({ preventScroll: true });
};
for (const offer of offers) {
  for (const choice of offer.choices) {
    const button = make('button', { type: 'button', textContent: choice.textContent });
    button.addEventListener('click', () => { stop(); choose(offer, button.textContent); });
    choice.replaceChildren(button);
  }
  const guess = make('div', { className: 'guess' }), pass = make('button', { type: 'button', textContent: 'I do not know' });
  pass.addEventListener('click', () => answer(items.indexOf(offer.item), ''));
  guess.append(pass);
  offer.list.after(guess);
}
for (const [place, item] of items.entries()) {
  if (!item.classList.contains('asks') || item.querySelector('.choices')) continue;
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
for (const part of root.querySelectorAll('.setup')) {
  const button = make('button', { type: 'button', textContent: 'Step through them' });
  button.addEventListener('click', () => { stop(); show(1); });
  part.append(' ', button);
}
// A rule says what it is where it is cited.
const rules = new Map([...document.querySelectorAll('.cited li')].map(item => [item.firstChild.textContent, item.lastChild.textContent.trim()]));
for (const part of root.querySelectorAll('.sentence, .rest, .holds td, .answer, .note')) {
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT), texts = [];
  while (walker.nextNode()) if (/\([A-Z]\d/.test(walker.currentNode.data)) texts.push(walker.currentNode);
  for (const text of texts) text.replaceWith(...text.data.split(/(?<=[(, ])([A-Z]\d)(?=[,)])/).map((word, at) =>
    at % 2 && rules.has(word) ? make('abbr', { textContent: word, title: rules.get(word) }) : word));
}
// Answers of an earlier visit.
for (const offer of offers) if (answers.has(offer.question)) judge(offer, answers.get(offer.question)[0]);
for (const [place, item] of items.entries()) {
  const known = [...item.querySelectorAll('.question')].filter(question => answers.has(question.textContent));
  if (!known.length || known.length < item.querySelectorAll('.choices').length) continue;
  answered.add(place);
  for (const part of item.querySelectorAll('.answer')) part.open = true;
  const [said, isRight] = answers.get(known[0].textContent);
  if (said && isRight === undefined) item.querySelector('.answer').prepend(make('p', { className: 'said', textContent: 'You thought: ' + said }));
}
const forwards = () => {
  if (!asks(step)) return show(after(step));
  // Before a class the answer comes on demand, and is not typed.
  if (document.documentElement.classList.contains('presenting')) return answer(step, '');
  items[step].querySelector('.choices button:enabled, .guess input').focus();
};
const stop = () => { clearInterval(timer); timer = 0; play.textContent = '▶'; play.setAttribute('aria-label', 'Play'); };
const start = () => {
  if (step === frames.length - 1) show(0);
  play.textContent = '⏸'; play.setAttribute('aria-label', 'Pause');
  timer = setInterval(() => {
    if (asks(step) || step === frames.length - 1) return stop();
    show(after(step));
  }, 2500);
};
const present = isOn => {
  document.documentElement.classList.toggle('presenting', isOn);
  find('present').setAttribute('aria-pressed', isOn);
  zoom = 1;
  fit();
  address();
};
const deeds = {
  first: () => show(0), back: () => show(before(step)), next: forwards, last: () => show(frames.length - 1),
  roundBack: () => { const at = starts.filter(at => at < step).pop(); if (at !== undefined) show(at); },
  roundNext: () => { const at = starts.find(at => at > step); if (at !== undefined) show(at); },
  roundFirst: () => { if (starts.length) show(roundsOf(loop())[0]); },
  roundLast: () => { if (starts.length) show(roundsOf(loop()).pop()); },
  smaller: () => enlarge(1 / 1.4), larger: () => enlarge(zoom === 1 ? Math.max(1.4, legible / whole) : 1.4), whole: () => enlarge(0),
  present: () => present(!document.documentElement.classList.contains('presenting')),
  play: () => timer ? stop() : start(), help: () => { find('keys').hidden = !find('keys').hidden; },
};
for (const name of Object.keys(deeds)) find(name).addEventListener('click', () => { if (name !== 'play') stop(); deeds[name](); });
// The page begins anew.
find('forget').addEventListener('click', () => { kept.forget(lesson); location.reload(); });
const all = find('all');
if (all) all.addEventListener('click', () => {
  const isOpen = find('counters').classList.toggle('all');
  all.setAttribute('aria-expanded', isOpen);
  all.textContent = isOpen ? 'fewer' : root.querySelectorAll('.counters .more').length + ' more';
});
find('round').addEventListener('change', event => { stop(); show(roundsOf(loop()).find(at => frames[at].r[1] === Number(event.target.value)) ?? step); });
slider.addEventListener('input', () => { stop(); show(Number(slider.value)); });
find('counts').addEventListener('change', event => root.classList.toggle('counting', event.target.checked));
const keys = {
  ArrowRight: 'next', ArrowLeft: 'back', Home: 'first', End: 'last', ' ': 'play', '?': 'help', '[': 'roundBack', ']': 'roundNext', '{': 'roundFirst', '}': 'roundLast',
  '+': 'larger', '=': 'larger', '-': 'smaller', 0: 'whole', PageDown: 'next', PageUp: 'back', p: 'present', P: 'present',
};
document.addEventListener('keydown', event => {
  const at = event.target, name = keys[event.key];
  const number = /^[1-9]$/.test(event.key) && asks(step) && (isWhole || root.contains(at)) && !event.ctrlKey && !event.altKey && !event.metaKey
    && !at.matches('input:not([type=range], [type=checkbox]), select, textarea');
  const offer = number && offers.find(offer => offer.item === items[step] && !answers.has(offer.question));
  if (offer && offer.choices[event.key - 1]) { event.preventDefault(); return offer.choices[event.key - 1].firstChild.click(); }
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (event.shiftKey && zoom > 1 && way && (isWhole || root.contains(at))) {
    event.preventDefault();
    return pane.scrollBy(way[0] * 60, way[1] * 60);
  }
  if (!name || event.ctrlKey || event.altKey || event.metaKey || !isWhole && !root.contains(at)) return;
  if (at.matches('input[type=text], input[type=search], input[type=number], select, textarea')) return;
  if (event.key === ' ' && at.matches('button, input, summary, a')) return;
  if (at === slider && event.key !== '?') return;
  // A page that is one among others has no large mode, and scrolls by its keys.
  if (!isWhole && ['present', 'next', 'back'].includes(name) && /^P/i.test(event.key)) return;
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
  if (isWhole && /[#&]present\b/.test(location.hash)) document.documentElement.classList.add('presenting');
  show(at ? Number(at[1]) : step, !at);
};
addEventListener('hashchange', read);
// On paper every question and the end have their picture, as it was before the answer; a sheet without answers has no end.
const sheet = isWhole && (/[?&#]answers=(no|only)\b/.exec(location.search + location.hash) || [])[1];
const draft = () => {
  if (sheet === 'only') return;
  for (const [at, item] of items.entries()) {
    const isQuestion = item.classList.contains('asks');
    if (!isQuestion && (sheet || at < items.length - 1)) continue;
    draw(isQuestion ? Math.max(0, at - 1) : at);
    const still = make('figure', { className: 'still' }), copy = pictures[0].svg.cloneNode(true);
    copy.classList.remove('off');
    copy.setAttribute('width', pictures[0].width);
    copy.setAttribute('height', pictures[0].height);
    for (const part of copy.querySelectorAll('[id]')) part.removeAttribute('id');
    copy.removeAttribute('aria-labelledby');
    still.append(copy);
    item.querySelector('.where').after(still);
  }
};
if (sheet) {
  // What is seen is what is printed: a list of the questions with their pictures, or of their answers.
  document.documentElement.classList.add('sheet', 'answers-' + sheet);
  for (const part of root.querySelectorAll('.guess, .verdict')) part.remove();
  for (const button of root.querySelectorAll('.choices button')) button.replaceWith(button.textContent);
  for (const item of root.querySelectorAll('.choices li')) item.classList.remove('right', 'wrong');
  for (const part of root.querySelectorAll(sheet === 'no' ? '.answer, .sentence, .rest, .cited, .holds, .said, .note' : '.said')) part.remove();
  for (const item of document.querySelectorAll('details')) item.open = true;
  draft();
  return;
}
addEventListener('beforeprint', () => {
  for (const item of document.querySelectorAll('details')) item.open = true;
  draft();
});
addEventListener('afterprint', () => {
  for (const still of root.querySelectorAll('.still')) still.remove();
  show(step, true);
});
root.classList.add('live');
score();
find('score').hidden = offers.length === 0;
find('forget').hidden = !items.some(item => item.classList.contains('asks'));
find('sheets').hidden = find('forget').hidden || !isWhole;
for (const name of ['bar', 'graph', 'counters']) find(name).hidden = false;
find('rounds').hidden = starts.length < 2;
if (isWhole) {
  document.documentElement.classList.add('full');
  document.querySelector('.lesson').append(find('bar'));
} else find('present').hidden = true;
if (innerWidth < 768) for (const item of root.querySelectorAll('.fold, .signs')) item.open = false;
read();
// Counters and rounds have their room now, and leave the graph its own.
fit();
new ResizeObserver(fit).observe(pane);
})();
