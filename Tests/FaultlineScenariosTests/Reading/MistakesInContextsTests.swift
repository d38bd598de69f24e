// Mistakes with several contexts: each is reported with its place before anything runs.

import FaultlineTestSupport
import Testing

@Suite struct `Mistakes with several contexts` {
  /// The scenario with other steps behind its own, whose last line ends with what is wrong.
  private static func mistake(_ name: String, _ steps: String, says: String) -> Mistake {
    Mistake(name, "  - checkpoint: saved\n", "  - checkpoint: saved\n\(steps)\n", says: says)
  }

  static let all: [Mistake] = [
    mistake(
      "a context that nobody opens", "  - in: editor\n    steps: [save: {}]",
      says: """
        pairs.yaml:24:9: error: no context is named 'editor'
         24 |   - in: editor
            |         ^~~~~~
            = the step 'context' opens one beside the scenario's own, 'main'
        """),
    mistake(
      "a misspelt context", "  - context: {name: editor}\n  - close: edtor",
      says: """
        pairs.yaml:25:12: error: no context 'edtor'. Did you mean 'editor'?
         25 |   - close: edtor
            |            ^~~~~
            = known contexts: main, editor
        """),
    mistake(
      "a context with the name of the scenario's own", "  - context: {name: main}",
      says: """
        pairs.yaml:24:21: error: 'main' is the scenario's own context, which is always open
         24 |   - context: {name: main}
            |                     ^~~~
            = choose another name
        """),
    mistake(
      "a confined parent", "  - context: {name: editor, parent: main}",
      says: """
        pairs.yaml:24:37: error: 'main' is confined to a thread and cannot be a parent (P4)
         24 |   - context: {name: editor, parent: main}
            |                                     ^~~~
            = 'context: {queue: main}' at the top of the scenario gives it a queue
            = 'refused: true' expects just this
        """),
    mistake(
      "a parent that does not unique its objects",
      "  - context: {name: team, uniquesObjects: false}\n  - context: {name: editor, parent: team}",
      says: """
        pairs.yaml:25:37: error: 'team' does not unique its objects and cannot be a parent (Q2)
         25 |   - context: {name: editor, parent: team}
            |                                     ^~~~
            = a child could not know which of a record's objects it edits
        """),
    mistake(
      "a context without faults and uniquing",
      "  - context: {name: team, uniquesObjects: false, usesFaults: false}",
      says: """
        pairs.yaml:24:62: error: without faults and without uniquing, two objects that lead to each other would be \
        loaded without end
         24 |   - context: {name: team, uniquesObjects: false, usesFaults: false}
            |                                                              ^~~~~
            = switch off one of 'usesFaults' and 'uniquesObjects', and leave the other on
        """),
    mistake(
      "a refusal that will not come",
      "  - context: {name: team}\n  - context: {name: editor, parent: team, refused: true}",
      says: """
        pairs.yaml:25:37: error: 'team' has a queue, so nothing refuses it as a parent
         25 |   - context: {name: editor, parent: team, refused: true}
            |                                     ^~~~
            = only a context with 'queue: confinement' is refused (P4)
        """),
    mistake(
      "a refusal without a parent", "  - context: {name: editor, refused: true}",
      says: """
        pairs.yaml:24:38: error: only a parent can be refused, and the coordinator serves every context
         24 |   - context: {name: editor, refused: true}
            |                                      ^~~~
        """),
    mistake(
      "a context that is its own parent",
      "  - context: {name: editor}\n  - context: {name: editor, parent: editor}",
      says: """
        pairs.yaml:25:37: error: a context cannot be its own parent
         25 |   - context: {name: editor, parent: editor}
            |                                     ^~~~~~
        """),
    mistake(
      "a parent that is exchanged",
      "  - context: {name: team, freshContextEvery: 2}\n  - context: {name: editor, parent: team}",
      says: """
        pairs.yaml:25:37: error: fresh contexts take the place of 'team' by themselves, which a child would not notice
         25 |   - context: {name: editor, parent: team}
            |                                     ^~~~
            = a parent has no 'freshContextEvery'
        """),
    mistake(
      "a confined context that merges by itself",
      "  - context: {name: editor, queue: confinement, automaticallyMerges: true}",
      says: """
        pairs.yaml:24:70: error: a confined context has no queue to merge on by itself
         24 |   - context: {name: editor, queue: confinement, automaticallyMerges: true}
            |                                                                      ^~~~
            = 'queue: main' or 'queue: private' gives it one
        """),
    mistake(
      "a context that was closed",
      "  - context: {name: editor}\n  - close: editor\n  - in: editor\n    steps: [save: {}]",
      says: """
        pairs.yaml:26:9: error: no context 'editor' is open here
         26 |   - in: editor
            |         ^~~~~~
            = it was closed, or the step that opens it is not played in this variant
        """),
    mistake(
      "the scenario's own context, closed", "  - close: main",
      says: """
        pairs.yaml:24:12: error: 'main' is the scenario's own context and goes when everything does
         24 |   - close: main
            |            ^~~~
            = every run has a checkpoint 'end' behind that
        """),
    mistake(
      "a context that is closed from within",
      "  - context: {name: editor}\n  - in: editor\n    steps: [close: editor]",
      says: """
        pairs.yaml:26:20: error: this step stands among those that play in 'editor', which cannot go meanwhile
         26 |     steps: [close: editor]
            |                    ^~~~~~
            = put it behind the step 'in'
        """),
    mistake(
      "the objects of another context",
      "  - context: {name: editor}\n  - in: editor\n    steps: [touch: staff]",
      says: """
        pairs.yaml:26:20: error: the objects 'staff' belong to the context 'main', and this step plays in 'editor'
         26 |     steps: [touch: staff]
            |                    ^~~~~
            = objects never cross contexts, their IDs do (P7)
        """),
    mistake(
      "a pick among the objects of another context",
      "  - context: {name: editor}\n  - in: editor\n    steps: [insert: {entity: Employee, set: {manager: pick(staff)}}]",
      says: """
        pairs.yaml:26:55: error: the objects 'staff' belong to the context 'main', and this step plays in 'editor'
         26 |     steps: [insert: {entity: Employee, set: {manager: pick(staff)}}]
            |                                                       ^~~~~~~~~~~
            = objects never cross contexts, their IDs do (P7)
        """),
    mistake(
      "the objects of a context that is gone",
      "  - context: {name: editor}\n  - in: editor\n    steps: [fetch: {entity: Employee, into: them}]\n  - close: editor\n  - touch: them",
      says: """
        pairs.yaml:28:12: error: the objects 'them' belong to a context 'editor' that was let go
         28 |   - touch: them
            |            ^~~~
            = the name holds them still, and can be released
        """),
    mistake(
      "an undo where there is no undo manager",
      "  - context: {name: editor, undo: none}\n  - in: editor\n    steps: [undo: {}]",
      says: """
        pairs.yaml:26:13: error: 'undo' needs an undo manager, and no context 'editor' has one
         26 |     steps: [undo: {}]
            |             ^~~~
            = every context has one unless it is set to 'undo: none'; with 'behaves: core-data' it has one
                where the scenario gives it one: 'context: {undo: unlimited}'
        """),
    mistake(
      "a context's own save", "  - merge: {from: main}",
      says: """
        pairs.yaml:24:19: error: what 'main' has saved is in it already
         24 |   - merge: {from: main}
            |                   ^~~~
        """),
    mistake(
      "objects without a name",
      "  - context: {name: editor}\n  - pass IDs: {objects: stuff, to: editor, into: copies}",
      says: """
        pairs.yaml:25:25: error: no objects 'stuff'. Did you mean 'staff'?
         25 |   - pass IDs: {objects: stuff, to: editor, into: copies}
            |                         ^~~~~
            = known names: staff
        """),
    mistake(
      "results without an order", "  - watch: {entity: Employee, as: list}",
      says: """
        pairs.yaml:24:12: error: watch needs a key 'sort'
         24 |   - watch: {entity: Employee, as: list}
            |            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
            = sort (text, or a list of text, required): Keys by whose values the results are in order; a '-'
                before one sorts downwards.
        """),
    mistake(
      "sections by an unknown key",
      "  - watch: {entity: Employee, sort: name, sections: manger.name, as: list}",
      says: """
        pairs.yaml:24:53: error: 'Employee' has no property 'manger'; did you mean 'manager'?
         24 |   - watch: {entity: Employee, sort: name, sections: manger.name, as: list}
            |                                                     ^~~~~~
        """),
    mistake(
      "an unknown property", "  - observe: {objects: staff, property: salry, as: screen}",
      says: """
        pairs.yaml:24:41: error: no property 'salry'. Did you mean 'salary'?
         24 |   - observe: {objects: staff, property: salry, as: screen}
            |                                         ^~~~~
            = known properties: name, salary, grade, manager, reports
        """),
    mistake(
      "the objects of an observer",
      "  - observe: {objects: staff, property: salary, as: screen}\n  - touch: screen",
      says: """
        pairs.yaml:25:12: error: 'screen' listens, and holds no objects
         25 |   - touch: screen
            |            ^~~~~~
        """),
    mistake(
      "an unknown notification", "  - listen: {for: did-safe, as: ear}",
      says: """
        pairs.yaml:24:19: error: 'did-safe' is not allowed here. Did you mean 'did-save'?
         24 |   - listen: {for: did-safe, as: ear}
            |                   ^~~~~~~~
            = allowed: did-save, will-save, did-change
        """),
    mistake(
      "another program on a store without a file", "  - external: DELETE FROM ZEMPLOYEE",
      says: """
        pairs.yaml:24:15: error: only an SQLite store has a file that others can write to, and this runs on 'memory'
         24 |   - external: DELETE FROM ZEMPLOYEE
            |               ^~~~~~~~~~~~~~~~~~~~~
            = 'stores: [sqlite]' in the scenario gives it one
        """),
    mistake(
      "a batch that sets an unknown attribute",
      "  - batch update: {entity: Employee, set: {salry: 1}}",
      says: """
        pairs.yaml:24:44: error: no attribute 'salry'. Did you mean 'salary'?
         24 |   - batch update: {entity: Employee, set: {salry: 1}}
            |                                            ^~~~~
            = known attributes: name, salary, grade
        """),
    mistake(
      "a batch that sets a relationship",
      "  - batch update: {entity: Employee, set: {manager: NIL}}",
      says: """
        pairs.yaml:24:44: error: 'Employee.manager' leads to objects, and a batch sets attributes
         24 |   - batch update: {entity: Employee, set: {manager: NIL}}
            |                                            ^~~~~~~
        """),
    mistake(
      "a batch with an unknown key in a value",
      "  - batch update: {entity: Employee, set: {salary: salry * 2}}",
      says: """
        pairs.yaml:24:52: error: 'Employee' has no property 'salry'; did you mean 'salary'?
         24 |   - batch update: {entity: Employee, set: {salary: salry * 2}}
            |                                                    ^~~~~
        """),
    mistake(
      "a batch with a value of another kind",
      "  - batch update: {entity: Employee, set: {salary: name}}",
      says: """
        pairs.yaml:24:52: error: 'Employee.salary' holds numbers, and this is text
         24 |   - batch update: {entity: Employee, set: {salary: name}}
            |                                                    ^~~~
        """),
    mistake(
      "a batch with a fraction for whole numbers",
      "  - batch update: {entity: Employee, set: {grade: grade * 1.5}}",
      says: """
        pairs.yaml:24:51: error: 'Employee.grade' holds integers, and this is a number
         24 |   - batch update: {entity: Employee, set: {grade: grade * 1.5}}
            |                                                   ^~~~~~~~~~~
        """),
    mistake(
      "one block alone", "  - concurrently:\n      - {in: main, steps: [save: {}]}",
      says: """
        pairs.yaml:25:7: error: one block has no other to take turns with
         25 |       - {in: main, steps: [save: {}]}
            |       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
            = 'in' plays steps in another context
        """),
    mistake(
      "a name that a block gives at the same time",
      "  - context: {name: a}\n  - concurrently:\n      - {in: main, steps: [fetch: {entity: Employee, into: them}]}\n      - {in: a, steps: [touch: them]}",
      says: """
        pairs.yaml:27:32: error: the objects 'them' are given at the same time, and may not be there yet
         27 |       - {in: a, steps: [touch: them]}
            |                                ^~~~
            = give the name before 'concurrently'
        """),
    Mistake(
      "events where nobody listens", "  live: objects.live@end", "  heard: heard.notifications@end",
      says: """
        pairs.yaml:25:10: error: 'heard.notifications' is read only where a step listens, and none does
         25 |   heard: heard.notifications@end
            |          ^~~~~~~~~~~~~~~~~~~
            = the steps 'watch', 'observe', 'listen' and 'merge' do
        """),
  ]

  @Test(arguments: all)
  func `is reported where it is, with what would be right`(_ mistake: Mistake) {
    expectText(mistake.reported, is: mistake.says)
  }
}
