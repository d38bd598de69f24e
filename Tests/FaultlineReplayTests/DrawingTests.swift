// The picture of a film, place by place: boxes in columns, lines that cross columns, and the words of each frame.

import FaultlineTestSupport
import Testing

@testable import FaultlineReplay

struct `The picture of a replay` {
  private static let film: Film = {
    typealias My = EveryChange
    var film = EveryChange()
    let all = EveryChange.nodes.indices.map { My.state($0, EveryChange.nodes[$0].count) }
    film.then(
      "before the first step", [My.state(0), My.state(2)],
      grow: ["objects.live": 0, "undo.groups": 2])
    film.then(
      "insert", all,
      Dictionary(uniqueKeysWithValues: EveryChange.edges.indices.map { ($0, $0 % 3 + 1) }),
      cycle: [8, 9], grow: ["objects.live": 1_200, "undo.groups": -1])
    film.then(
      "mixed",
      [
        My.state(0), My.state(8, 1, [1]), My.state(9, 1, [0, 1]), My.state(10, 3, [1, 0, 2]),
        My.state(11, 1, [0, 0, 0, 1]),
        My.state(12, 1, [0, 0, 1]), My.state(13, 1, [0, 0, 0, 0, 1]),
      ], [0: 1, 8: 3, 9: 2, 18: 1, 22: 1], cycle: [22], grow: ["objects.live": -1_000])
    film.then("few", [My.state(0), My.state(10, 2, [2, 0, 0, 1])], [11: 2])
    return film.film()
  }()

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

        Step 0 of 3 · before the first step

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
        their values, new instances
        of records that were here
        before (L1). They are held by
        the context for unsaved
        changes (R3), by the child
        for unsaved changes (R3), by
        the array 'kept' (R5), by the
        undo manager (U1), by the
        pool of the turn until the
        turn ends (L2), by a holder
        that the engine does not
        know, by the context that
        retains its objects (R4), by
        the context until delete
        rules are followed (R3), by
        the context until observers
        are told (R3), by the context
        until the next save detects
        conflicts (R3), by the
        context (U1), by the names
        'staff' and 'boss' and by
        each other in a retain cycle
        (C1). 'employees' of
        Department 1 now holds 3
        Employee objects (C1).

            context     unsaved → Department 1 ·
                        ┄ Employee × 3 ·
                        retains → Department 2 ·
                        deleting → Employee × 3 ·
                        to be told → Task 1 ·
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
        any more (L1). Task 1 is
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
        is broken: 1 objects hold
        each other no more (C2).

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
        values, new instances of records that were here before
        (L1). They are held by the context for unsaved changes
        (R3), by the child for unsaved changes (R3), by the array
        'kept' (R5), by the undo manager (U1), by the pool of the
        turn until the turn ends (L2), by a holder that the engine
        does not know, by the context that retains its objects
        (R4), by the context until delete rules are followed (R3),
        by the context until observers are told (R3), by the
        context until the next save detects conflicts (R3), by the
        context (U1), by the names 'staff' and 'boss' and by each
        other in a retain cycle (C1). 'employees' of Department 1
        now holds 3 Employee objects (C1).

            context               unsaved → Department 1 ·
                                  ┄ Employee × 3 ·
                                  retains → Department 2 ·
                                  deleting → Employee × 3 ·
                                  to be told → Task 1 ·
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
        any more (L1). Task 1 is marked as deleted until the next
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
        cycle is broken: 1 objects hold each other no more (C2).

            context               ┄ Employee × 3
        * ○ Employee × 3          2 alive, faults, 1 deleted
        * × Department 1          gone
        * × Department 2          gone
        * × Employee × 3          gone: 1
        * × Task 1                gone
        * × Project of a name t…  gone
        * × Place 1               gone

          objects.live 200 · undo.groups 1
        """)
  }

  @Test func `is a text where a terminal is wide`() {
    expectText(
      ReplayText(Self.film, width: 100).text,
      is: """
        all: Everything that happens
        variant one

