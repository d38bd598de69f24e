// What is said of objects that go, and of steps by which none comes or goes.

import FaultlineMeasures
import FaultlineReplay
import FaultlineTestSupport
import Testing

struct `The words of a replay, where objects go or stay` {
  private typealias My = EveryChange

  @Test func `say what held last, by each reason`() {
    let last = [
      (7, "turn"), (6, "undo"), (6, "clear undo"), (14, "save"), (13, "reset"), (0, "save"),
      (5, "release"), (4, "release"), (8, "unset"),
    ]
    let narrated = last.map { number, step in
      var film = EveryChange()
      let edge = EveryChange.edges[number]
      let holders = [My.state(0)] + (edge.from == 0 ? [] : [My.state(edge.from)])
      film.then("before", holders + [My.state(edge.to)], [number: 1])
      film.then(step, holders)
      film.then("context is let go", [], isLast: true)
      return "\(edge.reason): \(My.narrated(film.film()))"
    }
    expectText(
      narrated.joined(separator: "\n"),
      is: """
        pool: before: Before the first step: Department 2 is alive. It is held by the pool of \
        the turn until the turn ends (R1).
           | [] | 
          Department 2 is alive. It is held by the pool of the turn until the turn ends (R1).
        turn: Department 2 is gone: the pool of the turn held it last (R1).
          R1 | [9] | 9×1
          No object is alive.
        context is let go: Nothing is left.
           | [0, 3] | 
          No object is alive.
        undo: before: Before the first step: 1 Employee object is alive. It is held by the undo \
        manager (U1).
           | [] | 
          1 Employee object is alive. It is held by the undo manager (U1).
        undo: 1 Employee object is gone: the undo manager held it last (U6).
          U6 | [10] | 10×1
          No object is alive.
        context is let go: Nothing is left.
           | [0, 2] | 
          No object is alive.
        undo: before: Before the first step: 1 Employee object is alive. It is held by the undo \
        manager (U1).
           | [] | 
          1 Employee object is alive. It is held by the undo manager (U1).
        clear undo: 1 Employee object is gone: the undo manager held it last (U3).
          U3 | [10] | 10×1
          No object is alive.
        context is let go: Nothing is left.
           | [0, 2] | 
          No object is alive.
        redo: before: Before the first step: Department 2 is alive. It is held by the undo \
        manager (U1).
           | [] | 
          Department 2 is alive. It is held by the undo manager (U1).
        save: Department 2 is gone: the undo manager held it last (U3).
          U3 | [9] | 9×1
          No object is alive.
        context is let go: Nothing is left.
           | [0, 2] | 
          No object is alive.
        retained: before: Before the first step: Department 2 is alive. It is held by the \
        context that retains its objects (R4).
           | [] | 
          Department 2 is alive. It is held by the context that retains its objects (R4).
        reset: Department 2 is gone: the context held it last (R4).
          R4 | [9] | 9×1
          No object is alive.
        context is let go: Nothing is left.
           | [0] | 
          No object is alive.
        change: before: Before the first step: Department 1 is alive. It is held by the context \
        for unsaved changes (R3).
           | [] | 
          Department 1 is alive. It is held by the context for unsaved changes (R3).
        save: Department 1 is gone: the context held it last (R3).
          R3 | [8] | 8×1
          No object is alive.
        context is let go: Nothing is left.
           | [0] | 
          No object is alive.
        container: before: Before the first step: 1 Employee object is alive. It is held by the \
        array 'kept' (R5).
           | [] | 
          1 Employee object is alive. It is held by the array 'kept' (R5).
        release: 1 Employee object is gone: the array 'kept' held it last (R5).
          R5 | [10] | 10×1
          No object is alive.
        context is let go: Nothing is left.
           | [0, 6] | 
          No object is alive.
        name: before: Before the first step: 1 Employee object is alive. It is held by the \
        variable 'staff'.
           | [] | 
          1 Employee object is alive. It is held by the variable 'staff'.
        release: 1 Employee object is gone: the variable 'staff' held it last (R1).
          R1 | [10] | 10×1
          No object is alive.
        context is let go: Nothing is left.
           | [0, 4] | 
          No object is alive.
        relationship: before: Before the first step: Department 1 is alive. 1 Employee object is \
        alive. It is held by 'employees' of Department 1 (C1).
           | [] | 
          Department 1 is alive. 1 Employee object is alive. It is held by 'employees' of \
        Department 1 (C1).
        unset: 1 Employee object is gone: nothing holds it any more (R1).
          R1 | [8, 10] | 10×1
          Department 1 is alive.
        context is let go: Department 1 is gone: nothing holds it any more (R1).
          R1 | [0, 8] | 8×1
          No object is alive.
        """)
  }

