// Questions with choices in a real browser: clicked, judged, kept on the device, and printed without their answers.

import FaultlineKnowledge
import FaultlinePages
import FaultlineReplay
import FaultlineTestSupport
import Foundation
import Testing

struct `Choices in a browser` {
  private static let lesson = ReplayPage(FilmSample.asking).text

  /// Each line: what was done, and what is seen then.
  ///
  /// A page is opened anew by `open`, as after a reload.
  private func seen(_ page: String, _ driver: String) throws -> String? {
    let look = """
      addEventListener('load', async () => {
        const seen = [], text = document.querySelector('template').dataset.page;
        let frame, page, view;
        const open = async () => {
          if (frame) frame.remove();
          frame = document.createElement('iframe');
          frame.width = 1280; frame.height = 720;
          frame.srcdoc = text;
          document.body.append(frame);
          await new Promise(done => frame.addEventListener('load', done));
          page = frame.contentDocument; view = frame.contentWindow;
        };
        const find = id => page.getElementById(id);
        const note = (what, words) => seen.push(what + ': ' + words);
        const isShown = item => Boolean(item) && item.checkVisibility();
        const press = key => (page.activeElement || page.body).dispatchEvent(new view.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        const choices = () => [...page.querySelectorAll('li.on .choices li')].map(item => item.textContent + (item.className ? ' ' + item.className : '')).join(', ');
        try { \(driver) } catch (error) { seen.push('error: ' + error); }
        const pre = document.createElement('pre');
        pre.textContent = '§' + seen.join('\\n') + '§';
        for (const part of document.querySelectorAll('iframe, template')) part.remove();
        document.body.prepend(pre);
      });
      """
    let whole =
      "<!doctype html><body><template data-page=\"\(Browser.attribute(page))\"></template><script>\(look)</script></body>"
    guard let answer = try Browser.open(whole) else { return nil }
    #expect(answer.complaints == [])
    let text = answer.document.split(separator: "§").dropFirst().first.map(String.init) ?? ""
    return text.replacing("&gt;", with: ">").replacing("&lt;", with: "<").replacing(
      "&amp;", with: "&")
  }

  @Test func `are clicked and judged, and a wrong one leads to the step that shows why`() throws {
    let driver = """
      await open();
      note('opened', find('score').textContent);
      press('ArrowRight'); press('ArrowRight');
      note('asked', choices() + ' | answer ' + isShown(page.querySelector('.on .answer')) + ', verdict ' + isShown(page.querySelector('.on .verdict')));
      press('ArrowRight');
      note('focus', page.activeElement.textContent);
      page.querySelectorAll('.on .choices button')[1].click();
      note('judged', choices());
      note('verdict', page.querySelector('.on .verdict').textContent);
      note('answer', isShown(page.querySelector('.on .answer')) + ', ' + find('score').textContent + ', ' + find('where').textContent);
      note('focus', page.activeElement.className);
      page.activeElement.click();
      note('why', find('where').textContent);
      await open();
      press('End'); press('ArrowLeft'); press('ArrowLeft');
      note('reloaded', find('score').textContent + ', ' + find('where').textContent + ', ' + choices());
      note('forget', isShown(find('forget')) + ', ' + find('forget').hidden);
      localStorage.removeItem('faultline sample/both ends');
      await open();
      press('ArrowRight'); press('ArrowRight'); press('9'); press('1');
      note('by key', choices() + ', ' + find('score').textContent + ', focus ' + page.activeElement.id);
      note('verdict', page.querySelector('.on .verdict').textContent);
      view.localStorage.clear();
      """
    guard let seen = try seen(Self.lesson, driver) else { return }
    expectText(
      seen,
      is: """
        opened: 0 of 1 right
        asked: Each other, The context | answer false, verdict false
        focus: Each other
        judged: Each other right, The context wrong
        verdict: ✗ Not so. You may have thought: A context holds its objects. Why: step 1 (insert, line 12)
        answer: true, 0 of 1 right, Step 2 of 4
        focus: why
        why: Step 1 of 4
        reloaded: 0 of 1 right, Step 2 of 4, Each other right, The context wrong
        forget: false, false
        by key: Each other right, The context, 1 of 1 right, focus next
        verdict: ✓ Right.
        """)
  }

  @Test func `are judged where the browser keeps nothing, and the page says so`() throws {
    let driver = """
      await open();
      press('ArrowRight'); press('ArrowRight'); press('1');
      note('judged', choices() + ', ' + find('score').textContent);
      note('said', find('score').title);
      """
    // A frame's window is another one when its page has come, so the page takes the storage away itself.
    let page = Self.lesson.replacing(
      "const kept = (() => {", with: "const kept = (localStorage => {"
    ).replacing("})();\n// A list", with: "})(null);\n// A list")
    let unsafe = page.replacing(
      /<meta http-equiv="Content-Security-Policy"[^>]*>/, with: "")
    guard let seen = try seen(unsafe, driver) else { return }
    expectText(
      seen,
      is: """
        judged: Each other right, The context, 1 of 1 right (not kept)
        said: This browser keeps nothing for this page: the score is lost when it is closed.
        """)
  }

