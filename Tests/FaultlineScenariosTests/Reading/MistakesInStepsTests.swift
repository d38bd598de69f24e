// Mistakes in steps: each is reported with its place, the nearest known word and what would be right.

import FaultlineTestSupport
import Testing

@Suite struct `Mistakes in steps` {
  static let all: [Mistake] = [
    Mistake(
      "an unknown step", "  - save: {}", "  - sav: {}",
      says: """
        pairs.yaml:22:5: error: no step 'sav'. Did you mean 'save'?
         22 |   - sav: {}
            |     ^~~
            = known steps: insert, set, adopt, enter, relate, unrelate, delete, …
        """),
    Mistake(
      "keys that are cut as a list is", "  - save: {}",
      "  - recall: {entity: Person, keys: '1...3', first: 1}",
      says: """
        pairs.yaml:22:52: error: 'first', 'count' and 'screen' are of 'from'; name fewer keys
         22 |   - recall: {entity: Person, keys: '1...3', first: 1}
            |                                                    ^
        """),
    Mistake(
      "objects that are to ask for nothing again", "  - save: {}",
      "  - recall: {entity: Employee, keys: 1, again: true}",
      says: """
        pairs.yaml:22:48: error: nothing is asked for again: name 'fire', 'members' or both
         22 |   - recall: {entity: Employee, keys: 1, again: true}
            |                                                ^~~~
        """),
    Mistake(
      "a step without a keyword", "  - save: {}", "  - note: nothing\n  - {}",
      says: """
        pairs.yaml:23:5: error: a step needs a keyword
         23 |   - {}
            |     ^~
        """),
    Mistake(
      "a step with an unknown key",
      "{entity: Employee, count: rows, into: staff}",
      "{entity: Employee, cuont: 3}",
      says: """
        pairs.yaml:21:32: error: unknown key 'cuont' in insert. Did you mean 'count'?
         21 |   - insert: {entity: Employee, cuont: 3}
            |                                ^~~~~
            = allowed: entity (a name, required), count (a formula), into (a name), set (names, each with a
                value, a formula or a generator), store (a name), context (none)
        """),
    Mistake(
      "a step without a key that it needs", "{entity: Employee, count: rows, into: staff}",
      "{count: 3}",
      says: """
        pairs.yaml:21:13: error: insert needs a key 'entity'
         21 |   - insert: {count: 3}
            |             ^~~~~~~~~~
            = entity (a name, required): The entity of the objects.
        """),
    Mistake(
      "a step whose value is of the wrong type", "  - save: {}", "  - save: now",
      says: """
        pairs.yaml:22:11: error: save needs a mapping, found 'now'
         22 |   - save: now
            |           ^~~
            = allowed: refused (true or false)
        """),
    Mistake(
      "two keywords in one step", "  - save: {}", "  - save: {}\n    reset: {}",
      says: """
        pairs.yaml:23:5: error: 'reset' is a step of its own, and this one is 'save'
         23 |     reset: {}
            |     ^~~~~
            = each step begins with '- ' on a line of its own
        """),
    Mistake(
      "an unknown entity",
      "{entity: Employee, count: rows, into: staff}",
      "{entity: Emploee, into: staff}",
      says: """
        pairs.yaml:21:22: error: no entity 'Emploee'. Did you mean 'Employee'?
         21 |   - insert: {entity: Emploee, into: staff}
            |                      ^~~~~~~
            = known entities: Employee, Person
        """),
    Mistake(
      "an abstract entity",
      "{entity: Employee, count: rows, into: staff}",
      "{entity: Person, into: staff}",
      says: """
        pairs.yaml:21:22: error: 'Person' is abstract and has no objects of its own
         21 |   - insert: {entity: Person, into: staff}
            |                      ^~~~~~
        """),
    Mistake(
      "an unknown attribute",
      "{entity: Employee, count: rows, into: staff}",
      "{entity: Employee, into: staff, set: {nmae: Ada}}",
      says: """
        pairs.yaml:21:51: error: no attribute 'nmae'. Did you mean 'name'?
         21 |   - insert: {entity: Employee, into: staff, set: {nmae: Ada}}
            |                                                   ^~~~
            = known attributes: name, salary, grade, manager
        """),
    Mistake(
      "an unknown relationship",
      "  - save: {}",
      "  - relate: {objects: staff, by: maneger, to: staff}",
      says: """
        pairs.yaml:22:34: error: no relationship 'maneger'. Did you mean 'manager'?
         22 |   - relate: {objects: staff, by: maneger, to: staff}
            |                                  ^~~~~~~
            = known relationships: manager, reports
        """),
    Mistake(
      "a relationship in the middle of a path",
      "  - save: {}",
      "  - walk: {from: staff, path: manager.report.manager}",
      says: """
        pairs.yaml:22:39: error: no relationship 'report'. Did you mean 'reports'?
         22 |   - walk: {from: staff, path: manager.report.manager}
            |                                       ^~~~~~
            = known relationships: manager, reports
        """),
    Mistake(
      "a path that is too long",
      "  - save: {}",
      "  - walk: {from: staff, path: manager.manager.manager.manager.manager.manager.manager.manager.manager.manager.manager.manager.manager.manager.manager.manager.manager}",
      says: """
        pairs.yaml:22:31: error: a path has at most 16 relationships
         22 |   - walk: {from: staff, path: manager.manager.manager.manager.manager.manager.manager.mana…
            |                               ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        """),
    Mistake(
      "a name before it is given", "  - save: {}", "  - refresh: {objects: staf}",
      says: """
        pairs.yaml:22:24: error: no objects 'staf'. Did you mean 'staff'?
         22 |   - refresh: {objects: staf}
            |                        ^~~~
            = known names: staff
        """),
    Mistake(
      "a merge of nothing that is named", "  - save: {}", "  - refresh: {merge: false}",
      says: """
        pairs.yaml:22:15: error: 'merge' is about objects that are named, and none are
         22 |   - refresh: {merge: false}
            |               ^~~~~
            = 'refresh: {}' refreshes all objects: those with changes keep them, and all others become
                faults
            = 'objects' names those that 'merge' is about, such as 'refresh: {objects: staff, merge: false}'
        """),
    Mistake(
      "a screen without rows", "  - save: {}", "  - scroll: {list: staff, screen: rows - rows}",
      says: """
        pairs.yaml:22:35: error: a screen has at least one row
         22 |   - scroll: {list: staff, screen: rows - rows}
            |                                   ^~~~~~~~~~~
        """),
    Mistake(
      "a row that shows its properties and follows a path", "  - save: {}",
      "  - scroll: {list: staff, properties: name, path: manager}",
      says: """
        pairs.yaml:22:39: error: a row that follows 'path' reads all of its object
         22 |   - scroll: {list: staff, properties: name, path: manager}
            |                                       ^~~~
            = leave 'properties' out, or scroll once with each
        """),
    Mistake(
      "a name where no name was given yet",
      "  - insert: {entity: Employee, count: rows, into: staff}",
      "  - touch: staff",
      says: """
        pairs.yaml:21:12: error: no objects are named 'staff'
         21 |   - touch: staff
            |            ^~~~~
            = 'insert' and 'fetch' give a name with the key 'into'
        """),
    Mistake(
      "a predicate with a misspelt key", "  - save: {}",
      "  - fetch: {entity: Employee, where: manager.nam == 'x'}",
      says: """
        pairs.yaml:22:46: error: 'Employee' has no property 'nam'; did you mean 'name'?
         22 |   - fetch: {entity: Employee, where: manager.nam == 'x'}
            |                                              ^~~
        """),
    Mistake(
      "a predicate that ends too early", "  - save: {}",
      "  - fetch: {entity: Employee, where: name ==}",
      says: """
        pairs.yaml:22:45: error: the text ends where a value belongs
         22 |   - fetch: {entity: Employee, where: name ==}
            |                                             ^
        """),
    Mistake(
      "a predicate with a name that nobody gave", "  - save: {}",
      "  - count: {entity: Employee, where: name == $who}",
      says: """
        pairs.yaml:22:46: error: no name 'who'
         22 |   - count: {entity: Employee, where: name == $who}
            |                                              ^~~~
            = a scenario gives it a value by 'parameters: {who: {type: int, default: 10}}'
        """),
    Mistake(
      "an order by what has none", "  - save: {}",
      "  - fetch: {entity: Employee, sort: [name, -manager]}",
      says: """
        pairs.yaml:22:45: error: 'manager' leads to an object, and objects have no order; add one of its keys
         22 |   - fetch: {entity: Employee, sort: [name, -manager]}
            |                                             ^~~~~~~
        """),
    Mistake(
      "batches where all are needed", "  - save: {}",
      "  - fetch: {entity: Employee, into: list, batch: 2}\n  - delete: list",
      says: """
        pairs.yaml:23:13: error: the objects 'list' come in batches, and only 'touch', 'walk', 'scroll' and 'recall' go over them
         23 |   - delete: list
            |             ^~~~
            = a fetch without 'batch' holds all its objects
        """),
    Mistake(
      "a name that was released", "  - save: {}", "  - release: staff\n  - touch: staff",
      says: """
        pairs.yaml:23:12: error: 'staff' holds no objects here
         23 |   - touch: staff
            |            ^~~~~
            = it was released, or the step that gives it is not played in this variant
        """),
    Mistake(
      "the word that stands for every name",
      "{entity: Employee, count: rows, into: staff}",
      "{entity: Employee, into: all}",
      says: """
        pairs.yaml:21:38: error: 'all' stands for every name; choose another one
         21 |   - insert: {entity: Employee, into: all}
            |                                      ^~~
        """),
    Mistake(
      "objects of the wrong entity",
      "    salary: double",
      "    salary: double\n    desk: {to one: Desk}",
      "parameters:",
      "  Desk:\n    name: string\nparameters:",
      "  - save: {}",
      "  - relate: {objects: staff, by: desk, to: staff}",
      says: """
        pairs.yaml:25:44: error: 'Employee.desk' leads to Desk objects, and 'staff' are of 'Employee'
         25 |   - relate: {objects: staff, by: desk, to: staff}
            |                                            ^~~~~
        """),
    Mistake(
      "an unknown parameter", "count: rows", "count: row",
      says: """
        pairs.yaml:21:39: error: no name 'row'. Did you mean 'rows'?
         21 |   - insert: {entity: Employee, count: row, into: staff}
            |                                       ^~~
            = known names: rows, ending
        """),
    Mistake(
      "a minus without spaces", "count: rows", "count: rows-1",
      says: """
        pairs.yaml:21:39: error: no name 'rows-1'
         21 |   - insert: {entity: Employee, count: rows-1, into: staff}
            |                                       ^~~~~~
            = known names: rows, ending
            = a subtraction has spaces: rows - 1
        """),
    Mistake(
      "a reading in a step", "count: rows", "count: objects.live@saved",
      says: """
        pairs.yaml:21:39: error: a step cannot ask for readings; 'expect' can
         21 |   - insert: {entity: Employee, count: objects.live@saved, into: staff}
            |                                       ^~~~~~~~~~~~
        """),
    Mistake(
      "a checkpoint in a loop without a name",
      "  - checkpoint: saved",
      "  - repeat: 3\n    steps:\n      - checkpoint: saved",
      says: """
        pairs.yaml:25:21: error: this checkpoint stands in a loop and would have the same name each time
         25 |       - checkpoint: saved
            |                     ^~~~~
            = put the loop's name into it, such as 'saved-{i}' with 'as: i' at the loop
        """),
    Mistake(
      "a checkpoint in a loop that leaves out the name",
      "  - checkpoint: saved",
      "  - repeat: 3\n    as: round\n    steps:\n      - checkpoint: 'saved-{rows}'",
      says: """
        pairs.yaml:26:21: error: this checkpoint stands in a loop and would have the same name each time
         26 |       - checkpoint: 'saved-{rows}'
            |                     ^~~~~~~~~~~~~~
            = put the loop's name into it, such as 'saved-{rows}-{round}'
        """),
    Mistake(
      "a checkpoint that has one of two loops in it",
      "  - checkpoint: saved",
      "  - repeat: 3\n    as: i\n    steps:\n      - repeat: 2\n        as: j\n        steps:\n          - checkpoint: 'saved-{j}'",
      says: """
        pairs.yaml:29:25: error: this checkpoint stands in a loop and would have the same name each time
         29 |           - checkpoint: 'saved-{j}'
            |                         ^~~~~~~~~~~
            = put the loop's name into it, such as 'saved-{j}-{i}'
        """),
    Mistake(
      "a doubled checkpoint",
      "  - checkpoint: saved",
      "  - checkpoint: saved\n  - checkpoint: saved",
      says: """
        pairs.yaml:24:17: error: there is a checkpoint 'saved' already
         24 |   - checkpoint: saved
            |                 ^~~~~
            = every run has 'released' and 'end' by itself
        """),
    Mistake(
      "a checkpoint that every run has", "  - checkpoint: saved", "  - checkpoint: end",
      says: """
        pairs.yaml:23:17: error: there is a checkpoint 'end' already
         23 |   - checkpoint: end
            |                 ^~~
            = every run has 'released' and 'end' by itself
        """),
    Mistake(
      "a checkpoint with an unknown name in its braces", "  - checkpoint: saved",
      "  - checkpoint: 'saved-{row}'",
      says: """
        pairs.yaml:23:25: error: no name 'row'. Did you mean 'rows'?
         23 |   - checkpoint: 'saved-{row}'
            |                         ^~~
            = known names: rows, ending
        """),
    Mistake(
      "a brace that is never closed", "  - checkpoint: saved", "  - checkpoint: 'saved-{rows'",
      says: """
        pairs.yaml:23:17: error: the brace '{' is never closed
         23 |   - checkpoint: 'saved-{rows'
            |                 ^~~~~~~~~~~~~
        """),
  ]

  @Test(arguments: all)
  func `are reported with their place and what would be right`(mistake: Mistake) {
    expectText(mistake.reported, is: mistake.says)
  }
}