  @Test func `say something where no object comes or goes`() {
    var film = EveryChange()
    let some = [My.state(0), My.state(8)]
    film.then("before", some)
    film.then("clear undo", some, grow: ["undo.groups": 1])
    film.then("clear undo", some, grow: ["undo.groups": -1])
    film.then("clear undo", some, grow: ["undo.groups": 3])
    film.then("clear undo", some, grow: ["undo.groups": -2])
    film.then("set", some, grow: ["undo.actions": 1])
    film.then("set", some, grow: ["undo.actions": 2])
    film.then("merge", some, grow: ["merged.objects": 1])
    film.then("walk", some, grow: ["faults.relationship": 1])
    film.then("walk", some, grow: ["faults.relationship": 2, "store.roundtrips": 2])
    film.then("count", some, grow: ["store.roundtrips": 1])
    film.then("wait", some)
    film.then("checkpoint", some)
    film.then("expect", some)
    film.then("wait", some, stepsLeftOut: 1)
    film.then("wait", some, stepsLeftOut: 1_200)
    film.then("loop", some, roundsLeftOut: 1)
    film.then("loop", some, roundsLeftOut: 2_000)
    film.then("end", [My.state(0)], isLast: true)
    film.then("end", [My.state(0)], isLast: true)
    film.then("end", [My.state(0)])
    expectText(
      My.narrated(film.film(rules: [])),
      is: """
        before: Before the first step: Department 1 is alive.
           | [] | 
          Department 1 is alive.
        clear undo: Nothing changes for any object.
           | [] | 
          Department 1 is alive.
        clear undo: The undo manager forgets 1 group of actions (U3).
          U3 | [] | 
          Department 1 is alive.
        clear undo: Nothing changes for any object.
           | [] | 
          Department 1 is alive.
        clear undo: The undo manager forgets 2 groups of actions (U3).
          U3 | [] | 
          Department 1 is alive.
        set: The undo manager notes 1 more action, on objects that it holds already (U2).
          U2 | [] | 
          Department 1 is alive.
        set: The undo manager notes 2 more actions, on objects that it holds already (U2).
          U2 | [] | 
          Department 1 is alive.
        merge: What another context has saved is merged: 1 object brought up to date (N2).
          N2 | [] | 
          Department 1 is alive.
        walk: 1 to-many relationship filled when asked for (F9).
          F9 | [] | 
          Department 1 is alive.
        walk: 2 to-many relationships filled when asked for (F9), with 2 trips to the store.
          F9 | [] | 
          Department 1 is alive.
        count: The store is asked 1 time; no object comes or goes.
           | [] | 
          Department 1 is alive.
        wait: Nothing changes for any object.
           | [] | 
          Department 1 is alive.
        checkpoint: Nothing has changed since the last step. Department 1 is alive.
           | [] | 
          Department 1 is alive.
        expect: Nothing has changed since the last step. Department 1 is alive.
           | [] | 
          Department 1 is alive.
        wait: 1 more step was played and is not shown. A replay has room for no more.
           | [] | 
          Department 1 is alive.
        wait: 1,200 more steps were played and are not shown. A replay has room for no more.
           | [] | 
          Department 1 is alive.
        loop: 1 more round of the loop was played and is not shown one by one.
           | [] | 
          Department 1 is alive.
        loop: 2,000 more rounds of the loop were played and are not shown one by one.
           | [] | 
          Department 1 is alive.
        end: Department 1 is gone: nothing holds it any more (R1).
          R1 | [8] | 8×1
          No object is alive.
        end: Nothing is left.
           | [] | 
          No object is alive.
        end: Nothing changes for any object.
           | [] | 
          No object is alive.
        """)
  }
}
