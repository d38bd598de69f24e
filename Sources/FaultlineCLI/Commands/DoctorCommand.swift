// faultline doctor: is everything here that exact measuring needs?

import FaultlineExperiments
import FaultlineMeasures
import FaultlineProfiler
import FaultlineReports
import FaultlineScenarios

/// Looks at the libraries and the allocator, and says what is wrong and how to mend it.
struct DoctorCommand: Command {
  let name = "doctor"
  let summary = "Check the libraries and the allocator."
  let purpose = """
    Shows the program, the machine and the libraries with the files that they were loaded from, and checks what exact measuring \
    rests on: that jemalloc serves the process with the options that are compiled in, and that hashing is \
    the same in every process. The exit status is 1 when something is wrong.
    """
  let options: [any DeclaredOption] = CommonOptions.speaking
  let examples = [CommandExample(line: "faultline doctor", says: "Checks this machine.")]

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    // First, because it may start the program anew, and nothing must be said twice.
    let troubles = hashingTroubles() + allocatorTroubles()
    let machine = Machine.current(libraries: Libraries.versions)
    let scenarios = ShippedScenarios.found.map { "\($0.entries.count) in \($0.folder)" }
    let facts =
      [("version", VersionCommand.version)] + ProgramDescription.identity + [
        ("program", ChildProcess.ownExecutable),
        ("scenarios", scenarios ?? "none are beside the program, so --shipped finds nothing"),
        ("system", "\(machine.os), kernel \(machine.kernel)"),
        ("processor", "\(machine.cpu), \(machine.cores) cores, \(machine.architecture)"),
        ("page size", "\(machine.pageSize) bytes"),
      ] + ProgramDescription.libraries
    var page = Page()
    page.add("", facts.map { ($0.0, $0.1) })
    try console.print(page)
    guard !troubles.isEmpty else {
      try console.print("\nEverything that exact measuring needs is here.")
      return .held
    }
    for trouble in troubles { try console.print("\n\(trouble)") }
    return .internalError
  }

  private func allocatorTroubles() -> [String] {
    do throws(HeapError) {
      return try AllocatorOptions.read().deviations.map { deviation in
        "The allocator's options differ: \(deviation). Run without MALLOC_CONF and without a preloaded "
          + "allocator."
      }
    } catch {
      return ["\(error)"]
    }
  }

  private func hashingTroubles() -> [String] {
    DeterministicHashing.ensure().map { ["\($0) Set SWIFT_DETERMINISTIC_HASHING=1."] } ?? []
  }
}
