// Lessons in a real browser: every step of every page is looked at, for what hides, is cut, jumps or cannot be read.

import Foundation

extension Browser {
  /// What was seen of lessons.
  public struct LessonsSeen {
    /// How many pages were looked at, all sizes together.
    public var pages = 0
    /// How often a step was looked at.
    public var steps = 0
    /// What is wrong, each with its page, size and step.
    public var problems: [String] = []
    /// What the browser said on its console.
    public var complaints: [String] = []
    /// The smallest scale at which a graph is whole, by size of the window.
    public var scales: [String] = []
  }

  /// The sizes of windows in which a lesson must be whole: width, height, how far down its graph may begin, and how small
  /// its smallest writing may be, in tenths of a pixel.
  ///
  /// On a telephone the writing has that size after one press on 'larger', and what changed is in sight then.
  public static let windows = [
    (1280, 720, 160, 75), (1024, 768, 160, 75), (390, 844, 220, 89),
  ]

  /// Steps through lessons by their names, at three sizes and in both themes; nil where there is no browser.
  public static func lessons(_ pages: [(name: String, text: String)]) throws -> LessonsSeen? {
    var seen = LessonsSeen()
    // A page with very many frames takes longer than several with some.
    for start in stride(from: 0, to: pages.count, by: 24) {
      let some = pages[start..<min(start + 24, pages.count)]
      let templates = some.map {
        "<template data-name=\"\(attribute($0.name))\" data-page=\"\(attribute($0.text))\"></template>"
      }
      let sizes = windows.map { "[\($0.0),\($0.1),\($0.2),\($0.3)]" }.joined(separator: ",")
      let page =
        "<!doctype html><body>\(templates.joined())<script>const windows = [\(sizes)];\n\(stepping)</script></body>"
      guard let answer = try open(page, patience: 600_000) else { return nil }
      let parts = answer.document.split(separator: "§", omittingEmptySubsequences: false)
      guard parts.count >= 3 else {
        seen.problems.append("the lessons from \(start) on were not looked at")
        continue
      }
      for line in parts[1].split(separator: "\n") {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        guard words.count == 2 else { continue }
        switch words[0] {
        case "pages": seen.pages += Int(words[1]) ?? 0
        case "steps": seen.steps += Int(words[1]) ?? 0
        case "scale": seen.scales.append(words[1])
        default: seen.problems.append(words[1])
        }
      }
      seen.complaints += answer.complaints
    }
    return seen
  }

