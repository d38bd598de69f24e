// Scenarios whose peak has a cause that is known, each with what a report has to say of it first.

import Testing

/// A scenario with a planted cause of its peak.
struct PlantedPeak: Sendable, CustomTestStringConvertible {
  /// What is planted.
  let cause: String
  /// What the first line names, behind the size.
  let first: String
  /// What the engine does at that allocation.
  var operation: String?
  var model = item
  var store = "memory"
  var data = ""
  var context = "undo: none"
  let steps: String

  var testDescription: String { cause }

  private static let item = "  Item: {name: string, notes: string, price: double}"
  private static let items = """
    data:
      Item: {count: 2_000, set: {name: 'Item {index}', notes: text(40), price: index}}

    """

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
    PlantedPeak(
      cause: "the pool", first: "2,000 Item held only by the pool", operation: "fetch",
      data: items, steps: "- fetch: {entity: Item, as: realized}"),
    PlantedPeak(
      cause: "pending changes", first: "1,900 Item held only by a pending change",
      operation: "end of the turn",
      steps: """
        - repeat: 20
          as: i
          steps:
            - insert: {entity: Item, count: 100, set: {name: 'Item {index}', notes: text(40)}}
        - rollback: {}
        """),
    PlantedPeak(
      cause: "undo", first: "undo records",
      operation: "end of the turn", data: items, context: "undo: unlimited",
      steps: """
        - fetch: {entity: Item, into: items}
        - repeat: 20
          as: i
          steps:
            - set: {objects: items, to: {price: 'i * 1000 + index'}}
        - release: items
        """),
    PlantedPeak(
      cause: "a container", first: "2,000 Item held by array 'shelf' and a pending change",
      data: items, context: "undo: none, pool: false",
      steps: """
        - fetch: {entity: Item, into: items}
        - hold: {objects: items, as: shelf}
        - release: items
        - touch: shelf
        - set: {objects: shelf, to: {price: index}}
        """),
    PlantedPeak(
      cause: "one big save", first: "2,000 Item held only by a pending change",
      operation: "save (write)",
      steps: """
        - insert: {entity: Item, count: 2_000, set: {name: 'Item {index}', notes: text(40)}}
        - save: {}
        """),
    PlantedPeak(
      cause: "a prefetch", first: "cached rows of 2,000 Employee held only by a relationship",
      operation: "fetch (prefetch)",
      model: """
          Department:
            name: string
            employees: {to many: Employee, inverse: department}
          Employee:
            name: string
            department: {to one: Department, inverse: employees}
        """,
      data: """
        data:
          Department: {count: 10, set: {name: 'Department {index}'}}
          Employee: {count: 2_000, set: {name: 'Employee {index}', department: 'pick(Department)'}}

        """, context: "undo: none, pool: false",
      steps: "- fetch: {entity: Department, into: list, as: realized, prefetch: employees}"),
    PlantedPeak(
      cause: "the row cache",
      first: "cached rows of 2,000 Item held only by the variable 'items'",
      operation: "fetch",
      data: """
        data:
          Item: {count: 2_000, set: {name: 'Item {index}', notes: text(400), price: index}}

        """, context: "undo: none, pool: false",
      steps: "- fetch: {entity: Item, into: items}"),
    PlantedPeak(
      cause: "sets of relationships",
      first: "relationship sets of 100 Post held by a pending change, the variable 'posts' "
        + "and a relationship",
      operation: "end of the turn",
      model: """
          Tag:
            name: string
            posts: {to many: Post, inverse: tags}
          Post:
            title: string
            tags: {to many: Tag, inverse: posts}
        """,
      context: "undo: none, pool: false",
      steps: """
        - insert: {entity: Tag, count: 100, into: tags, set: {name: 'Tag {index}'}}
        - insert: {entity: Post, count: 100, into: posts, set: {title: 'Post {index}'}}
        - relate: {objects: posts, by: tags, to: tags}
        - rollback: {}
        """),
    PlantedPeak(
      cause: "SQLite's cache", first: "SQLite page cache and statements", operation: "fetch",
      store: "sqlite",
      data: """
        data:
          Item: {count: 20_000, set: {name: 'Item {index}', notes: text(200), price: index}}

        """, context: "undo: none, pool: false",
      steps: "- fetch: {entity: Item, into: items, sort: [notes], limit: 1}"),
    PlantedPeak(
      cause: "merges", first: "4,000 Item held only by retainsRegisteredObjects of 'main'",
      operation: "end of the turn", store: "sqlite",
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
    PlantedPeak(
      cause: "a nested save", first: "2,000 Item held only by a pending change of 'editor'",
      operation: "save (write)", context: "undo: none, queue: main",
      steps: """
        - context: {name: editor, parent: main}
        - in: editor
          steps:
            - insert: {entity: Item, count: 2_000, set: {name: 'Item {index}', notes: text(40)}}
            - save: {}
        - rollback: {}
        """),
  ]
}
