// Scenarios whose peak has a planted cause that a change removes, and some for which nothing helps.

import Testing

/// A scenario with a planted cause of its peak, and what has to be advised of it first.
struct PlantedRemedy: Sendable, CustomTestStringConvertible {
  /// What is planted.
  let cause: String
  /// The remedy that has to be advised; nil where nothing may be.
  let name: String?
  var model = "  Item: {name: string, notes: string, price: double}"
  var store = "memory"
  var rows = 0
  /// How long the notes of a row are.
  var notes = 40
  var context = "undo: none"
  let steps: String

  var testDescription: String { cause }

  private var data: String {
    rows == 0
      ? ""
      : "data:\n  Item: {count: \(rows), set: {name: 'Item {index}', notes: text(\(notes)), price: index}}\n"
  }

  /// The scenario in full.
  var text: String {
    """
    faultline: 1
    name: planted
    title: A peak with a planted cause
    model:
    \(model)
    stores: [\(store)]
    \(data)context: {\(context)}
    steps:
    \(steps.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))
    measure: {repeats: 1, warmup: 1}
    """
  }

  static let all = [
    PlantedRemedy(
      cause: "the pool", name: "drain-in-loop", rows: 4_000,
      steps: """
        - turn:
            - repeat: 40
              as: i
              steps:
                - fetch: {entity: Item, as: realized, limit: 100, offset: i * 100}
        """),
    PlantedRemedy(
      cause: "one fetch of everything", name: "fetch-in-pages", rows: 2_000,
      steps: "- fetch: {entity: Item, as: realized}"),
    PlantedRemedy(
      cause: "pending changes", name: "save-in-loop",
      steps: """
        - repeat: 20
          as: i
          steps:
            - insert: {entity: Item, count: 100, set: {name: 'Item {index}', notes: text(40)}}
        - save: {}
        """),
    PlantedRemedy(
      cause: "undo", name: "undo-none", rows: 2_000, context: "undo: unlimited",
      steps: """
        - fetch: {entity: Item, into: items}
        - repeat: 20
          as: i
          steps:
            - set: {objects: items, to: {price: 'i * 1000 + index'}}
        - release: items
        """),
    PlantedRemedy(
      cause: "a container", name: "release-all", rows: 2_000,
      steps: """
        - fetch: {entity: Item, into: items, as: realized}
        - hold: {objects: items, as: shelf}
        - touch: shelf
        - insert: {entity: Item, count: 2_500, set: {name: 'New {index}'}}
        - save: {}
        """),
    PlantedRemedy(
      cause: "one big save", name: "save-in-batches",
      steps: """
        - insert: {entity: Item, count: 2_000, set: {name: 'Item {index}', notes: text(40)}}
        - save: {}
        """),
    PlantedRemedy(
      cause: "a prefetch", name: "prefetch-none",
      model: """
          Item:
            name: string
            notes: string
            price: double
            parts: {to many: Part, inverse: item}
          Part:
            name: string
            item: {to one: Item, inverse: parts}
        """, rows: 0, context: "undo: none, pool: false",
      steps: """
        - repeat: 10
          steps:
            - insert: {entity: Item, count: 1, into: one, set: {name: Item}}
            - insert: {entity: Part, count: 200, into: parts, set: {name: 'Part {index}'}}
            - relate: {objects: parts, by: item, to: one}
            - save: {}
            - release: all
            - reset: {}
        - fetch: {entity: Item, into: list, as: realized, prefetch: parts}
        """),
    PlantedRemedy(
      cause: "the row cache", name: "fetch-keys", rows: 2_000, notes: 400,
      context: "undo: none, pool: false",
      steps: "- fetch: {entity: Item, into: items}"),
    PlantedRemedy(
      cause: "SQLite's cache", name: "cache-size", store: "sqlite", rows: 20_000,
      context: "undo: none, pool: false",
      steps: "- fetch: {entity: Item, into: items, sort: [notes], limit: 1}"),
    PlantedRemedy(
      cause: "a results controller", name: "results-batch", store: "sqlite", rows: 2_000,
      context: "undo: none, pool: false",
      steps: """
        - watch: {entity: Item, sort: name, batch: none, as: list}
        - touch: list
        """),
    PlantedRemedy(
      cause: "merges", name: "retains-false", store: "sqlite",
      context: "undo: none, retainsRegisteredObjects: true",
      steps: """
        - context: {name: worker, retainsRegisteredObjects: false}
        - repeat: 40
          as: i
          steps:
            - in: worker
              steps:
                - insert: {entity: Item, count: 100, set: {name: 'Item {index}', price: index}}
                - save: {}
            - merge: {from: worker, into: main}
        """),
    PlantedRemedy(
      cause: "a nested save", name: "no-parent+save-in-batches", context: "undo: none, queue: main",
      steps: """
        - context: {name: editor, parent: main}
        - in: editor
          steps:
            - insert: {entity: Item, count: 2_000, set: {name: 'Item {index}', notes: text(40)}}
            - save: {}
        - save: {}
        """),
    PlantedRemedy(
      cause: "sets of relationships", name: "save-in-loop+refresh-in-loop",
      model: """
          Tag:
            name: string
            posts: {to many: Post, inverse: tags}
          Post:
            title: string
            tags: {to many: Tag, inverse: posts}
        """, store: "sqlite", context: "undo: none, pool: false",
      steps: """
        - repeat: 20
          as: i
          steps:
            - insert: {entity: Tag, count: 100, into: tags, set: {name: 'Tag {index}'}}
            - insert: {entity: Post, count: 100, into: posts, set: {title: 'Post {index}'}}
            - relate: {objects: posts, by: tags, to: tags}
        - save: {}
        """),
  ]

  /// What is needed is held, and no change does the same work with less.
  static let hopeless = [
    PlantedRemedy(
      cause: "changes that are taken back", name: nil, context: "undo: none, pool: false",
      steps: """
        - insert: {entity: Item, count: 1_000, set: {name: 'Item {index}', notes: text(40)}}
        - rollback: {}
        """),
    PlantedRemedy(
      cause: "objects that are used at the peak", name: nil, rows: 1_000,
      context: "undo: none, pool: false",
      steps: """
        - fetch: {entity: Item, into: items, as: realized}
        - hold: {objects: items, as: shelf}
        - release: items
        - set: {objects: shelf, to: {price: index}}
        """),
    PlantedRemedy(
      cause: "a large value", name: nil, context: "undo: none, pool: false",
      steps: """
        - insert: {entity: Item, into: one, set: {notes: text(400_000)}}
        - save: {}
        - touch: one
        """),
    PlantedRemedy(
      cause: "undo that is used", name: nil, rows: 500, context: "undo: unlimited",
      steps: """
        - fetch: {entity: Item, into: items}
        - repeat: 5
          as: i
          steps:
            - set: {objects: items, to: {price: 'i * 1000 + index'}}
        - repeat: 5
          steps:
            - undo: {}
        - expect: objects.updated == 0
        - touch: items
        """),
  ]
}
