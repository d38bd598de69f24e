// Pages in a real browser: what it says of them, and what in them cannot be read or reached.

import Foundation

/// The browser, where there is one.
public enum Browser {
  /// What came of opening a page.
  public struct Answer {
    /// The document after its scripts ran.
    public var document: String
    /// What the browser said on its console.
    public var complaints: [String]
  }

  /// Opens a page, which may use so many milliseconds of its own clock; nil, with a message, where there is no browser.
  public static func open(_ text: String, patience: Int = 20_000) throws -> Answer? {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "faultline-page-\(UInt64.random(in: .min ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "page.html")
    // The mark at its beginning names the encoding; without it the browser guesses, and not always the same.
    try Data("\u{FEFF}\(text)".utf8).write(to: file)
    let words = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
      "--user-data-dir=\(folder.path)/profile", "--enable-logging=stderr", "--log-level=0",
      "--force-prefers-reduced-motion", "--virtual-time-budget=\(patience)", "--dump-dom",
      "file://\(file.path)",
    ]
    guard let said = Outsider.run("chromium", words) else {
      print("Skipped: chromium is not installed ('.ci/setup --all' installs it).")
      return nil
    }
    let complaints = said.split(separator: "\n").filter { $0.contains(":CONSOLE") }
    return Answer(document: said, complaints: complaints.map(String.init))
  }

  /// What is wrong with pages at three widths in both themes, or `none`; nil where there is no browser.
  public static func problems(of pages: [(name: String, text: String)]) throws -> String? {
    let frames = pages.flatMap { page in
      [360, 800, 1600].flatMap { width in
        ["light", "dark"].map { theme in
          "<iframe data-name=\"\(page.name) \(width) \(theme)\" data-theme=\"\(theme)\" "
            + "width=\"\(width)\" height=\"600\" srcdoc=\"\(attribute(page.text))\"></iframe>"
        }
      }
    }
    let page = "<!doctype html><body>\(frames.joined())<script>\(inspection)</script></body>"
    guard let answer = try open(page) else { return nil }
    return answer.document.split(separator: "§").dropFirst().first.map(String.init)
      ?? "the pages were not looked at"
  }

  /// A page as the value of an attribute.
  public static func attribute(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
  }

  /// Looks at every frame as somebody would who cannot see well, or has a small window, or no mouse.
  private static let inspection = #"""
    addEventListener('load', async () => {
      const problems = [];
      const numbers = text => (text.match(/[\d.]+/g) || []).map(Number);
      const light = ([r, g, b]) => {
        const part = v => (v /= 255) <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
        return .2126 * part(r) + .7152 * part(g) + .0722 * part(b);
      };
      const contrast = (a, b) => {
        const [low, high] = [light(a), light(b)].sort((x, y) => x - y);
        return (high + .05) / (low + .05);
      };
      for (const frame of document.querySelectorAll('iframe')) {
        const page = frame.contentDocument, view = frame.contentWindow;
        const say = text => problems.push(frame.dataset.name + ': ' + text);
        page.documentElement.dataset.theme = frame.dataset.theme;
        for (const item of page.querySelectorAll('details')) item.open = true;
        // A busy machine may still lay the page out.
        for (let tries = 0; tries < 20 && page.documentElement.scrollWidth > view.innerWidth; tries++)
          await new Promise(done => setTimeout(done, 100));
        if (page.documentElement.scrollWidth > view.innerWidth)
          say('wider than the window: ' + page.documentElement.scrollWidth);
        const ground = item => {
          for (; item; item = item.parentElement) {
            const color = numbers(view.getComputedStyle(item).backgroundColor);
            if (color.length === 3 || color[3] === 1) return color;
          }
          return [255, 255, 255];
        };
        const walker = page.createTreeWalker(page.body, 4);
        while (walker.nextNode()) {
          const node = walker.currentNode, item = node.parentElement;
          if (!node.data.trim() || ['SCRIPT', 'STYLE', 'TITLE', 'DESC'].includes(item.tagName.toUpperCase())) continue;
          if (item.closest('.skip, option')) continue;
          const style = view.getComputedStyle(item);
          const color = numbers(item.closest('svg') ? style.fill : style.color);
          const value = contrast(color, ground(item));
          if (value < 4.5) say('contrast ' + value.toFixed(2) + ' of ' + node.data.slice(0, 30));
          if (parseFloat(style.fontSize) < 9) say('small text ' + node.data.slice(0, 30));
        }
        for (const item of page.querySelectorAll('.line, .area, .limit, use')) {
          const style = view.getComputedStyle(item);
          const paint = item.matches('.line, .limit') ? style.stroke : style.fill;
          const value = contrast(numbers(paint), ground(item.closest('figure')));
          if (item.closest('.quiet') === null && value < 3) say('contrast of a mark ' + value.toFixed(2));
        }
        const ids = [...page.querySelectorAll('[id]')].map(item => item.id);
        if (new Set(ids).size !== ids.length) say('an id stands twice');
        for (const item of page.querySelectorAll('[aria-labelledby]'))
          for (const id of item.getAttribute('aria-labelledby').split(' '))
            if (!page.getElementById(id)) say('nothing is called ' + id);
        for (const item of page.querySelectorAll('use'))
          if (!page.querySelector(item.getAttribute('href'))) say('no mark ' + item.getAttribute('href'));
        for (const item of page.querySelectorAll('svg[role=img]'))
          if (!item.querySelector('title').textContent.trim()) say('a picture without a name');
        for (const item of page.querySelectorAll('.chart'))
          if (!item.querySelector('details table tbody tr')) say('a picture without its numbers');
        for (const item of page.querySelectorAll('table')) {
          if (!item.caption || !item.caption.textContent.trim()) say('a table without a caption');
          for (const head of item.querySelectorAll('th')) {
            if (!head.scope) say('a head without a scope');
            if (!head.textContent.trim()) say('a head without words in ' + item.caption.textContent);
          }
        }
        for (const item of page.querySelectorAll('input, select, button'))
          if (!(item.labels && item.labels.length) && !item.textContent.trim()) say('a field without a label');
        for (const item of page.querySelectorAll('.scroll'))
          if (item.tabIndex !== 0 || !item.getAttribute('aria-label')) say('cannot be scrolled by keys');
        let level = 0;
        for (const item of page.querySelectorAll('h1, h2, h3')) {
          const next = Number(item.tagName[1]);
          if (next > level + 1) say('a heading skips a level: ' + item.textContent);
          level = next;
        }
        if (page.querySelectorAll('main').length !== 1 || !page.documentElement.lang) say('no landmark');
        const focus = page.querySelector('th button');
        if (focus) {
          focus.focus();
          if (page.activeElement !== focus) say('cannot be focused');
          focus.click();
          if (focus.parentElement.getAttribute('aria-sort') !== 'ascending') say('does not sort');
        }
      }
      const pre = document.createElement('pre');
      pre.textContent = '§' + (problems.length ? problems.slice(0, 40).join('\n') : 'none') + '§';
      for (const frame of [...document.querySelectorAll('iframe')]) frame.remove();
      document.body.prepend(pre);
    });
    """#
}
