// What a reader can do with a replay besides stepping: jump by rounds, change the size, and show it to a class.

import FaultlineMeasures
import FaultlinePages
import FaultlineReplay
import FaultlineTestSupport
import Foundation
import Testing

struct `A reader of a replay` {
  /// The sample, as if its steps were rounds of a loop of a thousand.
  private static let page: String = {
    var film = FilmSample.film
    for (place, number) in [(1, 0), (2, 1), (3, 999)] {
      film.frames[place].rounds = [Replay.Round(loop: "i", number: number, of: 1_000)]
    }
    return ReplayPage(film).text
  }()

  /// Each line: what was done, and what is seen then.
  private func seen(_ driver: String, in page: String = page) throws -> String? {
    let page =
      "<!doctype html><body><iframe width=\"1280\" height=\"720\" "
      + "srcdoc=\"\(Browser.attribute(page))\"></iframe><script>\(Self.tools(driver))</script></body>"
    guard let answer = try Browser.open(page) else { return nil }
    #expect(answer.complaints == [])
    return answer.document.split(separator: "§").dropFirst().first.map(String.init) ?? ""
  }

  @Test func `jumps through a loop by its rounds`() throws {
    let driver = """
      note('opened', where());
      const round = () => where() + ', round ' + find('round').value + ' ' + find('ofRounds').textContent;
      note('offered', [...find('round').options].map(option => option.textContent).join(', '));
      press(']'); note('next round', round());
      press(']'); press(']'); note('two more', round() + ', next ' + !find('roundNext').disabled);
      press('['); note('round before', round());
      find('round').value = 1000; find('round').dispatchEvent(new view.Event('change'));
      note('chosen', round());
      press('{'); note('first', round()); press('}'); note('last', round());
      find('roundFirst').click(); note('a press', round());
      note('beyond', [...page.querySelectorAll('.where')].map(item => item.textContent)[3]);
      """
    guard let seen = try seen(driver) else { return }
    expectText(
      seen,
      is: """
        opened: Step 0 of 4
        offered: 1, 2, 3–999 are not shown, 1,000
        next round: Step 1 of 4, round 1 of 1,000
        two more: Step 3 of 4, round 1000 of 1,000, next false
        round before: Step 2 of 4, round 2 of 1,000
        chosen: Step 3 of 4, round 1000 of 1,000
        first: Step 1 of 4, round 1 of 1,000
        last: Step 3 of 4, round 1000 of 1,000
        a press: Step 1 of 4, round 1 of 1,000
        beyond: Step 3 · release · line 14 · round 1,000 of 1,000 (i = 999)
        """)
  }

  @Test func `passes over the steps that only prepare, unless they are wanted`() throws {
    var film = FilmSample.film
    film.setup = 1
    film.frames[2].questions = []
    let driver = """
      note('setup', page.querySelector('.on .setup').textContent);
      press('ArrowRight'); note('next', where());
      press('ArrowLeft'); note('back', where());
      page.querySelector('.setup button').click(); note('wanted', where());
      press('ArrowRight'); press('ArrowLeft'); note('there and back', where());
      """
    guard let seen = try seen(driver, in: ReplayPage(film).text) else { return }
    expectText(
      seen,
      is: """
        setup: Steps 1 to 1 only prepare: they put records into the store, and no object is left after them. \
        Step through them
        next: Step 2 of 4
        back: Step 0 of 4
        wanted: Step 1 of 4
        there and back: Step 1 of 4
        """)
  }

  @Test func `reads what a rule says where it is cited, and what stands behind names`() throws {
    var film = FilmSample.film
    film.nodes[4].title = "Department 1′"
    film.nodes[5].title = "Department 1′ b"
    let driver = """
      press('ArrowRight');
      const rules = [...page.querySelectorAll('.on .holds abbr')].map(item => item.textContent + ': ' + item.title);
      note('rules', [...new Set(rules)].join(' | '));
      note('signs', [...page.querySelectorAll('.legend b')].map(item => item.parentElement.textContent).join(' | '));
      note('words', [...page.querySelectorAll('.terms dt')].some(item => item.textContent.startsWith('realized')));
      """
    guard let seen = try seen(driver, in: ReplayPage(film).text) else { return }
    expectText(
      seen,
      is: """
        rules: R3: A context holds what has unsaved changes, until they are saved or gone.
        signs: ′ another object of the same record | b others, held otherwise
        words: true
        """)
  }

  @Test func `makes the graph larger, moves it, and has it whole again`() throws {
    let driver = """
      const svg = page.querySelector('.view svg:not(.off)'), pane = page.querySelector('.graph .view');
      const size = () => Math.round(svg.getBoundingClientRect().width / svg.viewBox.baseVal.width * 10) / 10;
      const whole = size();
      press('+'); press('+'); press('+'); note('larger', size() > 2.5 * whole);
      const x = pane.scrollLeft;
      press('ArrowRight', true); note('moved', pane.scrollLeft - x); note('stayed', where());
      press('-'); note('smaller', size() < 2.5 * whole);
      press('0'); note('whole', size() === whole);
      """
    guard let seen = try seen(driver) else { return }
    expectText(
      seen,
      is: """
        larger: true
        moved: 60
        stayed: Step 0 of 4
        smaller: true
        whole: true
        """)
  }

  @Test func `shows it to a class by a clicker, and the answer on demand`() throws {
    let driver = """
      const isShown = name => [...page.querySelectorAll(name)].some(item => item.checkVisibility());
      press('p');
      note('large', page.documentElement.classList.contains('presenting') + ', script ' + isShown('.script') + ', counters ' + isShown('.counters'));
      press('PageDown'); press('PageDown');
      note('question', where() + ', answer ' + isShown('.on .answer') + ', form ' + isShown('.on .guess'));
      press('PageDown'); note('demanded', where() + ', answer ' + isShown('.on .answer'));
      press('PageDown'); note('next', where());
      press('PageUp'); note('back', where());
      press('P'); note('small', page.documentElement.classList.contains('presenting'));
      """
    guard let seen = try seen(driver) else { return }
    expectText(
      seen,
      is: """
        large: true, script false, counters false
        question: Step 2 of 4, answer false, form false
        demanded: Step 2 of 4, answer true
        next: Step 3 of 4
        back: Step 2 of 4
        small: false
        """)
  }

  private static func tools(_ driver: String) -> String {
    """
    addEventListener('load', () => {
      const frame = document.querySelector('iframe'), page = frame.contentDocument, view = frame.contentWindow;
      const find = id => page.getElementById(id), where = () => find('where').textContent;
      const seen = [], note = (what, is) => seen.push(what + ': ' + is);
      const press = (key, shiftKey = false) =>
        page.body.dispatchEvent(new view.KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }));
      \(driver)
      const pre = document.createElement('pre');
      pre.textContent = '§' + seen.join('\\n') + '§';
      frame.remove();
      document.body.prepend(pre);
    });
    """
  }
}
