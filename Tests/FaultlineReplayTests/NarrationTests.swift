// What is said of each step, for everything that a step can do.

import FaultlineMeasures
import FaultlineReplay
import FaultlineTestSupport
import Testing

struct `The words of a replay` {
  private typealias My = EveryChange

  @Test func `follow objects from their arrival to a saved deletion`() {
    var film = EveryChange()
    let roots = [My.state(0), My.state(2), My.state(4)]
    film.then("before the first step", [My.state(0), My.state(2)])
    film.then("insert", roots + [My.state(8, 1, [0, 1]), My.state(10, 3)], [0: 1, 2: 1, 4: 3])
    film.then(
      "save", roots + [My.state(8), My.state(10, 3)], [2: 1, 4: 3], grow: ["sql.rows.written": 1])
    film.then(
      "set", roots + [My.state(8, 1, [0, 0, 1]), My.state(10, 3, [0, 0, 2])], [0: 1, 2: 1, 4: 3])
    film.then("rollback", roots + [My.state(8), My.state(10, 3)], [2: 1, 4: 3])
    film.then(
      "delete", roots + [My.state(8), My.state(10, 3, [0, 0, 0, 2])], [2: 1, 4: 3, 15: 2])
    film.then(
      "process changes", roots + [My.state(8), My.state(10, 3, [0, 0, 0, 2])], [2: 1, 4: 3])
    film.then(
      "save", roots + [My.state(8), My.state(10, 3, [2])], [2: 1, 4: 3],
      grow: ["sql.rows.written": 2])
    film.then("release", [My.state(0), My.state(2), My.state(4), My.state(8)], [2: 1])
    film.then("context is let go", [My.state(4), My.state(8)], [2: 1], isLast: true)
    film.then("end", [], isLast: true)
    expectText(
      My.narrated(film.film()),
      is: """
        before the first step: Before the first step: No object is alive.
           | [] | 
          No object is alive.
        insert: Department 1 comes to life, not saved yet. It is held by the context for unsaved \
        changes (R3) and the variable 'staff'. 3 Employee objects come in with their values. \
        They are held by the variable 'staff'.
          R3 | [4, 8, 10] | 
          Department 1 is alive. It is held by the context for unsaved changes (R3) and the \
        variable 'staff'. 3 Employee objects are alive. They are held by the variable 'staff'.
        save: The changes of Department 1 are saved. The context lets go of it (R3). It is held \
        by the variable 'staff'.
          R3 | [8] | 
          Department 1 and 3 Employee objects are alive. They are held by the variable 'staff'.
        set: Department 1 and 2 Employee objects have unsaved changes, for which the context \
        holds them (R3).
          R3 | [8, 10] | 
          Department 1 is alive. It is held by the context for unsaved changes (R3) and the \
        variable 'staff'. 3 Employee objects are alive. They are held by the variable 'staff'.
        rollback: The changes of Department 1 and 2 Employee objects are taken back. The context \
        lets go of them (R3). They are held by the variable 'staff'.
          R3 | [8, 10] | 
          Department 1 and 3 Employee objects are alive. They are held by the variable 'staff'.
        delete: 2 Employee objects are marked as deleted until the next save (L3). The context \
        now holds 2 Employee objects (R3).
          L3 R3 | [10] | 
          Department 1 is alive. It is held by the variable 'staff'. 3 Employee objects are \
        alive. They are held by the context until delete rules are followed (R3) and the \
        variable 'staff'.
        process changes: The context lets go of 2 Employee objects. They are still held by the \
        variable 'staff'.
           | [10] | 
          Department 1 and 3 Employee objects are alive. They are held by the variable 'staff'.
        save: The deletion of 2 Employee objects is saved. The context forgets them, and empty \
        shells are left (L3).
          L3 | [10] | 
          Department 1 and 3 Employee objects are alive. They are held by the variable 'staff'.
        release: 3 Employee objects are gone: the variable 'staff' held them last (L3).
          L3 | [10] | 10×3
          Department 1 is alive. It is held by the variable 'staff'.
        context is let go: Department 1 outlives the context. It is held by the variable 'staff'.
           | [0, 2] | 
          Department 1 is alive. It is held by the variable 'staff'.
        end: Department 1 is gone: the variable 'staff' held it last (R1).
          R1 | [4, 8] | 8×1
          No object is alive.
        """)
  }

