// The film of parents and children, frame by frame.

import FaultlineTestSupport
import Testing

struct `The film of parent-child-cycle` {
  /// C1, C2: what is realized from both ends stays, past the end of its context.
  @Test func `shows how a retain cycle is made, broken, made again, and leaks`() throws {
    expectText(
      try replayed("parent-child-cycle", "children=3"),
      is: """
        parent-child-cycle: Parent and child hold each other
        variant both ends · retainsRegisteredObjects = false · pool = true · undo = none · \
        children = 3 ·
        realized = both

        ● has its values · ○ fault · ◐ some are faults · × gone · → holds · ┄ finds, does not hold ·
        ⇄ holds, within a retain cycle · * changed in this step

        Step 0 of 9 · before the first step

        A department has a relationship to its employees, and each employee one to its \
        department. The
        relationships are accessed from one end, or from both. Then every variable is released.

        Before the first step: No object is alive.

            context

        Step 1 of 9 · insert (line 42)
          - insert: {entity: Department, into: parent, set: {name: Research}}

        Department 1 comes to life, not saved yet. It is held by the context for unsaved changes \
        (R3) and
        the variable 'parent'.

            context       unsaved → Department 1
        *   parent        → Department 1
        * ● Department 1  realized, inserted

          objects.registered 1 (+1) · objects.realized 1 (+1) · objects.live 1 (+1) ·
          objects.inserted 1 (+1) · held.change 1 (+1) · held.outside 1 (+1)

        Step 2 of 9 · insert (line 43)
          - insert: {entity: Employee, count: children, into: staff, set: {name: 'Employee \
        {index}'}}

        3 Employee objects come to life, not saved yet. They are held by the context for unsaved \
        changes
        (R3) and the variable 'staff'.

            context       unsaved → Department 1 · unsaved → Employee × 3
            parent        → Department 1
        *   staff         → Employee × 3
          ● Department 1  realized, inserted
        * ● Employee × 3  realized, inserted

          objects.registered 4 (+3) · objects.realized 4 (+3) · objects.live 4 (+3) ·
          objects.inserted 4 (+3) · held.change 4 (+3) · held.outside 4 (+3)

        Step 3 of 9 · relate (line 44)
          - relate: {objects: staff, by: department, to: parent}

        4 objects hold each other by 'department' and 'employees' now, in a retain cycle (C1).

            context       unsaved → Department 1 · unsaved → Employee × 3
            parent        → Department 1
            staff         → Employee × 3
        * ● Department 1  realized, inserted · employees ⇄ Employee × 3
        * ● Employee × 3  realized, inserted · department ⇄ Department 1

          objects.registered 4 · objects.realized 4 · objects.live 4 · objects.inserted 4 · \
        held.change 4 ·
          held.relationship 4 (+4) · held.outside 4 · cycles.count 1 (+1) · cycles.pairs 3 (+3) ·
          cycles.kinds 1 (+1) · cycles.objects 4 (+4)

        Step 4 of 9 · save (line 45)
          - save: {}

        The changes of Department 1 and 3 Employee objects are saved. The context lets go of them \
        (R3).
        They are held by the variables 'parent' and 'staff' and a retain cycle (C1).

            context       ┄ Department 1 · ┄ Employee × 3
            parent        → Department 1
            staff         → Employee × 3
        * ● Department 1  realized · employees ⇄ Employee × 3
        * ● Employee × 3  realized · department ⇄ Department 1

          objects.registered 4 · objects.realized 4 · objects.live 4 · objects.inserted 0 (-4) ·
          held.change 0 (-4) · held.relationship 4 · held.outside 4 · rowcache.entries 4 (+4) ·
          store.roundtrips 1 (+1) · sql.rows.written 4 (+4) · sql.transactions 3 (+3) · \
        cycles.count 1 ·
          cycles.pairs 3 · cycles.kinds 1 · cycles.objects 4

        Step 5 of 9 · refresh (line 46)
          - refresh: {}

        Making the records has already made a retain cycle. The refresh breaks it, so that the \
        effect of
        accessing the relationships can be seen; the next lesson shows how.

        Department 1 and 3 Employee objects turn into faults: values and references are gone \
        (C2). The
        retain cycle is broken: 4 objects hold each other no more (C2).

            context       ┄ Department 1 · ┄ Employee × 3
            parent        → Department 1
            staff         → Employee × 3
        * ○ Department 1  fault
        * ○ Employee × 3  faults

          objects.registered 4 · objects.realized 0 (-4) · objects.faults 4 (+4) · objects.live 4 ·
          held.relationship 0 (-4) · held.outside 4 · faults.turned 4 (+4) · rowcache.entries 4 ·
          store.roundtrips 1 · sql.rows.written 4 · sql.transactions 3 · cycles.count 0 (-1) ·
          cycles.pairs 0 (-3) · cycles.kinds 0 (-1) · cycles.objects 0 (-4) · cycles.broken 1 (+1)

        Step 6 of 9 · walk (line 50)
          - walk: {from: staff, path: department}

        Every employee is asked for its department, and holds it now.

        Department 1 and 3 Employee objects fire and have values now (F2), from the row cache \
        (F3). 3
        Employee objects now hold Department 1 through 'department' (C1).

            context       ┄ Department 1 · ┄ Employee × 3
            parent        → Department 1
            staff         → Employee × 3
        * ● Department 1  realized
        * ● Employee × 3  realized · department → Department 1

          objects.registered 4 · objects.realized 4 (+4) · objects.faults 0 (-4) · objects.live 4 ·
          held.relationship 1 (+1) · held.outside 4 · faults.fired 4 (+4) · faults.turned 4 ·
          rowcache.entries 4 · rowcache.hits 4 (+4) · store.roundtrips 1 · sql.rows.written 4 ·
          sql.transactions 3 · cycles.broken 1

        Step 7 of 9 · walk (line 54)
          - walk: {from: parent, path: employees}

        The department is asked for its employees, and holds them now. They already hold it.

        4 objects hold each other by 'employees' now, in a retain cycle (C1).

            context       ┄ Department 1 · ┄ Employee × 3
            parent        → Department 1
            staff         → Employee × 3
        * ● Department 1  realized · employees ⇄ Employee × 3
        * ● Employee × 3  realized · department ⇄ Department 1

          objects.registered 4 · objects.realized 4 · objects.live 4 · held.relationship 4 (+3) ·
          held.outside 4 · faults.fired 4 · faults.relationship 1 (+1) · faults.turned 4 ·
          rowcache.entries 4 · rowcache.hits 4 · store.roundtrips 2 (+1) · sql.rows.read 3 (+3) ·
          sql.rows.written 4 · sql.transactions 3 · cycles.count 1 (+1) · cycles.pairs 3 (+3) ·
          cycles.kinds 1 (+1) · cycles.objects 4 (+4) · cycles.broken 1

        Step 8 of 9 · release (line 71)
          - release: all

        ? Every variable is released. Which objects stay, and what holds them?
          1  None: the context releases them
          2  All of them, held by each other
          3  All of them, held by the context
        ! 2: objects.live was 4, cycles.count was 1, held.change was 0, held.retain was 0. The \
        objects in a
        retain cycle stay: each is held by another, though nothing else needs them (C1).

        The variables 'parent' and 'staff' let go of Department 1 and 3 Employee objects. They \
        are still
        held by a retain cycle (C1).

        Once it has been accessed, a relationship is a strong reference like any other in Swift. \
        Access it
        from both sides, and the department and its employees hold each other: a retain cycle.

        No object in a retain cycle is deallocated, because each is held by another. The \
        objects stay when
        every variable is released, and even when the context is gone: a leak.

        The variant 'one end' asks the employees for their department, but not the department for \
        its
        employees. References in one direction make no retain cycle. It is the way back that \
        closes one.

            context       ┄ Department 1 · ┄ Employee × 3
        * ● Department 1  realized · employees ⇄ Employee × 3
        * ● Employee × 3  realized · department ⇄ Department 1

          objects.registered 4 · objects.realized 4 · objects.live 4 · held.relationship 4 ·
          held.outside 0 (-4) · faults.fired 4 · faults.relationship 1 · faults.turned 4 ·
          rowcache.entries 4 · rowcache.hits 4 · store.roundtrips 2 · sql.rows.read 3 · \
        sql.rows.written 4 ·
          sql.transactions 3 · cycles.count 1 · cycles.pairs 3 · cycles.kinds 1 · cycles.objects 4 ·
          cycles.broken 1

        Step 9 of 9 · context and stores are let go

        Department 1 and 3 Employee objects outlive the context and have leaked. They are held by \
        a retain
        cycle (C1).

          ● Department 1  realized · employees ⇄ Employee × 3
          ● Employee × 3  realized · department ⇄ Department 1

          objects.registered 0 (-4) · objects.realized 0 (-4) · objects.live 4 · \
        held.relationship 0 (-4) ·
          cycles.count 1 · cycles.pairs 3 · cycles.kinds 1 · cycles.objects 4 · cycles.broken 1

        Rules
          C1  A realized relationship is a strong reference: two objects that point at each other \
        stay.
          C2  A refresh without merging makes a fault and drops what it referred to.
          L1  An instance's life is its own: for one record any number of instances may come and go.
          R3  A context holds what has unsaved changes, until they are saved or gone.
          F2  A fault fires by itself when it is asked for a value.
          F3  A fault that fires looks into the row cache first, and asks the store only then.
        """)
  }
}
