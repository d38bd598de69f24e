// Mistakes in values: counts, assignments, parameters, and amounts that no run could carry out.

import FaultlineTestSupport
import Testing

@Suite struct `Mistakes in values` {
  static let all: [Mistake] = [
    Mistake(
      "a count that is not whole", "count: rows", "count: rows / 3",
      says: """
        pairs.yaml:21:39: error: this is the number 4/3, and a count is a whole number from 0 on
         21 |   - insert: {entity: Employee, count: rows / 3, into: staff}
            |                                       ^~~~~~~~
            = rows is 4
        """),
    Mistake(
      "a count below zero", "count: rows", "count: 3 - rows",
      says: """
        pairs.yaml:21:39: error: this is the number -1, and a count is a whole number from 0 on
         21 |   - insert: {entity: Employee, count: 3 - rows, into: staff}
            |                                       ^~~~~~~~
            = rows is 4
        """),
    Mistake(
      "a count that is no number", "count: rows", "count: ending",
      says: """
        pairs.yaml:21:39: error: this is the word 'nothing', and a count is a whole number from 0 on
         21 |   - insert: {entity: Employee, count: ending, into: staff}
            |                                       ^~~~~~
            = ending is nothing
        """),
    Mistake(
      "a count beyond all integers", "count: rows", "count: rows * 1e19",
      says: """
        pairs.yaml:21:46: error: the number '1e19' is too large
         21 |   - insert: {entity: Employee, count: rows * 1e19, into: staff}
            |                                              ^~~~
        """),
    Mistake(
      "more objects than a run may have", "count: rows", "count: 1e18",
      says: """
        pairs.yaml:21:5: error: a pass would come to more than 10_000_000 operations (steps and objects)
         21 |   - insert: {entity: Employee, count: 1e18, into: staff}
            |     ^~~~~~
            = 'limits: {operations: 100_000_000}' in the scenario allows more
            = '--limit operations=100_000_000' allows it for one run
        """),
    Mistake(
      "more rounds than a run may have", "  - checkpoint: saved", "  - repeat: 1e18\n    steps: []",
      says: """
        pairs.yaml:23:5: error: a pass would come to more than 10_000_000 operations (steps and objects)
         23 |   - repeat: 1e18
            |     ^~~~~~
            = 'limits: {operations: 100_000_000}' in the scenario allows more
            = '--limit operations=100_000_000' allows it for one run
        """),
    Mistake(
      "loops that multiply to too much",
      "  - checkpoint: saved",
      "  - repeat: 1e6\n    steps:\n      - repeat: 1e6\n        steps:\n          - touch: staff",
      says: """
        pairs.yaml:23:5: error: a pass would come to more than 10_000_000 operations (steps and objects)
         23 |   - repeat: 1e6
            |     ^~~~~~
            = 'limits: {operations: 100_000_000}' in the scenario allows more
            = '--limit operations=100_000_000' allows it for one run
        """),
    Mistake(
      "a loop that goes wrong in its fourth round",
      "  - checkpoint: saved",
      "  - repeat: 8\n    as: i\n    steps:\n      - fetch: {entity: Employee, limit: 2 - i}",
      says: """
        pairs.yaml:26:42: error: this is the number -1, and a count is a whole number from 0 on
         26 |       - fetch: {entity: Employee, limit: 2 - i}
            |                                          ^~~~~
            = i is 3
            = none switches it off
        """),
    Mistake(
      "a condition that is none", "  - checkpoint: saved", "  - when: rows\n    steps: []",
      says: """
        pairs.yaml:23:11: error: expected a condition, found the number 4
         23 |   - when: rows
            |           ^~~~
            = rows is 4
        """),
    Mistake(
      "a word that the choice does not have", "  - checkpoint: saved",
      "  - when: ending == rest\n    steps: []",
      says: """
        pairs.yaml:23:21: error: no word 'rest'. Did you mean 'reset'?
         23 |   - when: ending == rest
            |                     ^~~~
            = known words: nothing, reset
        """),
    Mistake(
      "a division by zero",
      "  - checkpoint: saved",
      "  - when: 1 / (rows - 4) > 2\n    steps: []",
      says: """
        pairs.yaml:23:11: error: division by zero
         23 |   - when: 1 / (rows - 4) > 2
            |           ^~~~~~~~~~~~~
            = rows is 4
        """),
    Mistake(
      "a word for a number",
      "{entity: Employee, count: rows, into: staff}",
      "{entity: Employee, into: staff, set: {salary: much}}",
      says: """
        pairs.yaml:21:59: error: no name 'much'
         21 |   - insert: {entity: Employee, into: staff, set: {salary: much}}
            |                                                           ^~~~
            = known names: rows, ending, index
        """),
    Mistake(
      "a fraction for a whole number",
      "{entity: Employee, count: rows, into: staff}",
      "{entity: Employee, into: staff, set: {grade: 7 / 2}}",
      says: """
        pairs.yaml:21:58: error: this is the number 7/2, and a whole number is needed
         21 |   - insert: {entity: Employee, into: staff, set: {grade: 7 / 2}}
            |                                                          ^~~~~
        """),
    Mistake(
      "letters for a number",
      "{entity: Employee, count: rows, into: staff}",
      "{entity: Employee, into: staff, set: {salary: text(8)}}",
      says: """
        pairs.yaml:21:59: error: 'salary' holds numbers, which 'text(8)' does not make
         21 |   - insert: {entity: Employee, into: staff, set: {salary: text(8)}}
            |                                                           ^~~~~~~
            = text(letters): So many small letters.
        """),
    Mistake(
      "a generator with a wrong range",
      "{entity: Employee, count: rows, into: staff}",
      "{entity: Employee, into: staff, set: {salary: 'random(9, 1)'}}",
      says: """
        pairs.yaml:21:59: error: random() takes two whole numbers, the smaller first
         21 |   - insert: {entity: Employee, into: staff, set: {salary: 'random(9, 1)'}}
            |                                                           ^~~~~~~~~~~~~~
        """),
    Mistake(
      "a generator with too many values",
      "{entity: Employee, count: rows, into: staff}",
      "{entity: Employee, into: staff, set: {name: 'text(1, 2)'}}",
      says: """
        pairs.yaml:21:57: error: it is written text(letters), and 2 values are given
         21 |   - insert: {entity: Employee, into: staff, set: {name: 'text(1, 2)'}}
            |                                                         ^~~~~~~~~~~~
        """),
    Mistake(
      "an unknown name in a text",
      "{entity: Employee, count: rows, into: staff}",
      "{entity: Employee, into: staff, set: {name: 'Employee {indx}'}}",
      says: """
        pairs.yaml:21:68: error: no name 'indx'. Did you mean 'index'?
         21 |   - insert: {entity: Employee, into: staff, set: {name: 'Employee {indx}'}}
            |                                                                    ^~~~
            = known names: rows, ending, index
        """),
    Mistake(
      "a formula that cannot be read",
      "{entity: Employee, count: rows, into: staff}",
      "{entity: Employee, into: staff, set: {name: 'Employee {index +}'}}",
      says: """
        pairs.yaml:21:57: error: between the braces: expected a value, found the end of the formula
         21 |   - insert: {entity: Employee, into: staff, set: {name: 'Employee {index +}'}}
            |                                                         ^~~~~~~~~~~~~~~~~~~~
        """),
    Mistake(
      "a default outside of its range", "default: 4", "default: 0",
      says: """
        pairs.yaml:15:30: error: '0' is out of range: expected a whole number from 1 to 1000000, or none
         15 |   rows: {type: int, default: 0, min: 1, max: 1e6}
            |                              ^
        """),
    Mistake(
      "a default of the wrong type", "default: 4", "default: many",
      says: """
        pairs.yaml:15:30: error: expected a whole number, or none, found 'many'
         15 |   rows: {type: int, default: many, min: 1, max: 1e6}
            |                              ^~~~
        """),
    Mistake(
      "a choice that is not offered", "default: nothing", "default: rest",
      says: """
        pairs.yaml:16:57: error: 'rest' is not allowed here. Did you mean 'reset'?
         16 |   ending: {type: choice, of: [nothing, reset], default: rest}
            |                                                         ^~~~
            = allowed: nothing, reset
        """),
    Mistake(
      "a choice without words", "of: [nothing, reset], ", "",
      says: """
        pairs.yaml:16:11: error: a choice needs its words: of: [this, that]
         16 |   ending: {type: choice, default: nothing}
            |           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        """),
    Mistake(
      "a range for a choice", "of: [nothing, reset],", "of: [nothing, reset], max: 3,",
      says: """
        pairs.yaml:16:48: error: the key 'max' belongs to a whole number, and this is a choice
         16 |   ending: {type: choice, of: [nothing, reset], max: 3, default: nothing}
            |                                                ^~~
        """),
    Mistake(
      "an empty range", "min: 1, max: 1e6", "min: 3, max: 2",
      says: """
        pairs.yaml:15:9: error: the least value 3 is above the greatest 2
         15 |   rows: {type: int, default: 4, min: 3, max: 2}
            |         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        """),
    Mistake(
      "a parameter that is named like a setting", "  rows:",
      "  pool: {type: int, default: 1}\n  rows:",
      says: """
        pairs.yaml:15:3: error: 'pool' has a meaning already; choose another name
         15 |   pool: {type: int, default: 1}
            |   ^~~~
        """),
    Mistake(
      "a seed below zero", "steps:", "seed: -1\nsteps:",
      says: """
        pairs.yaml:20:7: error: '-1' is out of range: expected a whole number >= 0
         20 | seed: -1
            |       ^~
        """),
    Mistake(
      "no repeats", "steps:", "measure: {repeats: 0}\nsteps:",
      says: """
        pairs.yaml:20:20: error: '0' is out of range: expected a whole number from 1 to 1000
         20 | measure: {repeats: 0}
            |                    ^
        """),
  ]

  @Test(arguments: all)
  func `are reported with their place and what would be right`(mistake: Mistake) {
    expectText(mistake.reported, is: mistake.says)
  }
}
