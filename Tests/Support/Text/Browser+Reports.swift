// Reports in a real browser: what is seen first, what is cut or hidden, and what a picture says to keys and to a pointer.

import Foundation

extension Browser {
  /// What was seen of reports.
  public struct ReportsSeen {
    /// How many pages were looked at, all sizes together.
    public var pages = 0
    /// How many pictures were stepped through.
    public var pictures = 0
    /// How many values were said.
    public var values = 0
    /// What is wrong, each with its page and size.
    public var problems: [String] = []
    /// What the browser said on its console.
    public var complaints: [String] = []
  }

  /// The windows in which a report is looked at.
  public static let reportWindows = [(1280, 720), (390, 844)]

  /// Looks at reports by their names, in both windows and both themes; nil where there is no browser.
  public static func reports(_ pages: [(name: String, text: String)]) throws -> ReportsSeen? {
    var seen = ReportsSeen()
    let templates = pages.map {
      "<template data-name=\"\(attribute($0.name))\" data-page=\"\(attribute($0.text))\"></template>"
    }
    let sizes = reportWindows.map { "[\($0.0),\($0.1)]" }.joined(separator: ",")
    let page =
      "<!doctype html><body>\(templates.joined())<script>const windows = [\(sizes)];\n\(looking)</script></body>"
    guard let answer = try open(page, patience: 600_000) else { return nil }
    let parts = answer.document.split(separator: "§", omittingEmptySubsequences: false)
    guard parts.count >= 3 else {
      seen.problems.append("the reports were not looked at")
      return seen
    }
    for line in parts[1].split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard words.count == 2 else { continue }
      switch words[0] {
      case "pages": seen.pages = Int(words[1]) ?? 0
      case "pictures": seen.pictures = Int(words[1]) ?? 0
      case "values": seen.values = Int(words[1]) ?? 0
      default: seen.problems.append(words[1])
      }
    }
    seen.complaints = answer.complaints
    return seen
  }

  private static let looking = #"""
    addEventListener('load', async () => {
      const reported = [], counts = { pages: 0, pictures: 0, values: 0 };
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
      const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 2 && b.top < a.bottom - 2;
      for (const template of document.querySelectorAll('template')) for (const [width, height] of windows) {
        const frame = document.createElement('iframe');
        frame.width = width; frame.height = height;
        frame.style.border = 0;
        frame.srcdoc = template.dataset.page;
        const loaded = new Promise(done => frame.addEventListener('load', done));
        document.body.append(frame);
        await loaded;
        await pause(50);
        const page = frame.contentDocument, view = frame.contentWindow;
        const name = template.dataset.name + ' ' + width, faults = new Set();
        const say = text => faults.add(text.replace(/\s+/g, ' ').replace(/§/g, '$'));
        const first = page.querySelector('.first .panels svg'), verdict = page.querySelector('.verdict');
        if (width === windows[0][0]) {
          if (verdict.getBoundingClientRect().bottom > height) say('the verdict is below the fold');
          if (!first) say('there is no first picture');
          else if (first.getBoundingClientRect().bottom > height) say('the first picture ends at ' + Math.round(first.getBoundingClientRect().bottom));
          const advice = page.querySelector('.first .advice li');
          if (advice && advice.getBoundingClientRect().top > height - 40) say('what to do is below the fold');
          const failed = [...page.querySelectorAll('main p')].find(item => / fails?, first: /.test(item.textContent));
          if (failed && failed.getBoundingClientRect().bottom > height - 60) say('what failed is below the fold');
        }
        for (const item of page.querySelectorAll('details')) item.open = true;
        for (let tries = 0; tries < 20 && page.documentElement.scrollWidth > view.innerWidth; tries++) await pause(50);
        if (page.documentElement.scrollWidth > view.innerWidth) say('wider than the window: ' + page.documentElement.scrollWidth);
        for (const svg of page.querySelectorAll('.chart svg[role=img]')) {
          const own = svg.getBoundingClientRect();
          const texts = [...svg.querySelectorAll('text')].filter(item => item.textContent.trim()).map(item => [item.textContent, item.getBoundingClientRect()]);
          texts.forEach(([words, box], at) => {
            if (box.left < own.left - 1 || box.right > own.right + 1 || box.top < own.top - 1 || box.bottom > own.bottom + 1) say('cut in a picture: ' + words);
            for (const [other, there] of texts.slice(at + 1)) if (meet(box, there)) say('labels overlap: "' + words + '" and "' + other + '"');
          });
        }
        for (const item of page.querySelectorAll('th, td, h1, h2:not(.hush), h3, figcaption, .items li, .facts li, .read'))
          if (item.offsetHeight && item.scrollWidth > item.clientWidth + 1 && view.getComputedStyle(item).overflowX !== 'visible') say('cut: ' + item.textContent.slice(0, 60));
        const ground = item => {
          for (; item; item = item.parentElement) {
            const color = numbers(view.getComputedStyle(item).backgroundColor);
            if (color.length === 3 || color[3] === 1) return color;
          }
          return [255, 255, 255];
        };
        for (const theme of ['light', 'dark']) {
          page.documentElement.dataset.theme = theme;
          const walker = page.createTreeWalker(page.body, 4);
          while (walker.nextNode()) {
            const node = walker.currentNode, item = node.parentElement;
            if (!node.data.trim() || item.closest('script, style, title, desc, option, template, .skip')) continue;
            const style = view.getComputedStyle(item);
            const value = contrast(numbers(item.closest('svg') ? style.fill : style.color), ground(item));
            if (value < 4.5) say('contrast ' + value.toFixed(2) + ' of "' + node.data.trim().slice(0, 30) + '" in ' + theme);
          }
        }
        for (const figure of page.querySelectorAll('.chart')) {
          const said = figure.querySelector('.read');
          for (const picture of figure.querySelectorAll('svg[role=img]')) {
            const title = picture.querySelector('title').textContent;
            if (!picture.dataset.reads || picture.tabIndex !== 0) { say('the keyboard does not reach ' + title); continue; }
            const words = picture.dataset.reads.split('\n'), press = key => picture.dispatchEvent(new view.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
            counts.pictures++;
            picture.focus();
            press('Home');
            for (let at = 0; at < words.length; at++) {
              counts.values++;
              if (!said.textContent.endsWith(words[at])) { say('does not say "' + words[at] + '": ' + title); break; }
              if (said.getBoundingClientRect().right > view.innerWidth + 1) say('what is said leaves the window');
              press('ArrowRight');
            }
            press('End');
            if (!said.textContent.endsWith(words.at(-1))) say('does not go to the end: ' + title);
            if (!picture.querySelector('.cursor')) say('does not show where: ' + title);
            picture.blur();
            const box = picture.getBoundingClientRect();
            picture.dispatchEvent(new view.PointerEvent('pointermove', { clientX: box.left + box.width * .6, clientY: box.top + box.height / 2, bubbles: true }));
            if (!said.classList.contains('shown')) say('says nothing where it is pointed at: ' + title);
            picture.dispatchEvent(new view.PointerEvent('pointerleave'));
          }
        }
        counts.pages++;
        for (const text of [...faults].slice(0, 30)) reported.push('fault ' + name + ': ' + text);
        frame.remove();
      }
      const pre = document.createElement('pre');
      pre.textContent = '§' + Object.entries(counts).map(part => part.join(' ')).join('\n') + '\n' + reported.join('\n') + '§';
      for (const template of [...document.querySelectorAll('template')]) template.remove();
      document.body.prepend(pre);
    });
    """#
}
