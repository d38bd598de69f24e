// The scenarios that are made of a log, whole: each form of a request and of a write, and what had to be assumed.

import FaultlineTestSupport
import Testing

struct `The scenario of a log` {
  /// A 1 in front of the columns: objects with some of their properties.
  @Test func `a fetch that names properties is one in the scenario`() throws {
    let batch =
      "SELECT 1, t0.Z_PK, t0.ZAGE FROM ZPET t0 WHERE  t0.Z_PK IN (SELECT * FROM _Z_intarray0)  LIMIT 2"
    let log = [
      PetLog.request(
        "SELECT 1, t0.Z_PK, t0.ZNAME, t0.ZOWNER FROM ZPET t0 ORDER BY t0.ZNAME", rows: 3),
      PetLog.request("SELECT 1, t0.Z_PK, t0.ZSTRANGE FROM ZPET t0", rows: 3),
      PetLog.request("SELECT 0, t0.Z_PK FROM ZPET t0", rows: 4), PetLog.request(batch, rows: 2),
      PetLog.request(batch, rows: 2),
    ]
    let steps = try made(log.joined()).split(separator: "\n").filter {
      $0.contains("- fetch: ") || $0.contains("- touch: ")
    }
    expectText(
      steps.map { $0.split(separator: "  #")[0].drop { $0 == " " } }.joined(separator: "\n"),
      is: """
        - fetch: {entity: Pet, into: pet1, limit: 3, sort: name, properties: [name, owner]}
        - fetch: {entity: Pet, into: pet2, limit: 3}
        - fetch: {entity: Pet, into: pet3, limit: 4, batch: 2, properties: [age]}
        - touch: {objects: pet3, properties: [age]}
        """)
  }

  private func made(_ log: String, _ options: String...) throws -> String {
    let program = try WholeProgram(["app.log": log, "App.xcdatamodel/contents": PetLog.model])
    let answer = try program.run(
      [
        "import", "app.log", "--model", "App.xcdatamodel", "--out", "app.yaml", "--no-progress",
        "--quiet",
      ] + options)
    #expect(answer.errors == "")
    return try program.text(of: "app.yaml")
  }

  @Test func `plays requests in their order`() throws {
    expectText(
      try made(PetLog.asked),
      is: """
        # Made by 'faultline import' of app.log.
        # What was inferred says so; what the log has stands as it was.
        faultline: 1
        name: app
        title: As observed, and what the rules suggest
        behaves: core-data
        tags: [imported]

        notes:
          - >-
            The same requests in the same order as the app's, in one context. Contexts, variables and lifetimes are assumed: objects are held to the end, and there is no undo manager.
          - >-
            A condition is not rebuilt: a fetch takes as many rows as the log says, whichever they are.
          - >-
            Requests for ZGHOST are left out: the model has no such entity.
          - >-
            Fetches of figures are replayed as counts: as many requests, and other rows.
          - >-
            A batched fetch is gone over to its end, where the app stopped earlier.
          - >-
            Where objects that fired came from is not in the log: a fetch of their keys was added.
          - >-
            A relationship that is asked for is followed, so its members are realized; the app may have counted them.
          - >-
            The relationship Owner.ghosts is left out: the model has none of the name.
          - >-
            Objects that are looked up one by one are the first of their entity, each another one.

        model: 'App.xcdatamodel'
        stores: [sqlite]

        # inferred: as many rows as the largest request of an entity had, less those inserted before it
        data:
          seed: 1
          Owner: {count: 3}
          Pet: {count: 12, set: {name: 'imported {index}', owner: pick(Owner)}}

        context: {undo: none}

        parameters:
          lookups: {type: choice, of: [apart, together], default: apart}

        variants:
          as observed: {}
          looked up together: {lookups: together}  # one request in place of one for each object
          prefetched: {prefetches: [pets]}  # what was asked for one by one comes along
        reference: as observed

        steps:
          - fetch: {entity: Pet, into: pet1, limit: 12, sort: -name}
          - fetch: {entity: Pet, into: pet2, limit: 5}
          - fetch: {entity: Pet, into: pet3, offset: 1000000000}  # inferred: a fetch that finds nothing
          - fetch: {entity: Pet, into: pet4, limit: 4, sort: age}  # inferred: as many rows in place of the condition
          - fetch: {entity: Pet, into: pet5, limit: 2}  # inferred: as many rows in place of the condition
          - count: {entity: Pet}
          - count: {entity: Pet}
          - count: {entity: Pet}
          - count: {entity: Owner}
          - fetch: {entity: Pet, into: pet6, limit: 12, batch: 2}
          - touch: pet6  # inferred: 2 of the batches were filled in the log; here all are
          - fetch: {entity: Owner, into: owner1, limit: 1, as: keys}
          - fetch: {entity: Owner, into: owner2, limit: 3}
          - fetch: {entity: Pet, into: pet7, as: keys, limit: 3}  # inferred: where the objects came from; this request is not in the log
          - touch: pet7
          - walk: {from: owner2, path: pets}
          - fetch: {entity: Owner, into: owner3, as: keys, limit: 1}  # inferred: where the objects came from; this request is not in the log
          - touch: owner3
          - walk: {from: owner3, path: pets}
          - when: lookups == apart
            steps:
              - repeat: 4
                as: i
                steps:
                  - fetch: {entity: Pet, into: pet8, limit: 1, offset: i}  # inferred: which objects
          - when: lookups == together
            steps:
              - fetch: {entity: Pet, into: pet8, limit: 4}
          - fetch: {entity: Owner, into: owner4}  # inferred: all rows, as the log does not say how many
          - checkpoint: replayed

        columns:
          requests: store.roundtrips@replayed
          statements: sql.statements@replayed
          rows read: sql.rows.read@replayed
          faults fired: faults.fired@replayed
          objects: objects.registered@replayed
          bytes: bytes.live@replayed

        expect:
          - that: leaked.objects == 0
        # yaml-language-server: $schema=scenario.schema.json

        """)
  }