        ● has its values · ○ fault · ◐ some are faults · × gone · → holds · ┄ finds, does not hold ·
        ⇄ holds, within a retain cycle · * changed in this step

        Step 0 of 3 · before the first step

        Before the first step: No object is alive.

            context
            undo manager

          undo.groups 2

        Step 1 of 3 · insert (line 11)

        The child is opened as a child of the context (P1). 2 Department objects, 4 Employee objects, Task
        1, Project of a name that has no room and Place 1 come in with their values, new instances of
        records that were here before (L1). They are held by the context for unsaved changes (R3), by the
        child for unsaved changes (R3), by the array 'kept' (R5), by the undo manager (U1), by the pool of
        the turn until the turn ends (L2), by a holder that the engine does not know, by the context that
        retains its objects (R4), by the context until delete rules are followed (R3), by the context until
        observers are told (R3), by the context until the next save detects conflicts (R3), by the context
        (U1), by the names 'staff' and 'boss' and by each other in a retain cycle (C1). 'employees' of
        Department 1 now holds 3 Employee objects (C1).

            context                           unsaved → Department 1 · ┄ Employee × 3 ·
                                              retains → Department 2 · deleting → Employee × 3 ·
                                              to be told → Task 1 ·
                                              conflicts → Project of a name that has no room ·
                                              undo → Department 1
        *   child                             unsaved → Department 1 · parent → context
            undo manager                      undo → Employee × 3 · redo → Department 2
        *   pool of the turn                  → Department 2
        *   staff                             → Department 1 · → Employee × 3 · → Place 1
        *   boss                              → Department 1
        *   array 'kept'                      → Employee × 3
        *   elsewhere                         → Department 2
        * ● Department 1                      realized · employees ⇄ Employee × 3 · next → Department 2
        * ● Department 2                      realized
        * ● Employee × 3                      realized · department ⇄ Department 1 · manager → Employee × 3
        * ● Task 1                            realized ·
                                              a relationship of many words → Project of a name that has no room
        * ● Project of a name that has no r…  realized · place → Department 1 · found → Employee × 3
        * ● Place 1                           realized
        * ● Employee 4                        realized · self → Employee 4

          objects.live 1,200 (+1,200) · undo.groups 1 (-1)

        Step 2 of 3 · mixed (line 12)

        The child is let go. Employee 4 is gone: nothing holds it any more (L1). Task 1 is marked as
        deleted until the next save (L3). 2 Employee objects and Project of a name that has no room have
        unsaved changes, for which the context holds them (R3).

            context                           unsaved → Department 1
        * ○ Department 1                      fault · employees → Employee × 3
        * ● Department 2                      realized, inserted
        * ◐ Employee × 3                      1 fault, 2 changed · department → Department 1 ·
                                              manager ⇄ Employee × 3
        * ● Task 1                            realized, deleted ·
                                              a relationship of many words → Project of a name that has no room
        * ● Project of a name that has no r…  realized, changed
        * ● Place 1                           realized
        * × Employee 4                        gone

          objects.live 200 (-1,000) · undo.groups 1

        Step 3 of 3 · few (line 13)

        2 Department objects, 1 Employee object, Task 1, Project of a name that has no room and Place 1 are
        gone: the context held them last (L3). 1 Employee object is marked as deleted until the next save
        (L3). 1 Employee object turns into a fault: values and references are gone (F6). The retain cycle
        is broken: 1 objects hold each other no more (C2).

            context                           ┄ Employee × 3
        * ○ Employee × 3                      2 alive, faults, 1 deleted
        * × Department 1                      gone
        * × Department 2                      gone
        * × Employee × 3                      gone: 1
        * × Task 1                            gone
        * × Project of a name that has no r…  gone
        * × Place 1                           gone