  @Test func `report faults, their firing, and where values come from`() {
    var film = EveryChange()
    let roots = [My.state(0), My.state(4), My.state(5)]
    film.then("before", [My.state(0)])
    film.then("fetch", roots + [My.state(8, 1, [1]), My.state(10, 3, [3])], [2: 1, 3: 1, 4: 3])
    film.then(
      "read", roots + [My.state(8), My.state(10, 3, [3])], [2: 1, 3: 1, 4: 3],
      grow: ["store.roundtrips": 1])
    film.then(
      "walk", roots + [My.state(8), My.state(10, 3, [1])], [2: 1, 3: 1, 4: 3],
      grow: ["rowcache.hits": 2])
    film.then("walk", roots + [My.state(8), My.state(10, 3)], [2: 1, 3: 1, 4: 3])
    film.then("refresh", roots + [My.state(8, 1, [1]), My.state(10, 3, [2])], [2: 1, 3: 1, 4: 3])
    film.then(
      "fetch",
      roots + [My.state(8, 1, [1]), My.state(10, 3, [2]), My.state(11), My.state(12, 1, [1])],
      [2: 1, 3: 1, 4: 3, 16: 1, 17: 1])
    film.then(
      "turn",
      roots + [My.state(8, 1, [1]), My.state(10, 3, [2]), My.state(11), My.state(12, 1, [1])],
      [2: 1, 4: 3])
    expectText(
      My.narrated(film.film(rules: ["F3", "C2"])),
      is: """
        before: Before the first step: No object is alive.
           | [] | 
          No object is alive.
        fetch: Department 1 and 3 Employee objects come in as faults, without values (F1). They \
        are held by the variables 'staff' and 'boss'.
          F1 | [4, 5, 8, 10] | 
          Department 1 is alive. It is held by the variables 'staff' and 'boss'. 3 Employee \
        objects are alive. They are held by the variable 'staff'.
        read: Department 1 fires and has values now (F2), with 1 trip to the store (F3).
          F2 F3 | [8] | 
          Department 1 is alive. It is held by the variables 'staff' and 'boss'. 3 Employee \
        objects are alive. They are held by the variable 'staff'.
        walk: 2 Employee objects fire and have values now (F2), from the row cache (F3).
          F2 F3 | [10] | 
          Department 1 is alive. It is held by the variables 'staff' and 'boss'. 3 Employee \
        objects are alive. They are held by the variable 'staff'.
        walk: 1 Employee object fires and has values now (F2).
          F2 | [10] | 
          Department 1 is alive. It is held by the variables 'staff' and 'boss'. 3 Employee \
        objects are alive. They are held by the variable 'staff'.
        refresh: Department 1 and 2 Employee objects turn into faults: values and references are \
        gone (C2).
          C2 | [8, 10] | 
          Department 1 is alive. It is held by the variables 'staff' and 'boss'. 3 Employee \
        objects are alive. They are held by the variable 'staff'.
        fetch: Project of a name that has no room comes in as a fault, without values (F1). It \
        is held by the context until the next save detects conflicts (R3). Task 1 comes in with \
        its values: a new instance of a record that was here before (L1). It is held by the \
        context until observers are notified (R3).
          F1 R3 L1 | [11, 12] | 
          Department 1 is alive. It is held by the variables 'staff' and 'boss'. 3 Employee \
        objects are alive. They are held by the variable 'staff'. Task 1 is alive. It is held by \
        the context until observers are notified (R3). Project of a name that has no room is alive. \
        It is held by the context until the next save detects conflicts (R3).
        turn: The variable 'boss' lets go of Department 1. It is still held by the variable \
        'staff'. The context lets go of Task 1. The context lets go of Project of a name that \
        has no room.
           | [8, 11, 12] | 
          Department 1 and 3 Employee objects are alive. They are held by the variable 'staff'. \
        Task 1 and Project of a name that has no room are alive.
        """)
  }

  @Test func `report contexts, and changes that go one level up`() {
    var film = EveryChange()
    film.then("before", [My.state(0)])
    film.then("open", [My.state(0), My.state(1), My.state(8, 1, [0, 0, 1])], [1: 1, 10: 1])
    film.then("save", [My.state(0), My.state(1), My.state(8, 1, [0, 0, 1])], [0: 1, 10: 1])
    film.then("open", [My.state(0), My.state(8, 1, [0, 0, 1])], [0: 1])
    film.then("open", [My.state(0), My.state(1), My.state(8, 1, [0, 0, 1])], [0: 1])
    film.then(
      "end", [My.state(8, 1, [0, 0, 1]), My.state(9), My.state(7)], [12: 1, 19: 1], isLast: true)
    expectText(
      My.narrated(film.film()),
      is: """
        before: Before the first step: No object is alive.
           | [] | 
          No object is alive.
        open: The child is opened as a child of the context (P1). Department 1 comes in with its \
        values. It is held by the child for unsaved changes (R3).
          P1 R3 | [1, 8] | 
          Department 1 is alive. It is held by the child for unsaved changes (R3).
        save: The changes of the child go one level up, to the context (P2). The child lets go \
        of Department 1. It is still held by the context for unsaved changes (R3).
          P2 R3 | [8] | 
          Department 1 is alive. It is held by the context for unsaved changes (R3).
        open: The child is let go.
           | [1] | 
          Department 1 is alive. It is held by the context for unsaved changes (R3).
        open: The child is opened.
           | [1] | 
          Department 1 is alive. It is held by the context for unsaved changes (R3).
        end: Department 2 outlives the context. It is held by a holder that the engine does not \
        know. Department 1 outlives the context and has leaked. It is held by 'place' of Project \
        of a name that has no room (C1). Department 2 comes in with its values. It is held by a \
        holder that the engine does not know.
          C1 | [0, 1, 7, 8, 9, 12] | 
          Department 1 is alive. It is held by 'place' of Project of a name that has no room \
        (C1). Department 2 is alive. It is held by a holder that the engine does not know.
        """)
  }