  @Test func `plays saves with values that are made up`() throws {
    expectText(
      try made(PetLog.request("\(PetLog.columns) FROM ZOWNER t0", rows: 1) + PetLog.written),
      is: """
        # Made by 'faultline import' of app.log.
        # What was inferred says so; what the log has stands as it was.
        faultline: 1
        name: app
        title: As observed, and what the rules suggest
        behaves: core-data
        tags: [imported]

        notes:
          - >-
            The same requests in the same order as the app's, in one context. Contexts, variables and lifetimes are assumed: objects are held to the end, and there is no undo manager.
          - >-
            A deletion follows the model's rules, so it may reach objects that the log deleted in other lines.
          - >-
            Objects that were written to were fetched for it where the log does not have as many.
          - >-
            Insertions of Tag are left out: its rules ask for what is not made up here.
          - >-
            Deletions of Tag are left out: a rule may deny them.
          - >-
            Batch requests on ZPET are left out: the log does not have their values.

        model: 'App.xcdatamodel'
        stores: [sqlite]

        # inferred: as many rows as the largest request of an entity had, less those inserted before it
        data:
          seed: 1
          Owner: {count: 1}

        context: {undo: none}

        parameters:
          saving: {type: choice, of: [each, once], default: each}

        variants:
          as observed: {}
          realized: {fetchesAs: realized}  # objects with their values at once
          in batches: {fetchBatchSize: 20}  # rows as they are looked at
        reference: as observed

        steps:
          - fetch: {entity: Owner, into: owner1, limit: 1}
          - delete: owner1  # inferred: which objects
          - insert: {entity: Pet, count: 2, into: pet1, set: {name: 'imported {index}'}}  # inferred: the values
          - fetch: {entity: Pet, into: pet2, limit: 1}  # inferred: the objects to write to; this request is not in the log
          - set: {objects: pet2, to: {age: index % 100}}  # inferred: which attribute, and its value
          - when: saving == each
            steps: [save: {}]
          - when: saving == once
            steps: [save: {}]
          - checkpoint: replayed

        columns:
          requests: store.roundtrips@replayed
          statements: sql.statements@replayed
          rows read: sql.rows.read@replayed
          faults fired: faults.fired@replayed
          objects: objects.registered@replayed
          bytes: bytes.live@replayed

        expect:
          - that: leaked.objects == 0
        # yaml-language-server: $schema=scenario.schema.json

        """)
  }