  /// Looks at each step as a reader does who wants to see the whole graph and read every word.
  private static let stepping = #"""
    addEventListener('load', async () => {
      const reported = [], counts = { pages: 0, steps: 0 }, scales = [];
      const numbers = text => (text.match(/[\d.]+/g) || []).map(Number);
      const light = ([r, g, b]) => {
        const part = v => (v /= 255) <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
        return .2126 * part(r) + .7152 * part(g) + .0722 * part(b);
      };
      const contrast = (a, b) => {
        const [low, high] = [light(a), light(b)].sort((x, y) => x - y);
        return (high + .05) / (low + .05);
      };
      const pause = time => new Promise(done => setTimeout(done, time));
      // Boxes that touch by a pixel do not hide each other.
      const meet = (a, b, slack) => a.left < b.right - slack && b.left < a.right - slack && a.top < b.bottom - slack && b.top < a.bottom - slack;
      const within = (a, b, slack) => a.left >= b.left - slack && a.right <= b.right + slack && a.top >= b.top - slack && a.bottom <= b.bottom + slack;
      for (const template of document.querySelectorAll('template')) for (const [width, height, most, least] of windows) {
        const frame = document.createElement('iframe');
        frame.width = width; frame.height = height;
        frame.style.border = 0;
        frame.srcdoc = template.dataset.page;
        // Every page is looked at as by a reader who has answered nothing.
        try { localStorage.clear(); } catch { }
        const loaded = new Promise(done => frame.addEventListener('load', done));
        document.body.append(frame);
        await loaded;
        await pause(100);
        const page = frame.contentDocument, view = frame.contentWindow;
        const name = template.dataset.name + ' ' + width;
        const faults = new Map();
        let step = 0;
        const say = text => { if (!faults.has(text)) faults.set(text, step); };
        const slider = page.getElementById('slider'), pane = page.querySelector('.graph .view');
        if (!slider || !pane) { reported.push('fault ' + name + ': no replay'); frame.remove(); continue; }
        const isSeen = item => { const style = view.getComputedStyle(item); return style.visibility !== 'hidden' && style.display !== 'none'; };
        const svg = [...pane.querySelectorAll('svg')].find(isSeen);
        // A busy machine may still lay the page out.
        for (let tries = 0; tries < 20 && !within(svg.getBoundingClientRect(), pane.getBoundingClientRect(), 1); tries++) await pause(100);
        const isNarrow = width < 600;
        // Where each line runs does not change, so it is measured once.
        const toScreen = svg.getScreenCTM();
        const ways = new Map([...svg.querySelectorAll('.e')].map(item => {
          const path = item.querySelector('.l'), length = path.getTotalLength(), points = [];
          for (let at = 0; at <= length; at += 4) {
            const point = path.getPointAtLength(at).matrixTransform(toScreen);
            points.push([point.x, point.y]);
          }
          return [item, points];
        }));
        const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
        scales.push([Math.round(scale * 100) / 100, name]);
        let place = '';
        const look = () => {
          counts.steps++;
          const own = pane.getBoundingClientRect(), picture = svg.getBoundingClientRect();
          const now = [own.left, own.top, own.right, own.bottom, picture.left, picture.top].map(Math.round).join(' ');
          if (place && place !== now) say('the graph jumps from ' + place + ' to ' + now);
          place = place || now;
          if (own.top + view.scrollY > most) say('the graph begins at ' + Math.round(own.top));
          if (!within(picture, own, 1)) say('the graph is cut: ' + [picture.width, picture.height, own.width, own.height].map(Math.round).join(' '));
          if (own.bottom > view.innerHeight || own.right > view.innerWidth) say('the graph leaves the window');
          if (page.documentElement.scrollWidth > view.innerWidth) say('wider than the window: ' + page.documentElement.scrollWidth);
          const texts = [...svg.querySelectorAll('text')].filter(item => item.textContent && isSeen(item)).map(item => [item, item.getBoundingClientRect()]);
          const boxes = [...svg.querySelectorAll('.n.on')].map(item => [item, [...item.querySelectorAll('.b')].pop().getBoundingClientRect()]);
          texts.forEach(([item, box], at) => {
            const words = item.firstChild.textContent, node = item.closest('.n');
            const size = parseFloat(view.getComputedStyle(item).fontSize) * scale;
            if (!isNarrow && size * 10 < least) say('"' + words + '" has only ' + size.toFixed(1) + ' pixels');
            for (const [other, there] of texts.slice(at + 1))
              if (meet(box, there, 1.5)) say('"' + words + '" and "' + other.firstChild.textContent + '" overlap');
            if (!within(box, picture, 1)) say('"' + words + '" leaves the picture');
            if (node && !item.matches('.rc, .sign')) {
              const frames = [...node.querySelectorAll('.b')].map(part => part.getBoundingClientRect());
              if (!frames.some(frame => within(box, frame, 1))) say('"' + words + '" leaves its box');
            }
            if (!node) {
              for (const [other, there] of boxes) if (meet(box, there, 1)) say('"' + words + '" lies on ' + other.querySelector('.t').textContent);
              for (const [line, points] of ways)
                if (isSeen(line) && points.some(([x, y]) => x > box.left + 1 && x < box.right - 1 && y > box.top + 1.5 && y < box.bottom - 1.5))
                  say('a line runs through "' + words + '": ' + line.querySelector('title').textContent);
            }
          });
          for (const [line, points] of ways) if (isSeen(line)) for (const [node, box] of boxes)
            if (points.some(([x, y]) => x > box.left + 3 && x < box.right - 3 && y > box.top + 3 && y < box.bottom - 3))
              say('a line runs through ' + node.querySelector('.t').textContent + ': ' + line.querySelector('title').textContent);
          const item = page.querySelector('.steps>li.on');
          for (const part of item.querySelectorAll('.sentence, .question')) {
            if (!part.offsetHeight) continue;
            if (part.scrollHeight > part.clientHeight + 1) say('cut: ' + part.textContent);
            const line = parseFloat(view.getComputedStyle(part).lineHeight), style = view.getComputedStyle(part);
            if (part.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom) > 3 * line + 2) say('more than three lines: ' + part.textContent);
          }
          for (const part of item.querySelectorAll('.choices button, .verdict, .why, .guess button')) {
            if (!part.offsetHeight) continue;
            if (part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 2) say('cut: ' + part.textContent);
            const box = part.getBoundingClientRect();
            if (box.left < 0 || box.right > view.innerWidth) say('outside of the window: ' + part.textContent);
          }
          // A choice is reached by the keyboard.
          for (const part of item.querySelectorAll('.asking .choices button')) { part.focus(); if (page.activeElement !== part) say('not reached: ' + part.textContent); }
          for (const part of page.querySelectorAll('.lesson h1, .holds :is(th,td), .counters tbody :is(th,td), .where'))
            if (part.offsetHeight && (part.scrollWidth > part.clientWidth + 1 && view.getComputedStyle(part).overflowX !== 'visible' || part.matches('h1') && part.scrollHeight > part.clientHeight + 3)) say('cut: ' + part.textContent);
          for (const part of page.querySelectorAll('.lesson button, .lesson a, .lesson summary, .bar output, .tools button, .tools label, .counters tr')) {
            const box = part.getBoundingClientRect();
            if (box.width && isSeen(part) && (box.left < -1 || box.right > view.innerWidth + 1)) say('outside of the window: ' + part.textContent);
          }
          const buttons = [...page.querySelectorAll('.bar > *, .lesson > :not(.bar)')].filter(part => part.offsetHeight).map(part => [part, part.getBoundingClientRect()]);
          buttons.forEach(([part, box], at) => {
            for (const [other, there] of buttons.slice(at + 1)) if (meet(box, there, 1)) say('"' + part.textContent + '" and "' + other.textContent + '" overlap');
          });
        };
        const read = () => {
          const paper = numbers(view.getComputedStyle(page.body).backgroundColor);
          const ground = item => {
            for (; item; item = item.parentElement) {
              const color = numbers(view.getComputedStyle(item).backgroundColor);
              if (color.length === 3 || color[3] === 1) return color;
            }
            return paper;
          };
          const walker = page.createTreeWalker((step && page.querySelector('.stage')) || page.body, 4);
          while (walker.nextNode()) {
            const node = walker.currentNode, item = node.parentElement;
            if (!node.data.trim() || !item.checkVisibility({ visibilityProperty: true }) || item.closest('script, style, title, option, .hush, .skip, .counters thead')) continue;
            const style = view.getComputedStyle(item), box = item.closest('.n');
            const color = numbers(item.closest('svg') ? style.fill : style.color);
            // Writing in a box stands on what the box is filled with; a half box has both.
            const under = [];
            if (box) for (const part of box.querySelectorAll(item.matches('.sign') ? '.corner' : '.b, .half')) {
              const look = view.getComputedStyle(part);
              if (look.display !== 'none' && look.fill !== 'none') under.push(numbers(look.fill));
            }
            for (const back of under.length ? under : [ground(item)]) {
              const value = contrast(color, back);
              if (value < 4.5) say('contrast ' + value.toFixed(2) + ' of "' + node.data.trim().slice(0, 30) + '" in ' + page.documentElement.dataset.theme);
            }
          }
        };
        for (step = 0; step <= Number(slider.max); step++) {
          slider.value = step;
          slider.dispatchEvent(new view.Event('input'));
          look();
          const offered = page.querySelectorAll('.asking .choices li');
          const wrong = [...offered].find(choice => !('right' in choice.dataset));
          const pass = wrong ? wrong.firstChild : page.querySelector('.asking .guess button[type=button]');
          if (pass) {
            // The question is read before it is answered, and so is what is said to a wrong answer.
            if (offered.length) for (const theme of ['light', 'dark']) { page.documentElement.dataset.theme = theme; read(); }
            pass.click();
            look();
            if (wrong && !page.querySelector('.on .verdict .why')) say('no way to the step that shows why');
          }
          for (const theme of ['light', 'dark']) { page.documentElement.dataset.theme = theme; read(); }
        }
        if (isNarrow) {
          page.getElementById('larger').click();
          const larger = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
          for (step = 0; step <= Number(slider.max); step++) {
            slider.value = step;
            slider.dispatchEvent(new view.Event('input'));
            const own = pane.getBoundingClientRect();
            for (const item of [...svg.querySelectorAll('text')].filter(item => item.textContent && isSeen(item))) {
              const size = parseFloat(view.getComputedStyle(item).fontSize) * larger;
              if (size * 10 < least) say('"' + item.firstChild.textContent + '" has only ' + size.toFixed(1) + ' pixels after one press');
            }
            const moved = [...svg.querySelectorAll('.n.changed')].map(item => item.querySelector('.b').getBoundingClientRect());
            if (moved.length && !moved.some(box => within(box, own, 2))) say('nothing that changed is in sight after one press');
          }
          page.getElementById('whole').click();
        }
        // What is folded is read as well.
        for (const item of page.querySelectorAll('details')) item.open = true;
        step = 0;
        for (const theme of ['light', 'dark']) { page.documentElement.dataset.theme = theme; read(); }
        counts.pages++;
        for (const [text, at] of faults) reported.push('fault ' + name + ' step ' + at + ': ' + text.replace(/\s+/g, ' ').replace(/§/g, '$'));
        frame.remove();
      }
      scales.sort((one, other) => one[0] - other[0]);
      const pre = document.createElement('pre');
      pre.textContent = '§pages ' + counts.pages + '\nsteps ' + counts.steps + '\n' + scales.slice(0, 3).map(part => 'scale ' + part.join(' ')).join('\n') + '\n' + reported.join('\n') + '§';
      for (const template of [...document.querySelectorAll('template')]) template.remove();
      document.body.prepend(pre);
    });
    """#
}