  /// What is seen is what is printed.
  @Test func `are a sheet without answers, and another with them`() throws {
    func sheet(_ which: String) throws -> String? {
      try seen(
        Self.lesson.replacing("location.search", with: "'?answers=\(which)'").replacing(
          /<meta http-equiv="Content-Security-Policy"[^>]*>/, with: ""),
        """
        await open();
        const words = [...page.querySelectorAll('.steps>li')].filter(isShown).map(item => item.innerText.replace(/\\s+/g, ' ').trim());
        note('steps', words.length);
        note('choices', page.querySelector('.choices').innerText.replace(/\\s+/g, ' '));
        note('pictures', page.querySelectorAll('.still svg').length);
        note('answer', isShown(page.querySelector('.answer')) + ', sentences ' + [...page.querySelectorAll('.sentence, .rest, .note, .holds')].filter(isShown).length);
        note('shown', page.body.innerText.includes('They hold each other.') + ', mistakes ' + page.body.innerText.includes('A context holds its objects.'));
        note('buttons', [...page.querySelectorAll('button')].filter(isShown).length);
        """)
    }
    guard let without = try sheet("no"), let with = try sheet("only") else { return }
    expectText(
      without,
      is: """
        steps: 1
        choices: Each other The context
        pictures: 1
        answer: false, sentences 0
        shown: false, mistakes false
        buttons: 0
        """)
    expectText(
      with,
      is: """
        steps: 1
        choices: Each other The context
        pictures: 0
        answer: true, sentences 3
        shown: true, mistakes true
        buttons: 0
        """)
  }

  @Test func `show in the index of a course how far a reader has come`() throws {
    let driver = """
      view = window;
      localStorage.setItem('faultline sample/both ends', JSON.stringify({ answers: [['Who holds whom now?', 'Each other', 1]], seen: 4 }));
      await open();
      note('total', find('total').textContent);
      note('lesson', page.querySelector('.done').textContent);
      find('forget').click();
      note('forgotten', find('total').textContent + ' | ' + page.querySelector('.done').textContent + ' | ' + localStorage.length);
      localStorage.setItem('faultline sample/both ends', '{"answers": 3, "seen": "x"}');
      await open();
      note('spoilt', find('total').textContent);
      localStorage.clear();
      """
    guard let seen = try seen(CoursePage([[FilmSample.asking]]).text, driver) else { return }
    expectText(
      seen,
      is: """
        total: 1 of 1 questions right · 1 of 1 lessons begun, 1 done
        lesson: 1 of 1 right · ✓ done
        forgotten: 0 of 1 questions right · 0 of 1 lessons begun | 0 of 1 right | 0
        spoilt: 0 of 1 questions right · 0 of 1 lessons begun
        """)
  }

  @Test func `are an inventory, before and after, with a CSV for the teacher`() throws {
    let driver = """
      const answer = value => { for (const input of page.querySelectorAll('.answers input[value="' + value + '"]')) { input.checked = true; input.dispatchEvent(new view.Event('change', { bubbles: true })); } };
      const name = words => { find('name').value = words; find('name').dispatchEvent(new view.Event('input')); };
      const hand = () => { find('hand').click(); note('result', find('result').textContent); };
      await open();
      note('opened', find('count').textContent + ', results ' + isShown(find('results')));
      hand();
      name('=Ada'); hand();
      answer(2); hand();
      note('given away', isShown(page.querySelector('.because')));
      answer(1);
      await open();
      note('reloaded', find('count').textContent + ', ' + find('name').value + ', ' + page.querySelector('[name=time]:checked').value);
      hand();
      note('judged', isShown(page.querySelector('.because')) + ', ' + page.querySelector('.verdict').textContent);
      note('table', find('results').querySelector('tbody').textContent);
      note('csv', find('table').value.replace(/\\r\\n/g, '\\n'));
      find('csv').click();
      note('file', find('csv').href.startsWith('blob:') + ', ' + find('csv').download);
      localStorage.clear();
      """
    var film = FilmSample.asking
    film.frames[2].questions[0].offer?.inventory = 1
    let page = InventoryPage([film])
    #expect(page.count == 1)
    guard let seen = try seen(page.text, driver) else { return }
    expectText(
      seen,
      is: """
        opened: 0 of 1 answered, results false
        result: Write your name, or a sign for it, first.
        result: Question 1 has no answer yet.
        result: Handed in. What is right is shown after the lessons.
        given away: false
        reloaded: 1 of 1 answered, =Ada, after
        result: 1 of 1 right, and 0 before the lessons.
        judged: true, ✓ Right.
        table: =Ada01
        csv: "name","time","question","scenario","answer","right","misconception","threads"
        "'=Ada","before","1","sample/both ends","The context","0","A context holds its objects.","Stack Overflow 3984222"
        "'=Ada","after","1","sample/both ends","Each other","1","","Stack Overflow 3984222"

        file: true, inventory.csv
        """)
  }

  @Test func `have room on every screen, and can be read`() throws {
    var film = FilmSample.asking
    film.frames[2].questions[0].offer?.inventory = 1
    let pages = [
      ("asking", Self.lesson), ("index", CoursePage([[film]]).text),
      ("answers", CoursePage([[film]]).answers), ("inventory", InventoryPage([film]).text),
    ]
    guard let problems = try Browser.problems(of: pages.map { (name: $0.0, text: $0.1) }) else {
      return
    }
    #expect(problems == "none")
  }
}
