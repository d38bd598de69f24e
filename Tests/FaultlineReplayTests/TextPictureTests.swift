// The picture of a film as text: what each step changes, in a terminal that is narrow or of half a page.

import FaultlineTestSupport
import Testing

@testable import FaultlineReplay
@testable import FaultlinePages

struct `The picture of a replay in a terminal` {
  private static let film = `The picture of a replay`.film

  @Test func `is a text where a terminal is narrow`() {
    expectText(
      ReplayText(Self.film, width: 30).text,
      is: """
        all: Everything that happens
        variant one

        ● has its values · ○ fault ·
        ◐ some are faults · × gone ·
        → holds ·
        ┄ finds, does not hold ·
        ⇄ holds, within a retain cycle ·
        * changed in this step

        Step 0 of 3 ·
        before the first step

        Before the first step: No
        object is alive.

            context
            undo mana…

          undo.groups 2

        Step 1 of 3 · insert (line 11)

        The child is opened as a
        child of the context (P1). 2
        Department objects, 4
        Employee objects, Task 1,
        Project of a name that has no
        room and Place 1 come in with
        their values: new instances
        of records that were here
        before (L1). They are held by
        the context for unsaved
        changes (R3), the child for
        unsaved changes (R3) and 11
        more. Department 1 now holds
        3 Employee objects through
        'employees' (C1).

            context     unsaved → Department 1 ·
                        ┄ Employee × 3 ·
                        retains → Department 2 ·
                        deleting → Employee × 3 ·
                        unreported → Task 1 ·
                        conflicts → Project of a name that has no room ·
                        undo → Department 1
        *   child       unsaved → Department 1 ·
                        parent → context
            undo mana…  undo → Employee × 3 ·
                        redo → Department 2
        *   pool of t…  → Department 2
        *   staff       → Department 1 ·
                        → Employee × 3 ·
                        → Place 1
        *   boss        → Department 1
        *   array 'ke…  → Employee × 3
        *   elsewhere   → Department 2
        * ● Departmen…  realized ·
                        employees ⇄ Employee × 3 ·
                        next → Department 2
        * ● Departmen…  realized
        * ● Employee …  realized ·
                        department ⇄ Department 1 ·
                        manager → Employee × 3
        * ● Task 1      realized ·
                        a relationship of many words → Project of a name that has no room
        * ● Project o…  realized ·
                        place → Department 1 ·
                        found → Employee × 3
        * ● Place 1     realized
        * ● Employee 4  realized ·
                        self → Employee 4

          objects.live 1,200 (+1,200) ·
          undo.groups 1 (-1)

        Step 2 of 3 · mixed (line 12)

        The child is let go. Employee
        4 is gone: nothing holds it
        any more (R1). Task 1 is
        marked as deleted until the
        next save (L3). 2 Employee
        objects and Project of a name
        that has no room have unsaved
        changes, for which the
        context holds them (R3).

            context     unsaved → Department 1
        * ○ Departmen…  fault ·
                        employees → Employee × 3
        * ● Departmen…  realized, inserted
        * ◐ Employee …  1 fault, 2 changed ·
                        department → Department 1 ·
                        manager ⇄ Employee × 3
        * ● Task 1      realized, deleted ·
                        a relationship of many words → Project of a name that has no room
        * ● Project o…  realized, changed
        * ● Place 1     realized
        * × Employee 4  gone

          objects.live 200 (-1,000) ·
          undo.groups 1

        Step 3 of 3 · few (line 13)

        2 Department objects, 1
        Employee object, Task 1,
        Project of a name that has no
        room and Place 1 are gone:
        the context held them last
        (L3). 1 Employee object is
        marked as deleted until the
        next save (L3). 1 Employee
        object turns into a fault:
        values and references are
        gone (F6). The retain cycle
        is broken: 1 object is in it
        no more (C2).

            context     ┄ Employee × 3
        * ○ Employee …  2 alive, faults, 1 deleted
        * × Departmen…  gone
        * × Departmen…  gone
        * × Employee …  gone: 1
        * × Task 1      gone
        * × Project o…  gone
        * × Place 1     gone

          objects.live 200 ·
          undo.groups 1

        Rules
          C1  A realized relationship
              is a strong reference:
              two objects that point
              at each other stay.
          P1  A context's parent is a
              coordinator or another
              context.
          L1  An instance's life is
              its own: for one record
              any number of instances
              may come and go.
          R3  A context holds what
              has unsaved changes,
              until they are saved or
              gone.
          R1  A context finds its
              objects and does not
              hold them; the pool
              drains when the turn
              ends.
          L3  A deleted record's
              instance goes when its
              last holder does.
          F6  Turning into a fault
              frees values and
              references; the next
              access makes them
              current.
          C2  A refresh without
              merging makes a fault
              and drops what it
              referred to.
        """)
  }

