// Replays in a real browser: stepped through by keys, questions answered, nothing refused, nothing that sticks out.

import FaultlinePages
import FaultlineReplay
import FaultlineTestSupport
import Foundation
import Testing

struct `A replay in a browser` {
  private static let pages: [(name: String, text: String)] = [
    ("replay", ReplayPage(FilmSample.film).text),
    ("hostile", ReplayPage(FilmSample.hostile[0]).text),
    ("course", CoursePage([[FilmSample.film, FilmSample.film], [FilmSample.hostile[3]]]).text),
  ]

  @Test func `has no complaint, whatever its texts are`() throws {
    for (name, text) in Self.pages {
      guard let answer = try Browser.open(text) else { return }
      #expect(answer.complaints == [], "\(name)")
      #expect(!answer.document.contains("PWNED"), "\(name)")
      #expect(name == "course" || answer.document.contains("class=\"replay live\""), "\(name)")
    }
    let frames = FilmSample.hostile.map {
      "<iframe srcdoc=\"\(Browser.attribute(ReplayPage($0).text))\"></iframe>"
    }
    let look = """
      addEventListener('load', () => document.body.append('§' + [...document.querySelectorAll('iframe')].filter(
        item => item.contentDocument.querySelector('.live') && !item.contentDocument.body.textContent.includes('PWNED')
      ).length + '§'));
      """
    let page = "<!doctype html><body>\(frames.joined())<script>\(look)</script></body>"
    guard let answer = try Browser.open(page) else { return }
    #expect(answer.complaints == [])
    #expect(answer.document.contains("§\(frames.count)§"))
  }

  @Test func `fits telephones, tables and walls, in light and in dark`() throws {
    guard let problems = try Browser.problems(of: Self.pages) else { return }
    #expect(problems == "none")
  }

  /// Each line: the key, the step, what is drawn, the line of the script, and what the sentence or the question is.
  @Test func `is stepped through by keys, and shows no answer before it is asked for`() throws {
    let page =
      "<!doctype html><body><iframe width=\"1200\" height=\"900\" "
      + "srcdoc=\"\(Browser.attribute(Self.pages[0].text))\"></iframe><script>\(Self.driver)</script></body>"
    guard let answer = try Browser.open(page) else { return }
    let seen = answer.document.split(separator: "§").dropFirst().first.map(String.init) ?? ""
    expectText(
      seen.replacing("&gt;", with: ">").replacing("&lt;", with: "<").replacing("&amp;", with: "&"),
      is: """
        opened | Step 0 of 4 | - | sentence | context, undo manager
        ArrowRight | Step 1 of 4 | 12 | sentence | context, undo manager, staff, \
        Department 1 realized, inserted, Employee × 1,200 400 faults
        ArrowRight | Step 2 of 4 | 13 | question | context, undo manager, staff, \
        Department 1 realized, inserted, Employee × 1,200 400 faults
        ArrowRight | Step 2 of 4 | 13 | question | context, undo manager, staff, \
        Department 1 realized, inserted, Employee × 1,200 400 faults
        focus true
        answered | Step 2 of 4 | 13 | question+answer+said | context, undo manager, staff, array 'kept', \
        Department 1 realized, Employee × 1,200 realized
        ArrowRight | Step 3 of 4 | 14 | sentence | context, undo manager, staff gone, array 'kept' gone, \
        Department 1 fault, Employee × 1,200 gone
        ArrowLeft | Step 2 of 4 | 13 | question+answer+said | context, undo manager, staff, array 'kept', \
        Department 1 realized, Employee × 1,200 realized
        End | Step 4 of 4 | - | sentence | context gone, undo manager gone, Department 1 gone
        Home | Step 0 of 4 | - | sentence | context, undo manager
        ? | Step 0 of 4 | - | sentence | context, undo manager
        keys true
        #step=3 | Step 3 of 4 | 14 | sentence | context, undo manager, staff gone, array 'kept' gone, \
        Department 1 fault, Employee × 1,200 gone
        slider | Step 1 of 4 | 12 | sentence | context, undo manager, staff, \
        Department 1 realized, inserted, Employee × 1,200 400 faults
        counts 2
        counters objects.live 1,201 ▲ +1,201, objects.registered 1,201 ▲ +1,201, cycles.count 0\u{20}
        """)
  }

  private static let driver = #"""
    addEventListener('load', () => {
      const frame = document.querySelector('iframe'), page = frame.contentDocument, view = frame.contentWindow;
      const find = id => page.getElementById(id);
      const seen = [];
      const isShown = item => item && view.getComputedStyle(item).display !== 'none';
      const note = what => {
        const item = page.querySelector('.steps>li.on');
        const drawn = [...page.querySelectorAll('.view svg:not(.off) .n.on')].map(node =>
          node.querySelector('.t').textContent + (node.classList.contains('gone') ? ' gone' : node.querySelector('.d') ? ' ' + node.querySelector('.d').textContent : ''));
        const shown = [...item.querySelectorAll('.question, .sentence, .said, .answer')].filter(isShown).map(part => part.className);
        const line = page.querySelector('.code .now');
        seen.push([what, find('where').textContent, line ? line.dataset.line : '-', shown.join('+'), drawn.join(', ')].join(' | '));
      };
      const press = key => {
        const at = page.activeElement && page.activeElement !== page.body ? page.activeElement : page.body;
        at.dispatchEvent(new view.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        note(key);
      };
      note('opened');
      press('ArrowRight');
      press('ArrowRight');
      press('ArrowRight');
      const field = page.querySelector('.asking .guess input');
      seen.push('focus ' + (page.activeElement === field));
      field.value = 'each other';
      field.form.requestSubmit();
      note('answered');
      press('ArrowRight');
      press('ArrowLeft');
      press('End');
      press('Home');
      press('?');
      seen.push('keys ' + !find('keys').hidden);
      view.location.hash = '#step=3';
      view.dispatchEvent(new view.HashChangeEvent('hashchange'));
      note('#step=3');
      find('slider').value = 1;
      find('slider').dispatchEvent(new view.Event('input'));
      note('slider');
      find('counts').click();
      seen.push('counts ' + [...page.querySelectorAll('svg:not(.off) .rc')].filter(isShown).length);
      seen.push('counters ' + [...page.querySelectorAll('.counters tbody tr')].map(row => [...row.cells].map(cell => cell.textContent).join(' ')).join(', '));
      const pre = document.createElement('pre');
      pre.textContent = '§' + seen.join('\n') + '§';
      frame.remove();
      document.body.prepend(pre);
    });
    """#
}
