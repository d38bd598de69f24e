// The picture of a film: every node of any frame, drawn once. A script shows those that are there.

import FaultlineKnowledge
import FaultlineReplay

/// Draws nodes and lines as an inline picture.
struct ReplayDrawing {
  private let film: Replay
  private let name: String
  private let bundles: ReplayBundles
  private let layout: ReplayLayout
  private let routes: ReplayRoutes

  /// Draws a film under a name that no other picture of its page has, for screens of one shape.
  init(_ film: Replay, _ bundles: ReplayBundles, named name: String, _ format: ReplayLayout.Format)
  {
    self.film = film
    self.name = name
    self.bundles = bundles
    routes = ReplayRoutes(film, bundles, format)
    layout = routes.layout
  }

  var lines: [String] {
    var lines = [
      "<svg class=\"\(name)\" viewBox=\"0 0 \(layout.width) \(layout.height)\" "
        + "width=\"\(layout.width)\" height=\"\(layout.height)\" role=\"img\" aria-labelledby=\"\(name)\">",
      "<title id=\"\(name)\">The object graph after this step; the table shows it in words</title>",
    ]
    for number in bundles.lines.indices { lines.append(line(number)) }
    for node in film.nodes.indices {
      lines.append(film.nodes[node].kind.isRoot ? root(node) : object(node))
    }
    lines += routes.places.map(label)
    return lines + ["</svg>"]
  }

  private func line(_ number: Int) -> String {
    let route = routes.routes[number]
    let titles = bundles.lines[number].edges.map { words(for: film.edges[$0]) }
    return "<g class=\"e\"><path class=\"l\" d=\"\(route.line)\"/>"
      + "<path class=\"h there\" d=\"\(route.heads.other)\"/><path class=\"h here\" d=\"\(route.heads.hub)\"/>"
      + "<title>\(escaped(titles.joined(separator: "; ")))</title></g>"
  }

  /// The names of a bundle, above and below its line.
  private func label(_ place: ReplayRoutes.Place) -> String {
    let (anchor, side) = place.isEastward ? ("start", "east") : ("end", "west")
    func text(_ y: Int) -> String {
      "<text x=\"\(place.x)\" y=\"\(y)\" text-anchor=\"\(anchor)\"></text>"
    }
    return
      "<g class=\"k \(side)\" data-bundle=\"\(place.bundle)\">\(text(place.y - 5))\(text(place.y + 14))</g>"
  }

  private func words(for edge: Replay.Edge) -> String {
    let (from, to) = (film.nodes[edge.from].title, film.nodes[edge.to].title)
    guard edge.reason.isStrong else { return "\(from) finds \(to) and does not hold it" }
    return edge.label.isEmpty ? "\(from) holds \(to)" : "\(from) holds \(to): \(edge.label)"
  }

  private func root(_ node: Int) -> String {
    let box = layout.boxes[node]
    return
      "<g class=\"n\">\(rectangle(box, "halo", 4, 19))\(rectangle(box, "b", 0, 16))"
      + text(
        film.nodes[node].title, "t", x: box.x + box.width / 2, y: box.middle + 4,
        room: layout.format.rootLetters)
      + "</g>"
  }

  private func object(_ node: Int) -> String {
    let box = layout.boxes[node]
    let description = film.nodes[node]
    var parts = ["<g class=\"n\">"]
    parts.append(rectangle(box, "halo", description.count > 1 ? 7 : 4, 8))
    if description.count > 1 {
      var behind = box
      behind.x += 4
      behind.y -= 4
      parts.append(rectangle(behind, "b", 0, 5))
    }
    parts.append(rectangle(box, "b", 0, 5))
    parts.append(
      "<path class=\"half\" d=\"M\(box.x + 1) \(box.y + 1)h\(box.width / 2 - 1)"
        + "v\(box.height - 2)h-\(box.width / 2 - 1)z\"/>")
    let corner = "M\(box.right - 17) \(box.y)h17v17z"
    parts.append("<path class=\"corner\" d=\"\(corner)\"/>")
    parts.append(
      "<text class=\"sign\" x=\"\(box.right - 5)\" y=\"\(box.y + 9)\" text-anchor=\"middle\"></text>"
    )
    let x = box.x + box.width / 2
    let y = box.middle - 28
    let letters = layout.format.letters
    parts.append(text(description.title, "t", x: x, y: y + 23, room: letters))
    parts.append("<text class=\"d\" x=\"\(x)\" y=\"\(y + 38)\" text-anchor=\"middle\"></text>")
    let detail = description.detail ?? ""
    parts.append(text(detail, "i", x: x, y: y + 51, room: letters * 4 / 3))
    parts.append(
      "<text class=\"rc\" x=\"\(box.x + 2)\" y=\"\(box.y + box.height + 12)\"></text>")
    return parts.joined() + "</g>"
  }

  private func rectangle(_ box: ReplayLayout.Box, _ name: String, _ around: Int, _ radius: Int)
    -> String
  {
    "<rect class=\"\(name)\" x=\"\(box.x - around)\" y=\"\(box.y - around)\" "
      + "width=\"\(box.width + 2 * around)\" height=\"\(box.height + 2 * around)\" rx=\"\(radius)\"/>"
  }

  /// A text that fits; one that does not is cut in the middle and whole for a reader who points at it.
  private func text(_ text: String, _ name: String, x: Int, y: Int, room: Int) -> String {
    guard !text.isEmpty else { return "" }
    let isLong = text.count > room
    let shown = isLong ? text.prefix(room / 2) + "…" + text.suffix(room - room / 2 - 1) : text[...]
    return "<text class=\"\(name)\" x=\"\(x)\" y=\"\(y)\" text-anchor=\"middle\">"
      + "\(escaped(String(shown)))\(isLong ? "<title>\(escaped(text))</title>" : "")</text>"
  }

  private func escaped(_ text: String) -> String { MarkupText.escaped(text) }
}