  @Test func `is a text where a terminal is of half a page`() {
    expectText(
      ReplayText(Self.film, width: 60).text,
      is: """
        all: Everything that happens
        variant one

        ● has its values · ○ fault · ◐ some are faults · × gone ·
        → holds · ┄ finds, does not hold ·
        ⇄ holds, within a retain cycle · * changed in this step

        Step 0 of 3 · before the first step

        Before the first step: No object is alive.

            context
            undo manager

          undo.groups 2

        Step 1 of 3 · insert (line 11)

        The child is opened as a child of the context (P1). 2
        Department objects, 4 Employee objects, Task 1, Project of
        a name that has no room and Place 1 come in with their
        values: new instances of records that were here before
        (L1). They are held by the context for unsaved changes
        (R3), the child for unsaved changes (R3) and 11 more.
        Department 1 now holds 3 Employee objects through
        'employees' (C1).

            context               unsaved → Department 1 ·
                                  ┄ Employee × 3 ·
                                  retains → Department 2 ·
                                  deleting → Employee × 3 ·
                                  unreported → Task 1 ·
                                  conflicts → Project of a name that has no room ·
                                  undo → Department 1
        *   child                 unsaved → Department 1 ·
                                  parent → context
            undo manager          undo → Employee × 3 ·
                                  redo → Department 2
        *   pool of the turn      → Department 2
        *   staff                 → Department 1 · → Employee × 3 ·
                                  → Place 1
        *   boss                  → Department 1
        *   array 'kept'          → Employee × 3
        *   elsewhere             → Department 2
        * ● Department 1          realized ·
                                  employees ⇄ Employee × 3 ·
                                  next → Department 2
        * ● Department 2          realized
        * ● Employee × 3          realized ·
                                  department ⇄ Department 1 ·
                                  manager → Employee × 3
        * ● Task 1                realized ·
                                  a relationship of many words → Project of a name that has no room
        * ● Project of a name t…  realized · place → Department 1 ·
                                  found → Employee × 3
        * ● Place 1               realized
        * ● Employee 4            realized · self → Employee 4

          objects.live 1,200 (+1,200) · undo.groups 1 (-1)

        Step 2 of 3 · mixed (line 12)

        The child is let go. Employee 4 is gone: nothing holds it
        any more (R1). Task 1 is marked as deleted until the next
        save (L3). 2 Employee objects and Project of a name that
        has no room have unsaved changes, for which the context
        holds them (R3).

            context               unsaved → Department 1
        * ○ Department 1          fault · employees → Employee × 3
        * ● Department 2          realized, inserted
        * ◐ Employee × 3          1 fault, 2 changed ·
                                  department → Department 1 ·
                                  manager ⇄ Employee × 3
        * ● Task 1                realized, deleted ·
                                  a relationship of many words → Project of a name that has no room
        * ● Project of a name t…  realized, changed
        * ● Place 1               realized
        * × Employee 4            gone

          objects.live 200 (-1,000) · undo.groups 1

        Step 3 of 3 · few (line 13)

        2 Department objects, 1 Employee object, Task 1, Project of
        a name that has no room and Place 1 are gone: the context
        held them last (L3). 1 Employee object is marked as deleted
        until the next save (L3). 1 Employee object turns into a
        fault: values and references are gone (F6). The retain
        cycle is broken: 1 object is in it no more (C2).

            context               ┄ Employee × 3
        * ○ Employee × 3          2 alive, faults, 1 deleted
        * × Department 1          gone
        * × Department 2          gone
        * × Employee × 3          gone: 1
        * × Task 1                gone
        * × Project of a name t…  gone
        * × Place 1               gone

          objects.live 200 · undo.groups 1

        Rules
          C1  A realized relationship is a strong reference: two
              objects that point at each other stay.
          P1  A context's parent is a coordinator or another
              context.
          L1  An instance's life is its own: for one record any
              number of instances may come and go.
          R3  A context holds what has unsaved changes, until they
              are saved or gone.
          R1  A context finds its objects and does not hold them;
              the pool drains when the turn ends.
          L3  A deleted record's instance goes when its last holder
              does.
          F6  Turning into a fault frees values and references; the
              next access makes them current.
          C2  A refresh without merging makes a fault and drops
              what it referred to.
        """)
  }
}
