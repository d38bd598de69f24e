// The picture of a film: every node of any frame, drawn once. A script shows those that are there.

import FaultlinePages

/// Draws nodes and edges as an inline picture.
struct ReplayDrawing {
  private let film: Film
  private let layout: ReplayLayout
  private let routes: [ReplayRoutes.Route]

  init(_ film: Film) {
    self.film = film
    layout = ReplayLayout(film)
    routes = ReplayRoutes(film, layout).routes
  }

  /// Below this share of its width the picture is scrolled and not shrunk, in rem by the class of that name.
  private var widthClass: String { "w\(min(max((layout.width * 3 / 4 / 64 + 1) * 4, 16), 96))" }

  var lines: [String] {
    var lines = [
      "<svg class=\"\(widthClass)\" viewBox=\"0 0 \(layout.width) \(layout.height)\" "
        + "width=\"\(layout.width)\" height=\"\(layout.height)\" role=\"img\" aria-labelledby=\"picture\">",
      "<title id=\"picture\">The object graph after this step; the words above say what it shows</title>",
    ]
    for number in film.edges.indices { lines.append(edge(number)) }
    for node in film.nodes.indices {
      lines.append(film.nodes[node].kind.isRoot ? root(node) : object(node))
    }
    return lines + ["</svg>"]
  }

  private func edge(_ number: Int) -> String {
    let route = routes[number]
    let edge = film.edges[number]
    let label = route.label
    return "<g class=\"e\" id=\"e\(number)\"><path class=\"l\" d=\"\(route.line)\"/>"
      + "<path class=\"h\" d=\"\(route.head)\"/>"
      + "<text x=\"\(label.x)\" y=\"\(label.y)\" text-anchor=\"\(label.anchor)\"></text>"
      + "<title>\(escaped(words(for: edge)))</title></g>"
  }

  private func words(for edge: Film.Edge) -> String {
    let (from, to) = (film.nodes[edge.from].title, film.nodes[edge.to].title)
    guard edge.reason.isStrong else { return "\(from) finds \(to) and does not hold it" }
    return edge.label.isEmpty ? "\(from) holds \(to)" : "\(from) holds \(to): \(edge.label)"
  }

  private func root(_ node: Int) -> String {
    let box = layout.boxes[node]
    return
      "<g class=\"n\" id=\"n\(node)\">\(rectangle(box, "halo", 4, 19))\(rectangle(box, "b", 0, 16))"
      + text(film.nodes[node].title, "t", x: box.x + box.width / 2, y: box.middle + 4, room: 17)
      + "</g>"
  }

  private func object(_ node: Int) -> String {
    let box = layout.boxes[node]
    let description = film.nodes[node]
    var parts = ["<g class=\"n\" id=\"n\(node)\">"]
    parts.append(rectangle(box, "halo", description.count > 1 ? 7 : 4, 8))
    if description.count > 1 {
      var behind = box
      behind.x += 4
      behind.y -= 4
      parts.append(rectangle(behind, "b", 0, 5))
    }
    parts.append(rectangle(box, "b", 0, 5))
    parts.append(
      "<path class=\"half\" d=\"M\(box.x + 1) \(box.y + 1)h71v\(box.height - 2)h-71z\"/>")
    let corner = "M\(box.right - 17) \(box.y)h17v17z"
    parts.append("<path class=\"corner\" d=\"\(corner)\"/>")
    parts.append(
      "<text class=\"sign\" x=\"\(box.right - 5)\" y=\"\(box.y + 9)\" text-anchor=\"middle\"></text>"
    )
    let x = box.x + box.width / 2
    parts.append(text(description.title, "t", x: x, y: box.y + 20, room: 17))
    parts.append("<text class=\"d\" x=\"\(x)\" y=\"\(box.y + 34)\" text-anchor=\"middle\"></text>")
    let detail = description.detail ?? ""
    parts.append(text(detail, "i", x: x, y: box.y + 47, room: 24))
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

  /// A text that fits; one that does not is cut in the middle and whole for who points at it.
  private func text(_ text: String, _ name: String, x: Int, y: Int, room: Int) -> String {
    guard !text.isEmpty else { return "" }
    let isLong = text.count > room
    let shown = isLong ? text.prefix(room / 2) + "…" + text.suffix(room - room / 2 - 1) : text[...]
    return "<text class=\"\(name)\" x=\"\(x)\" y=\"\(y)\" text-anchor=\"middle\">"
      + "\(escaped(String(shown)))\(isLong ? "<title>\(escaped(text))</title>" : "")</text>"
  }

  private func escaped(_ text: String) -> String { MarkupText.escaped(text) }
}
