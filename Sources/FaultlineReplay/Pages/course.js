'use strict';
// How far each lesson was read, kept in this browser alone: a lesson notes it, and the index of the course shows it.
(() => {
const begin = 'faultline.lesson.';
// A page within another, or a browser that keeps nothing, has no memory; then nothing is shown.
const recall = file => { try { return Number(localStorage.getItem(begin + file)) || 0; } catch { return 0; } };
const keep = (file, part) => { try { localStorage.setItem(begin + file, part); } catch { } };
const slider = document.getElementById('slider'), where = document.getElementById('where');
if (slider && where) {
  const file = location.pathname.split('/').pop();
  const note = () => {
    const part = Number(slider.value) / Number(slider.max || 1);
    if (part > recall(file)) keep(file, part);
  };
  new MutationObserver(note).observe(where, { childList: true, characterData: true, subtree: true });
}
const lessons = [...document.querySelectorAll('[data-lesson]')], told = document.getElementById('progress');
if (!lessons.length || !told) return;
const show = () => {
  let done = 0, left = 0;
  for (const lesson of lessons) {
    const part = recall(lesson.dataset.lesson), mark = lesson.querySelector('.done');
    lesson.classList.toggle('read', part >= 1);
    mark.textContent = part >= 1 ? '✓ done' : part > 0 ? Math.round(part * 100) + ' % read' : '';
    if (part >= 1) done++; else left += Number(lesson.dataset.minutes);
  }
  told.textContent = done ? done + ' of ' + lessons.length + ' lessons done, about ' + left + ' minutes left. ' : '';
  if (!done) return;
  const forget = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Begin anew' });
  forget.addEventListener('click', () => { for (const lesson of lessons) keep(lesson.dataset.lesson, 0); show(); });
  told.append(forget);
};
show();
// Coming back from a lesson shows a page that was kept as it was.
addEventListener('pageshow', show);
addEventListener('storage', show);
})();
