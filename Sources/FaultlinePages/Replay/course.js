(() => {
const items = [...document.querySelectorAll('.lessons>li')];
const total = document.getElementById('total'), forget = document.getElementById('forget');
const show = () => {
  let [right, asked, begun, done, left] = [0, 0, 0, 0, 0];
  for (const item of items) {
    let [own, of, seen] = [0, 0, 0];
    const lessons = [...item.querySelectorAll('[data-lesson]')];
    for (const lesson of lessons) {
      const known = kept.read(lesson.dataset.lesson);
      own += entries(known.answers).filter(answer => answer[2] === 1).length;
      of += Number(lesson.dataset.questions);
      if (known.seen >= Number(lesson.dataset.last)) seen++;
    }
    right += own; asked += of;
    if (own || seen || lessons.some(lesson => kept.read(lesson.dataset.lesson).seen > 0)) begun++;
    const isDone = seen === lessons.length;
    if (isDone) done++; else left += Number(item.dataset.minutes);
    const parts = [];
    if (of) parts.push(own + ' of ' + of + ' right');
    if (isDone) parts.push('✓ done');
    else if (seen) parts.push(seen + ' of ' + lessons.length + ' variants seen to the end');
    item.querySelector('.done').textContent = parts.join(' · ');
    item.classList.toggle('read', isDone);
  }
  total.textContent = right + ' of ' + asked + ' questions right · ' + begun + ' of ' + items.length + ' lessons begun'
    + (done ? ', ' + done + ' done' : '') + (begun && left ? ', about ' + left + ' minutes left' : '')
    + (kept.isKept() ? '' : ' · This browser keeps nothing for this page, so a score is lost when its page is closed.');
};
forget.addEventListener('click', () => {
  for (const lesson of document.querySelectorAll('[data-lesson]')) kept.forget(lesson.dataset.lesson);
  show();
});
document.getElementById('progress').hidden = false;
show();
// Coming back from a lesson shows a page that was kept as it was.
addEventListener('pageshow', show);
addEventListener('storage', show);
})();