  @Test func `plays requests and saves by their own keys, where values were kept`() throws {
    expectText(
      try made(PetLog.asked + PetLog.written, "--keep-values"),
      is: """
        # Made by 'faultline import' of app.log.
        # What was inferred says so; what the log has stands as it was.
        faultline: 1
        name: app
        title: As observed, and what the rules suggest
        behaves: core-data
        tags: [imported]

        notes:
          - >-
            The same requests in the same order as the app's, in one context. Contexts, variables and lifetimes are assumed: objects are held to the end, and there is no undo manager.
          - >-
            A condition that is not rebuilt takes as many rows as the log says, whichever they are.
          - >-
            Requests for ZGHOST are left out: the model has no such entity.
          - >-
            A count whose condition is not rebuilt counts all.
          - >-
            Whatever figures a fetch asked for, the replay asks for a count.
          - >-
            The relationship Owner.ghosts is left out: the model has none of the name.
          - >-
            Rows of many-to-many relationships are not replayed: which side changed is not in a log.

        model: 'App.xcdatamodel'
        stores: [sqlite]

        # inferred: as many rows as the largest request of an entity had, less those inserted before it
        data:
          seed: 1
          Owner: {count: 3}
          Pet: {count: 12, set: {name: 'imported {index}', owner: pick(Owner)}}

        context: {undo: none}

        variants:
          as observed: {}
          prefetched: {prefetches: [pets]}  # what was asked for one by one comes along
          realized: {fetchesAs: realized}  # objects with their values at once
        reference: as observed

        steps:
          - fetch: {entity: Pet, into: pet1, sort: [-name]}
          - fetch: {entity: Pet, into: pet2, limit: 5, sort: [name, age]}
          - fetch: {entity: Pet, into: pet3}
          - fetch: {entity: Pet, into: pet4, limit: 4, sort: [age]}
          - fetch: {entity: Pet, into: pet5, limit: 2}
          - count: {entity: Pet}
          - count: {entity: Pet}
          - fetch values: {entity: Pet, properties: [age, {figure: count(SELF)}], group by: [age], limit: 4}
          - fetch values: {entity: Owner, properties: [{figure: count(SELF)}], limit: 1}
          - fetch: {entity: Pet, into: pet6, as: keys}
          - recall: {from: pet6, first: 0, count: 2, fire: together}
          - recall: {from: pet6, first: 2, count: 2, fire: together}
          - fetch: {entity: Owner, into: owner1, as: keys}
          - fetch: {entity: Owner, into: owner2}
          - recall: {entity: Pet, keys: '1...2, 1', fire: apart, again: true, into: pet7}
          - recall: {entity: Owner, keys: '1...3', members: pets, into: owner3}
          - recall: {entity: Owner, keys: '1', fire: apart, again: true, into: owner4}
          - recall: {entity: Owner, keys: '1', members: pets, again: true, into: owner5}
          - fetch: {entity: Pet, into: pet8, limit: 1}
          - fetch: {entity: Pet, into: pet9, limit: 1}
          - fetch: {entity: Pet, into: pet10, limit: 1}
          - fetch: {entity: Pet, into: pet11, limit: 1}
          - fetch: {entity: Owner, into: owner6}
          - enter:
              - {entity: Pet, new: true, properties: [name, age], rows: [[21, 'Rex', ~], [22, 'Kim', 7]], into: pet12}
              - {entity: Pet, properties: [name], rows: [[3, 'Max']], into: pet13}
              - {entity: Tag, new: true, rows: [[5]], into: tag1}
          - recall: {entity: Owner, keys: '2', into: owner7}
          - delete: owner7
          - recall: {entity: Tag, keys: '6', into: tag2}
          - delete: tag2
          - save: {}
          - batch delete: {entity: Pet, where: 'age > 3'}
          - checkpoint: replayed

        columns:
          requests: store.roundtrips@replayed
          statements: sql.statements@replayed
          rows read: sql.rows.read@replayed
          faults fired: faults.fired@replayed
          objects: objects.registered@replayed
          bytes: bytes.live@replayed

        expect:
          - that: leaked.objects == 0
        # yaml-language-server: $schema=scenario.schema.json

        """)
  }
}