  /// C2 is of a refresh: what is broken otherwise, as by a deletion, does not name it.
  @Test func `report retain cycles, one and several, made and broken`() {
    var film = EveryChange()
    let some = [My.state(0), My.state(4)]
    film.then("before", some + [My.state(8), My.state(10, 3)], [4: 3])
    film.then("relate", some + [My.state(8), My.state(10, 3)], [4: 3, 8: 3])
    film.then(
      "relate", some + [My.state(8, 1, [0, 0, 0, 0, 1]), My.state(10, 3, [0, 0, 0, 0, 3])],
      [4: 3, 8: 3, 9: 3], cycle: [8, 9], grow: ["cycles.count": 1])
    film.then(
      "relate",
      some + [
        My.state(8, 1, [0, 0, 0, 0, 1]), My.state(9, 1, [0, 0, 0, 0, 1]),
        My.state(11, 1, [0, 0, 0, 0, 1]), My.state(10, 3, [0, 0, 0, 0, 3]),
      ], [4: 3, 8: 3, 9: 3, 21: 1, 22: 3], cycle: [8, 9], grow: ["cycles.count": 2])
    film.then(
      "break",
      some + [
        My.state(8, 1, [0, 0, 0, 0, 1]), My.state(9), My.state(11),
        My.state(10, 3, [0, 0, 0, 0, 3]),
      ],
      [4: 3, 8: 3, 9: 3, 21: 1], cycle: [8, 9], grow: ["cycles.count": -2])
    film.then(
      "break", some + [My.state(8), My.state(9), My.state(10, 3)], [4: 3, 9: 3],
      grow: ["cycles.count": -1])
    film.then("collect", some + [My.state(10, 3)], [4: 3], grow: ["objects.collected": 2])
    expectText(
      My.narrated(film.film()),
      is: """
        before: Before the first step: Department 1 is alive. 3 Employee objects are alive. They \
        are held by the variable 'staff'.
           | [] | 
          Department 1 is alive. 3 Employee objects are alive. They are held by the variable \
        'staff'.
        relate: Department 1 now holds 3 Employee objects through 'employees' (C1).
          C1 | [8, 10] | 
          Department 1 is alive. 3 Employee objects are alive. They are held by the variable \
        'staff' and 'employees' of Department 1 (C1).
        relate: 4 objects hold each other by 'department' now, in a retain cycle (C1).
          C1 | [8, 10] | 
          Department 1 is alive. It is held by a retain cycle (C1). 3 Employee objects are \
        alive. They are held by the variable 'staff' and a retain cycle (C1).
        relate: Department 2 and Task 1 come in with their values: new instances of records that \
        were here before (L1). They are held by 'next' of Department 1 (C1). 2 objects hold each \
        other by 'manager' and 'next' now, in 2 retain cycles (C1).
          L1 C1 | [8, 9, 10, 11] | 
          Department 1 is alive. It is held by a retain cycle (C1). Department 2 is alive. It is \
        held by 'next' of Department 1 (C1). Task 1 is alive. 3 Employee objects are alive. They \
        are held by the variable 'staff' and a retain cycle (C1).
        break: 2 retain cycles are broken: 2 objects hold each other no more.
           | [9, 10, 11] | 
          Department 1 is alive. It is held by a retain cycle (C1). Department 2 is alive. It is \
        held by 'next' of Department 1 (C1). Task 1 is alive. 3 Employee objects are alive. They \
        are held by the variable 'staff' and a retain cycle (C1).
        break: Task 1 is gone: nothing holds it any more (R1). The retain cycle is broken: 4 \
        objects hold each other no more.
          R1 | [8, 9, 10, 11] | 11×1
          Department 1 is alive. It is held by 'department' of 3 Employee objects (C1). \
        Department 2 is alive. 3 Employee objects are alive. They are held by the variable \
        'staff'.
        collect: 2 Department objects are gone. Nothing reaches them any more, and the collector \
        minds no retain cycle (C1).
          C1 | [8, 9, 10] | 8×1 9×1
          3 Employee objects are alive. They are held by the variable 'staff'.
        """)
  }
}