          objects.live 200 · undo.groups 1
        """)
  }

  @Test func `has each box and each line in its place`() {
    expectText(
      ReplayDrawing(Self.film).lines.joined(separator: "\n"),
      is: """
        <svg class="w68" viewBox="0 0 1376 440" width="1376" height="440" role="img" aria-labelledby="picture">
        <title id="picture">The object graph after this step; the words above say what it shows</title>
        <g class="e" id="e0"><path class="l" d="M134 38C174 38 175 122 215 122"/><path class="h" d="M215 117L221 122L215 127z"/><text x="174" y="73" text-anchor="middle"></text><title>context holds Department 1: unsaved</title></g>
        <g class="e" id="e1"><path class="l" d="M134 102C174 102 175 142 215 142"/><path class="h" d="M215 137L221 142L215 147z"/><text x="174" y="115" text-anchor="middle"></text><title>child holds Department 1: unsaved</title></g>
        <g class="e" id="e2"><path class="l" d="M134 233C174 233 175 152 215 152"/><path class="h" d="M215 147L221 152L215 157z"/><text x="174" y="185" text-anchor="middle"></text><title>staff holds Department 1</title></g>
        <g class="e" id="e3"><path class="l" d="M134 295C174 295 175 162 215 162"/><path class="h" d="M215 157L221 162L215 167z"/><text x="174" y="221" text-anchor="middle"></text><title>boss holds Department 1</title></g>
        <g class="e" id="e4"><path class="l" d="M134 245C174 245 174 181 214 181C294 181 294 181 374 181C473 181 474 195 573 195"/><path class="h" d="M573 190L579 195L573 200z"/><text x="473" y="181" text-anchor="middle"></text><title>staff holds Employee × 3</title></g>
        <g class="e" id="e5"><path class="l" d="M134 345C174 345 174 259 214 259C294 259 294 259 374 259C473 259 474 202 573 202"/><path class="h" d="M573 197L579 202L573 207z"/><text x="473" y="223" text-anchor="middle"></text><title>array &#39;kept&#39; holds Employee × 3</title></g>
        <g class="e" id="e6"><path class="l" d="M134 138C174 138 174 176 214 176C294 176 294 176 374 176C473 176 474 188 573 188"/><path class="h" d="M573 183L579 188L573 193z"/><text x="473" y="175" text-anchor="middle"></text><title>undo manager holds Employee × 3: undo</title></g>
        <g class="e" id="e7"><path class="l" d="M134 195C174 195 175 227 215 227"/><path class="h" d="M215 222L221 227L215 232z"/><text x="174" y="204" text-anchor="middle"></text><title>pool of the turn holds Department 2</title></g>
        <g class="e" id="e8"><path class="l" d="M366 121C469 121 470 174 573 174"/><path class="h" d="M573 169L579 174L573 179z"/><text x="469" y="140" text-anchor="middle"></text><title>Department 1 holds Employee × 3: employees</title></g>
        <g class="e" id="e9"><path class="l" d="M580 181C477 181 476 135 373 135"/><path class="h" d="M373 130L367 135L373 140z"/><text x="476" y="173" text-anchor="middle"></text><title>Employee × 3 holds Department 1: department</title></g>
        <g class="e" id="e10"><path class="l" d="M134 88C172 88 179 35 141 35"/><path class="h" d="M141 30L135 35L141 40z"/><text x="168" y="65" text-anchor="start"></text><title>child holds context: parent</title></g>
        <g class="e" id="e11"><path class="l" d="M134 44C174 44 174 102 214 102C294 102 294 102 374 102C473 102 474 160 573 160"/><path class="h" d="M573 155L579 160L573 165z"/><text x="473" y="124" text-anchor="middle"></text><title>context finds Employee × 3 and does not hold it</title></g>
        <g class="e" id="e12"><path class="l" d="M134 395C174 395 175 241 215 241"/><path class="h" d="M215 236L221 241L215 246z"/><text x="174" y="311" text-anchor="middle"></text><title>elsewhere holds Department 2</title></g>
        <g class="e" id="e13"><path class="l" d="M134 49C174 49 175 199 215 199"/><path class="h" d="M215 194L221 199L215 204z"/><text x="174" y="117" text-anchor="middle"></text><title>context holds Department 2: retains</title></g>
        <g class="e" id="e14"><path class="l" d="M134 152C174 152 175 213 215 213"/><path class="h" d="M215 208L221 213L215 218z"/><text x="174" y="175" text-anchor="middle"></text><title>undo manager holds Department 2: redo</title></g>
        <g class="e" id="e15"><path class="l" d="M134 46C174 46 174 97 214 97C294 97 294 97 374 97C473 97 474 167 573 167"/><path class="h" d="M573 162L579 167L573 172z"/><text x="473" y="125" text-anchor="middle"></text><title>context holds Employee × 3: deleting</title></g>
        <g class="e" id="e16"><path class="l" d="M134 52C174 52 174 107 214 107C294 107 294 107 374 107C473 107 473 141 572 141C652 141 652 141 732 141C831 141 832 220 931 220"/><path class="h" d="M931 215L937 220L931 225z"/><text x="831" y="173" text-anchor="middle"></text><title>context holds Task 1: to be told</title></g>
        <g class="e" id="e17"><path class="l" d="M134 55C174 55 174 92 214 92C294 92 294 92 374 92C473 92 473 136 572 136C652 136 652 136 732 136C831 136 831 180 930 180C1010 180 1010 180 1090 180C1151 180 1152 199 1213 199"/><path class="h" d="M1213 194L1219 199L1213 204z"/><text x="1151" y="182" text-anchor="middle"></text><title>context holds Project of a name that has no room: conflicts</title></g>
        <g class="e" id="e18"><path class="l" d="M1082 220C1147 220 1148 241 1213 241"/><path class="h" d="M1213 236L1219 241L1213 246z"/><text x="1147" y="223" text-anchor="middle"></text><title>Task 1 holds Project of a name that has no room: a relationship of many words</title></g>
        <g class="e" id="e19"><path class="l" d="M1220 213C1155 213 1155 175 1090 175C1010 175 1010 175 930 175C831 175 831 146 732 146C652 146 652 146 572 146C473 146 472 163 373 163"/><path class="h" d="M373 158L367 163L373 168z"/><text x="472" y="169" text-anchor="middle"></text><title>Project of a name that has no room holds Department 1: place</title></g>
        <g class="e" id="e20"><path class="l" d="M134 257C174 257 175 298 215 298"/><path class="h" d="M215 293L221 298L215 303z"/><text x="174" y="270" text-anchor="middle"></text><title>staff holds Place 1</title></g>
        <g class="e" id="e21"><path class="l" d="M366 149C407 149 414 220 373 220"/><path class="h" d="M373 215L367 220L373 225z"/><text x="402" y="188" text-anchor="start"></text><title>Department 1 holds Department 2: next</title></g>
        <g class="e" id="e22"><path class="l" d="M724 167C756 167 763 181 731 181"/><path class="h" d="M731 176L725 181L731 186z"/><text x="754" y="178" text-anchor="start"></text><title>Employee × 3 holds Employee × 3: manager</title></g>
        <g class="e" id="e23"><path class="l" d="M724 252C756 252 763 266 731 266"/><path class="h" d="M731 261L725 266L731 271z"/><text x="754" y="263" text-anchor="start"></text><title>Employee 4 holds Employee 4: self</title></g>
        <g class="e" id="e24"><path class="l" d="M1220 227C1155 227 1155 185 1090 185C1010 185 1010 185 930 185C831 185 830 195 731 195"/><path class="h" d="M731 190L725 195L731 200z"/><text x="830" y="205" text-anchor="middle"></text><title>Project of a name that has no room holds Employee × 3: found</title></g>
        <g class="e" id="e25"><path class="l" d="M134 41C174 41 175 132 215 132"/><path class="h" d="M215 127L221 132L215 137z"/><text x="174" y="79" text-anchor="middle"></text><title>context holds Department 1: undo</title></g>
        <g class="n" id="n0"><rect class="halo" x="8" y="24" width="130" height="42" rx="19"/><rect class="b" x="12" y="28" width="122" height="34" rx="16"/><text class="t" x="73" y="49" text-anchor="middle">context</text></g>
        <g class="n" id="n1"><rect class="halo" x="8" y="74" width="130" height="42" rx="19"/><rect class="b" x="12" y="78" width="122" height="34" rx="16"/><text class="t" x="73" y="99" text-anchor="middle">child</text></g>
        <g class="n" id="n2"><rect class="halo" x="8" y="124" width="130" height="42" rx="19"/><rect class="b" x="12" y="128" width="122" height="34" rx="16"/><text class="t" x="73" y="149" text-anchor="middle">undo manager</text></g>
        <g class="n" id="n3"><rect class="halo" x="8" y="174" width="130" height="42" rx="19"/><rect class="b" x="12" y="178" width="122" height="34" rx="16"/><text class="t" x="73" y="199" text-anchor="middle">pool of the turn</text></g>
        <g class="n" id="n4"><rect class="halo" x="8" y="224" width="130" height="42" rx="19"/><rect class="b" x="12" y="228" width="122" height="34" rx="16"/><text class="t" x="73" y="249" text-anchor="middle">staff</text></g>
        <g class="n" id="n5"><rect class="halo" x="8" y="274" width="130" height="42" rx="19"/><rect class="b" x="12" y="278" width="122" height="34" rx="16"/><text class="t" x="73" y="299" text-anchor="middle">boss</text></g>
        <g class="n" id="n6"><rect class="halo" x="8" y="324" width="130" height="42" rx="19"/><rect class="b" x="12" y="328" width="122" height="34" rx="16"/><text class="t" x="73" y="349" text-anchor="middle">array &#39;kept&#39;</text></g>
        <g class="n" id="n7"><rect class="halo" x="8" y="374" width="130" height="42" rx="19"/><rect class="b" x="12" y="378" width="122" height="34" rx="16"/><text class="t" x="73" y="399" text-anchor="middle">elsewhere</text></g>
        <g class="n" id="n8"><rect class="halo" x="218" y="112" width="152" height="60" rx="8"/><rect class="b" x="222" y="116" width="144" height="52" rx="5"/><path class="half" d="M223 117h71v50h-71z"/><path class="corner" d="M349 116h17v17z"/><text class="sign" x="361" y="125" text-anchor="middle"></text><text class="t" x="294" y="136" text-anchor="middle">Department 1</text><text class="d" x="294" y="150" text-anchor="middle"></text><text class="rc" x="224" y="180"></text></g>
        <g class="n" id="n9"><rect class="halo" x="218" y="190" width="152" height="60" rx="8"/><rect class="b" x="222" y="194" width="144" height="52" rx="5"/><path class="half" d="M223 195h71v50h-71z"/><path class="corner" d="M349 194h17v17z"/><text class="sign" x="361" y="203" text-anchor="middle"></text><text class="t" x="294" y="214" text-anchor="middle">Department 2</text><text class="d" x="294" y="228" text-anchor="middle"></text><text class="rc" x="224" y="258"></text></g>
        <g class="n" id="n10"><rect class="halo" x="573" y="148" width="158" height="66" rx="8"/><rect class="b" x="584" y="151" width="144" height="52" rx="5"/><rect class="b" x="580" y="155" width="144" height="52" rx="5"/><path class="half" d="M581 156h71v50h-71z"/><path class="corner" d="M707 155h17v17z"/><text class="sign" x="719" y="164" text-anchor="middle"></text><text class="t" x="652" y="175" text-anchor="middle">Employee × 3</text><text class="d" x="652" y="189" text-anchor="middle"></text><text class="i" x="652" y="202" text-anchor="middle">1–3</text><text class="rc" x="582" y="219"></text></g>
        <g class="n" id="n11"><rect class="halo" x="934" y="190" width="152" height="60" rx="8"/><rect class="b" x="938" y="194" width="144" height="52" rx="5"/><path class="half" d="M939 195h71v50h-71z"/><path class="corner" d="M1065 194h17v17z"/><text class="sign" x="1077" y="203" text-anchor="middle"></text><text class="t" x="1010" y="214" text-anchor="middle">Task 1</text><text class="d" x="1010" y="228" text-anchor="middle"></text><text class="i" x="1010" y="241" text-anchor="middle">instance 2</text><text class="rc" x="940" y="258"></text></g>
        <g class="n" id="n12"><rect class="halo" x="1216" y="190" width="152" height="60" rx="8"/><rect class="b" x="1220" y="194" width="144" height="52" rx="5"/><path class="half" d="M1221 195h71v50h-71z"/><path class="corner" d="M1347 194h17v17z"/><text class="sign" x="1359" y="203" text-anchor="middle"></text><text class="t" x="1292" y="214" text-anchor="middle">Project … no room<title>Project of a name that has no room</title></text><text class="d" x="1292" y="228" text-anchor="middle"></text><text class="i" x="1292" y="241" text-anchor="middle">of many words, too</text><text class="rc" x="1222" y="258"></text></g>
        <g class="n" id="n13"><rect class="halo" x="218" y="268" width="152" height="60" rx="8"/><rect class="b" x="222" y="272" width="144" height="52" rx="5"/><path class="half" d="M223 273h71v50h-71z"/><path class="corner" d="M349 272h17v17z"/><text class="sign" x="361" y="281" text-anchor="middle"></text><text class="t" x="294" y="292" text-anchor="middle">Place 1</text><text class="d" x="294" y="306" text-anchor="middle"></text><text class="rc" x="224" y="336"></text></g>
        <g class="n" id="n14"><rect class="halo" x="576" y="229" width="152" height="60" rx="8"/><rect class="b" x="580" y="233" width="144" height="52" rx="5"/><path class="half" d="M581 234h71v50h-71z"/><path class="corner" d="M707 233h17v17z"/><text class="sign" x="719" y="242" text-anchor="middle"></text><text class="t" x="652" y="253" text-anchor="middle">Employee 4</text><text class="d" x="652" y="267" text-anchor="middle"></text><text class="rc" x="582" y="297"></text></g>
        </svg>
        """)
  }

  @Test func `has for a script what each frame shows`() {
    expectText(
      ReplayData(Self.film).text.replacing("},", with: "},\n").replacing("],[", with: "],\n["),
      is: """
        {"frames":[{"c":[["0",""],
        ["2",""]],"e":[],"l":0,"n":[[0,"on","","",""],
        [2,"on","","",""]]},
        {"c":[["1,200","▲ +1,200"],
        ["1","▼ -1"]],"e":[[0,"on strong new","unsaved"],
        [1,"on strong new","unsaved ×2"],
        [2,"on strong new",""],
        [3,"on strong new",""],
        [4,"on strong new",""],
        [5,"on strong new",""],
        [6,"on strong new","undo"],
        [7,"on strong new",""],
        [8,"on strong cycle new","employees ×3"],
        [9,"on strong cycle new","department"],
        [10,"on strong new","parent ×2"],
        [11,"on weak",""],
        [12,"on strong new",""],
        [13,"on strong new","retains ×2"],
        [14,"on strong new","redo ×3"],
        [15,"on strong new","deleting"],
        [16,"on strong new","to be told ×2"],
        [17,"on strong new","conflicts ×3"],
        [18,"on strong new","a relati…y words"],
        [19,"on strong new","place ×2"],
        [20,"on strong new",""],
        [21,"on strong new","next"],
        [22,"on strong new","manager ×2"],
        [23,"on strong new","self ×3"],
        [24,"on strong new","found"],
        [25,"on strong new","undo ×2"]],"l":11,"n":[[0,"on","","",""],
        [1,"on changed","","",""],
        [2,"on","","",""],
        [3,"on changed","","",""],
        [4,"on changed","","",""],
        [5,"on changed","","",""],
        [6,"on changed","","",""],
        [7,"on changed","","",""],
        [8,"on real changed","realized","",""],
        [9,"on real changed","realized","",""],
        [10,"on real changed","realized","",""],
        [11,"on real changed","realized","",""],
        [12,"on real changed","realized","",""],
        [13,"on real changed","realized","",""],
        [14,"on real changed","realized","",""]]},
        {"c":[["200","▼ -1,000"],
        ["1",""]],"e":[[0,"on strong","unsaved"],
        [8,"on strong","employees ×3"],
        [9,"on strong new","department ×2"],
        [18,"on strong","a relati…y words"],
        [22,"on strong cycle new","manager"]],"l":12,"n":[[0,"on","","",""],
        [8,"on fault changed","fault","",""],
        [9,"on real pending changed","realized, inserted","+",""],
        [10,"on mixed pending changed","1 fault, 2 changed","~",""],
        [11,"on real pending changed","realized, deleted","−",""],
        [12,"on real pending changed","realized, changed","~",""],
        [13,"on real cycle changed","realized","",""],
        [14,"on gone","gone","",""]]},
        {"c":[["200",""],
        ["1",""]],"e":[[11,"on weak",""]],"l":13,"n":[[0,"on","","",""],
        [10,"on fault pending changed","2 alive, faults, 1 deleted","−",""],
        [8,"on gone","gone","",""],
        [9,"on gone","gone","",""],
        [11,"on gone","gone","",""],
        [12,"on gone","gone","",""],
        [13,"on gone","gone","",""]]}]}
        """)
  }

  @Test func `is sound where all that it names is there`() {
    #expect(Self.film.isSound)
    func broken(_ change: (inout Film) -> Void) -> Bool {
      var film = Self.film
      change(&film)
      return !film.isSound
    }
    #expect(broken { $0.frames = [] })
    #expect(broken { $0.edges[0].from = $0.nodes.count })
    #expect(broken { $0.edges[0].to = -1 })
    #expect(broken { $0.frames[1].states[0].node = $0.nodes.count })
    #expect(broken { $0.frames[1].changed = [$0.nodes.count] })
    #expect(broken { $0.frames[1].released = [.init(node: $0.nodes.count, count: 1)] })
    #expect(broken { $0.frames[1].ties[0].edge = $0.edges.count })
  }

  @Test func `goes on beside a column of eight, and has four columns of entities`() {
    var film = Film(scenario: "s", title: "t", variant: "v")
    film.nodes = [Film.Node(.name, "n")]
    for entity in 1...6 {
      for number in 1...(entity == 1 ? 17 : 2) {
        film.nodes.append(Film.Node(.objects, "E\(entity) \(number)", entity: "E\(entity)"))
      }
    }
    let layout = ReplayLayout(film)
    let columns = Dictionary(grouping: layout.boxes.indices, by: { layout.boxes[$0].x })
    expectText(
      columns.sorted { $0.key < $1.key }.map { x, nodes in
        "\(x): "
          + nodes.map { "\(film.nodes[$0].title) at \(layout.boxes[$0].y)" }.joined(separator: ", ")
      }.joined(separator: "\n") + "\n\(layout.width) × \(layout.height)",
      is: """
        12: n at 310
        222: E1 1 at 28, E1 2 at 106, E1 3 at 184, E1 4 at 262, E1 5 at 340, E1 6 at 418, E1 7 at 496, E1 8 at 574
        504: E1 9 at 28, E1 10 at 106, E1 11 at 184, E1 12 at 262, E1 13 at 340, E1 14 at 418, E1 15 at 496, E1 16 at 574
        786: E1 17 at 223, E5 1 at 301, E5 2 at 379
        1068: E2 1 at 184, E2 2 at 262, E6 1 at 340, E6 2 at 418
        1350: E3 1 at 262, E3 2 at 340
        1632: E4 1 at 262, E4 2 at 340
        1788 × 654
        """)
  }
}
