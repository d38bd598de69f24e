// The film of edits that could be undone, frame by frame.

import FaultlineTestSupport
import Testing

struct `The film of undo-holds-objects` {
  /// U1, U4, R3: the undo manager holds what was changed, and goes with its context.
  @Test func `shows what holds the edited objects, and what last`() throws {
    expectText(
      try replayed("undo-holds-objects", "employees=3"),
      is: """
        undo-holds-objects: The undo manager holds every changed object
        variant with undo · retainsRegisteredObjects = false · pool = true · undo = unlimited ·
        employees = 3

        ● has its values · ○ fault · ◐ some are faults · × gone · → holds · ┄ finds, does not hold ·
        ⇄ holds, within a retain cycle · * changed in this step · ′ another object of the same \
        record

        Step 0 of 8 · before the first step

        Employees are edited and saved, and no variable holds them. One context has an undo \
        manager; the
        other has none.

        Before the first step: No object is alive.

            context
            undo manager

        Step 1 of 8 · insert (line 37)
          - insert: {entity: Employee, count: employees, set: {name: 'Employee {index}'}}

        3 Employee objects come to life, not saved yet. They are held by the context for unsaved \
        changes
        (R3).

            context        unsaved → Employee × 3
            undo manager
        * ● Employee × 3   realized, inserted

          objects.registered 3 (+3) · objects.realized 3 (+3) · objects.live 3 (+3) ·
          objects.inserted 3 (+3) · held.change 3 (+3)

        Step 2 of 8 · save (line 38)
          - save: {}

        3 Employee objects are gone: the context held them last (R3).

            context
            undo manager
        * × Employee × 3   gone: 3

          objects.registered 0 (-3) · objects.realized 0 (-3) · objects.live 0 (-3) ·
          objects.inserted 0 (-3) · held.change 0 (-3) · store.roundtrips 1 (+1) · \
        sql.rows.written 3 (+3) ·
          sql.transactions 2 (+2)

        Step 3 of 8 · fetch (line 40)
          - fetch: {entity: Employee, into: staff}

        3 Employee objects come in as faults, without values (F1): new instances of records that \
        were here
        before (L1). They are held by the variable 'staff'.

            context        ┄ Employee × 3′
            undo manager
        *   staff          → Employee × 3′
        * ○ Employee × 3′  faults

          objects.registered 3 (+3) · objects.faults 3 (+3) · objects.live 3 (+3) · held.outside \
        3 (+3) ·
          rowcache.entries 3 (+3) · store.roundtrips 2 (+1) · sql.rows.read 3 (+3) · \
        sql.rows.written 3 ·
          sql.transactions 2

        Step 4 of 8 · set (line 41)
          - set: {objects: staff, to: {salary: '1000 + index'}}

        3 Employee objects have unsaved changes, for which the context holds them (R3). 3 \
        Employee objects
        fire and have values now (F2), from the row cache (F3). The undo manager now holds 3 \
        Employee
        objects (U1).

            context        unsaved → Employee × 3′
            undo manager   undo → Employee × 3′
            staff          → Employee × 3′
        * ● Employee × 3′  realized, changed

          objects.registered 3 · objects.realized 3 (+3) · objects.faults 0 (-3) · objects.live 3 ·
          objects.updated 3 (+3) · held.change 3 (+3) · held.undo 3 (+3) · held.outside 3 ·
          faults.fired 3 (+3) · rowcache.entries 3 · rowcache.hits 3 (+3) · store.roundtrips 2 ·
          sql.rows.read 3 · sql.rows.written 3 · sql.transactions 2 · undo.groups 1 (+1) ·
          undo.actions 3 (+3) · undo.objects 3 (+3)

        Step 5 of 8 · set (line 42)
          - set: {objects: staff, to: {salary: '2000 + index'}}

        The undo manager notes 3 more actions, on objects that it holds already (U1).

            context        unsaved → Employee × 3′
            undo manager   undo → Employee × 3′
            staff          → Employee × 3′
          ● Employee × 3′  realized, changed

          objects.registered 3 · objects.realized 3 · objects.live 3 · objects.updated 3 · \
        held.change 3 ·
          held.undo 3 · held.outside 3 · faults.fired 3 · rowcache.entries 3 · rowcache.hits 3 ·
          store.roundtrips 2 · sql.rows.read 3 · sql.rows.written 3 · sql.transactions 2 ·
          undo.groups 2 (+1) · undo.actions 6 (+3) · undo.objects 3

        Step 6 of 8 · release (line 43)
          - release: staff

        The variable 'staff' lets go of 3 Employee objects. They are still held by the context \
        for unsaved
        changes (R3) and the undo manager (U1).

            context        unsaved → Employee × 3′
            undo manager   undo → Employee × 3′
        * ● Employee × 3′  realized, changed

          objects.registered 3 · objects.realized 3 · objects.live 3 · objects.updated 3 · \
        held.change 3 ·
          held.undo 3 · held.outside 0 (-3) · faults.fired 3 · rowcache.entries 3 · rowcache.hits \
        3 ·
          store.roundtrips 2 · sql.rows.read 3 · sql.rows.written 3 · sql.transactions 2 · \
        undo.groups 2 ·
          undo.actions 6 · undo.objects 3

        Step 7 of 8 · save (line 57)
          - save: {}

        ? The edits are about to be saved, and no variable is left. What still holds the objects?
          1  The undo manager
          2  The context
          3  Nothing, and they go
        ! 1: held.undo was 3, held.change was 0, objects.live was 3. The undo manager, if there \
        is one: it
        may have to undo the edits (U1).

        The changes of 3 Employee objects are saved. The context lets go of them (R3). They are \
        held by the
        undo manager (U1).

        No variable holds the edited employees, and they are saved: the context would release \
        them. The
        undo manager does not, because it may have to undo the edits. It holds each object once, \
        however
        often it was changed.

        Without an undo manager they are released by the save.

        An import is no exception. With an undo manager that has no limit, every row that was \
        ever inserted
        stays in memory. A save does not change that. A limit releases the older ones. Scrubbing \
        releases
        all.

            context        ┄ Employee × 3′
            undo manager   undo → Employee × 3′
        * ● Employee × 3′  realized

          objects.registered 3 · objects.realized 3 · objects.live 3 · objects.updated 0 (-3) ·
          held.change 0 (-3) · held.undo 3 · faults.fired 3 · rowcache.entries 3 · rowcache.hits 3 ·
          store.roundtrips 3 (+1) · sql.rows.read 3 · sql.rows.written 6 (+3) · sql.transactions \
        3 (+1) ·
          undo.groups 2 · undo.actions 6 · undo.objects 3

        Step 8 of 8 · context and stores are let go

        3 Employee objects are gone: the undo manager held them last (U4).

        * × Employee × 3′  gone: 3

          objects.registered 0 (-3) · objects.realized 0 (-3) · objects.live 0 (-3) · held.undo 0 \
        (-3) ·
          undo.groups 0 (-2) · undo.actions 0 (-6) · undo.objects 0 (-3)

        Rules
          U1  The undo manager holds every object whose change could be undone or done again.
          R3  A context holds what has unsaved changes, until they are saved or gone.
          F1  A fault is a placeholder of the right class without values, and needs no neighbours.
          L1  An instance's life is its own: for one record any number of instances may come and go.
          F2  A fault fires by itself when it is asked for a value.
          F3  A fault that fires looks into the row cache first, and asks the store only then.
          U4  The undo manager dies with its context unless something else holds it.
        """)
  }
}
