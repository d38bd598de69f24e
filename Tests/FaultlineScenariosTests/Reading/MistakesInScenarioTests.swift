// Mistakes around the steps: the file, its keys, variants, columns and expectations.

import FaultlineTestSupport
import Testing

@Suite struct `Mistakes in a scenario` {
  static let all: [Mistake] = [
    Mistake(
      "an empty file", whole: "",
      says: """
        pairs.yaml:1:1: error: there is nothing in this file
         1 |
           | ^
        """),
    Mistake(
      "a file with comments alone", whole: "# nothing\n",
      says: """
        pairs.yaml:1:1: error: there is nothing in this file
         1 | # nothing
           | ^
        """),
    Mistake(
      "a list", whole: "- faultline\n",
      says: """
        pairs.yaml:1:1: error: a scenario needs a mapping, found a list
         1 | - faultline
           | ^~~~~~~~~~~
           = allowed: faultline, name, title, rules, tags, notes, model, stores, seed, data, …
        """),
    Mistake(
      "broken YAML", "title: Pairs of employees", "title: [Pairs of employees",
      says: """
        pairs.yaml:4:6: error: expected ',' or ']' in the list
         4 | model:
           |      ^
           = a value with '{', '[', '@', ': ' or ' #' in it belongs in quotes: 'like this'
           = it starts at 3:8
        """),
    Mistake(
      "a doubled key", "title: Pairs of employees", "title: Pairs of employees\nname: pairs",
      says: """
        pairs.yaml:4:1: error: the key 'name' stands here a second time
         4 | name: pairs
           | ^~~~
           = it stands first at 2:1
        """),
    Mistake(
      "an unknown key", "steps:", "step:",
      says: """
        pairs.yaml:20:1: error: unknown key 'step' in a scenario. Did you mean 'steps'?
         20 | step:
            | ^~~~
            = allowed: faultline, name, title, rules, tags, notes, model, stores, seed, data, …
        """),
    Mistake(
      "a missing key", "title: Pairs of employees\n", "",
      says: """
        pairs.yaml:1:1: error: a scenario needs a key 'title'
         1 | faultline: 1
           | ^~~~~~~~~~~~
           = title (text, required): One line that says what it shows.
        """),
    Mistake(
      "a version that is not known", "faultline: 1", "faultline: 2",
      says: """
        pairs.yaml:1:12: error: '2' is out of range: expected 1
         1 | faultline: 2
           |            ^
        """),
    Mistake(
      "a name with a slash", "name: pairs", "name: ../pairs",
      says: """
        pairs.yaml:2:7: error: '../pairs' is not a name
         2 | name: ../pairs
           |       ^~~~~~~~
           = a name starts with a letter and has letters, digits, '_', '-' and '.' in it
        """),
    Mistake(
      "an unknown store", "steps:", "stores: [memry]\nsteps:",
      says: """
        pairs.yaml:20:10: error: 'memry' is not allowed here. Did you mean 'memory'?
         20 | stores: [memry]
            |          ^~~~~
            = allowed: memory, sqlite
        """),
    Mistake(
      "a store twice", "steps:", "stores: [memory, memory]\nsteps:",
      says: """
        pairs.yaml:20:18: error: the store 'memory' stands here a second time
         20 | stores: [memory, memory]
            |                  ^~~~~~
        """),
    Mistake(
      "an unknown setting", "steps:", "context: {retains: true}\nsteps:",
      says: """
        pairs.yaml:20:11: error: unknown key 'retains' in context. Did you mean 'retainsRegisteredObjects'?
         20 | context: {retains: true}
            |           ^~~~~~~
            = allowed: retainsRegisteredObjects, pool, …
        """),
    Mistake(
      "a setting of the wrong type", "steps:", "context: {pool: yes}\nsteps:",
      says: """
        pairs.yaml:20:17: error: 'yes' is not allowed here
         20 | context: {pool: yes}
            |                 ^~~
            = allowed: true, false
        """),
    Mistake(
      "no faults and no uniquing", "{ending: reset}", "{usesFaults: false, uniquesObjects: false}",
      says: """
        pairs.yaml:19:23: error: without faults and without uniquing, two objects that lead to each other would be \
        loaded without end
         19 |   reset: {usesFaults: false, uniquesObjects: false}
            |                       ^~~~~
            = switch off one of 'usesFaults' and 'uniquesObjects', and leave the other on
        """),
    Mistake(
      "an unknown parameter in a variant", "{ending: reset}", "{endign: reset}",
      says: """
        pairs.yaml:19:11: error: unknown key 'endign' in the variant 'reset'. Did you mean 'ending'?
         19 |   reset: {endign: reset}
            |           ^~~~~~
            = allowed: retainsRegisteredObjects, pool, …
        """),
    Mistake(
      "an unknown reference", "steps:", "reference: rset\nsteps:",
      says: """
        pairs.yaml:20:12: error: no variant 'rset'. Did you mean 'reset'?
         20 | reference: rset
            |            ^~~~
            = known variants: let go, reset
        """),
    Mistake(
      "an unknown variant in an expectation", "{variant: reset}", "{variant: rest}",
      says: """
        pairs.yaml:28:21: error: no variant 'rest'. Did you mean 'reset'?
         28 |     when: {variant: rest}
            |                     ^~~~
            = known variants: let go, reset
        """),
    Mistake(
      "an unknown metric", "objects.live@saved", "object.live@saved",
      says: """
        pairs.yaml:27:11: error: no metric 'object.live'. Did you mean 'objects.live'?
         27 |   - that: object.live@saved == rows
            |           ^~~~~~~~~~~
            = known metrics: …
        """),
    Mistake(
      "an unknown checkpoint", "objects.live@saved", "objects.live@svaed",
      says: """
        pairs.yaml:27:24: error: no checkpoint 'svaed'. Did you mean 'saved'?
         27 |   - that: objects.live@svaed == rows
            |                        ^~~~~
            = known checkpoints: saved, released, end
        """),
    Mistake(
      "an unknown variant in a formula", "objects.live@saved == rows",
      "peak(objects.live, rset) == rows",
      says: """
        pairs.yaml:27:30: error: no variant 'rset'. Did you mean 'reset'?
         27 |   - that: peak(objects.live, rset) == rows
            |                              ^~~~
            = known variants: let go, reset
        """),
    Mistake(
      "an unknown name in an expectation", "objects.live@saved == rows",
      "objects.live@saved == row",
      says: """
        pairs.yaml:27:33: error: no name 'row'. Did you mean 'rows'?
         27 |   - that: objects.live@saved == row
            |                                 ^~~
            = known names: rows, ending, …
        """),
    Mistake(
      "an expectation that needs sizes",
      "objects.live@saved == rows",
      "growth(objects.live, rows) == constant",
      says: """
        pairs.yaml:27:32: error: the parameter 'rows' has no sizes to grow over
         27 |   - that: growth(objects.live, rows) == constant
            |                                ^~~~
            = sizes: {rows: [1e2, 1e3, 1e4]} in the scenario gives it some
        """),
    Mistake(
      "a growth over no parameter", "steps:", "sizes: {rows: [1, 2, 3]}\nsteps:",
      "objects.live@saved == rows", "growth(objects.live, row) == constant",
      says: """
        pairs.yaml:28:32: error: no parameter with sizes 'row'. Did you mean 'rows'?
         28 |   - that: growth(objects.live, row) == constant
            |                                ^~~
            = known parameters with sizes: rows
        """),
    Mistake(
      "a kind of growth that there is not", "steps:", "sizes: {rows: [1, 2, 3]}\nsteps:",
      "objects.live@saved == rows", "growth(objects.live, rows) == linar",
      says: """
        pairs.yaml:28:41: error: no word 'linar'. Did you mean 'linear'?
         28 |   - that: growth(objects.live, rows) == linar
            |                                         ^~~~~
            = known words: falling, constant, logarithmic, linear, quadratic
        """),
    Mistake(
      "a slope over no loop", "objects.live@saved == rows", "slope(objects.live, i) == 1",
      says: """
        pairs.yaml:27:31: error: no loop with checkpoints 'i'
         27 |   - that: slope(objects.live, i) == 1
            |                               ^
            = known loops with checkpoints: none
        """),
    Mistake(
      "an expectation that is no condition", "objects.live@saved == rows", "objects.live@saved",
      says: """
        pairs.yaml:27:11: error: this is a value, and an expectation is a condition
         27 |   - that: objects.live@saved
            |           ^~~~~~~~~~~~~~~~~~
            = compare it: objects.live@saved == 0
        """),
    Mistake(
      "a column that is no reading", "live: objects.live@end", "live: objects.live",
      says: """
        pairs.yaml:25:9: error: a column shows a metric at a checkpoint
         25 |   live: objects.live
            |         ^~~~~~~~~~~~
            = for example objects.live@end
        """),
    Mistake(
      "a column of an unknown metric", "live: objects.live@end", "live: objects.alive@end",
      says: """
        pairs.yaml:25:9: error: no metric 'objects.alive'. Did you mean 'objects.live'?
         25 |   live: objects.alive@end
            |         ^~~~~~~~~~~~~
            = known metrics: …
        """),
    Mistake(
      "a column at an unknown checkpoint", "live: objects.live@end", "live: objects.live@saved2",
      says: """
        pairs.yaml:25:22: error: no checkpoint 'saved2'. Did you mean 'saved'?
         25 |   live: objects.live@saved2
            |                      ^~~~~~
            = known checkpoints: saved, released, end
        """),
  ]

  @Test(arguments: all)
  func `are reported with their place and what would be right`(mistake: Mistake) {
    expectText(mistake.reported, is: mistake.says)
  }
}
