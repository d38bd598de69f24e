// A scenario to start from: it runs as it is, and says at every place what else could stand there.

/// The text of a new scenario.
package enum NewScenario {
  /// Whether a name can be a scenario's.
  package static func isName(_ name: String) -> Bool { Word.isName(name) }

  /// The file's text.
  package static func text(named name: String) -> String {
    """
    # Run it:           faultline run \(name).yaml
    # See what it does: faultline plan \(name).yaml
    # Look a word up:   faultline explain insert
    faultline: 1
    name: \(name)
    title: What a turn keeps, and what a name keeps
    # The rules that it shows; leave them out where it shows none.
    rules: [R1, R3]
    tags: [new]

    notes:
      - Say here what happens and why. The report prints it.

    # Or a file: model: App.xcdatamodeld, or the model inside a store: model: App.sqlite
    model:
      Department:
        name: string
        employees: {to many: Employee, inverse: department}
      Employee:
        name: string
        salary: {type: double, default: 1000}
        department: {to one: Department, inverse: employees}

    # memory, sqlite, or your own: {open: App.sqlite}, of which every pass gets a copy.
    stores: [memory, sqlite]

    # Rows that are there before anything is measured.
    data:
      seed: 42
      Department: {count: 3, set: {name: 'Department {index}'}}
      Employee:
        count: rows
        set: {name: words(2), salary: 'normal(5000, 800)', department: pick(Department)}

    # Core Data as it behaves today; 'guides' shows it as its guides describe it: faultline list behaviours
    behaves: core-data

    # What every variant starts from; an undo manager would hold what was changed, and today a context has none.
    context: {undo: none}

    # What a run may choose: faultline run \(name).yaml --set rows=1e5
    parameters:
      rows: {type: int, default: 1000, min: 1, quick: 50}

    # The ways to run it, side by side; each changes context settings or parameters.
    variants:
      weak: {}
      retaining: {retainsRegisteredObjects: true}
    reference: weak

    steps:
      # Steps in one turn of the run loop: what they are handed out lives until it ends.
      - turn:
          - fetch: {entity: Employee, into: staff, as: realized}
          - walk: {from: staff, path: department}
      - checkpoint: held
      - set: {objects: staff, to: {salary: 'index * 10'}}
      - save: {}
      # Nothing holds them from here on, unless the context does.
      - release: staff
      - checkpoint: let-go

    # The table of the report.
    columns:
      held: objects.registered@held
      after letting go: objects.registered@let-go
      bytes: bytes.live@let-go

    expect:
      - that: objects.registered@held == rows + 3
        because: The name holds every employee, and each of them its department.
      - that: objects.registered@let-go == 0
        when: {variant: weak}
        because: A context does not hold what it has fetched (R1).
      - that: objects.registered@let-go == rows + 3
        when: {variant: retaining}
        because: It retains registered objects (R4).
      - that: leaked.objects == 0

    """
  }
}
