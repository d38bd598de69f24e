// What heap and SQLite readings hang on: two machines that differ here read different bytes for
// the same work, and that is no regression.

/// The facts that two sides must share before their heap and SQLite readings are compared.
package struct KeyFacts: Sendable, Codable, Hashable {
  /// The instruction set, such as `x86_64`.
  package var architecture: String
  /// How the tool was built, `debug` or `release`, if it is known.
  package var build: String?
  /// The allocator's version, if it is known.
  package var jemalloc: String?
  /// Bytes in a page.
  package var pageSize: Int
  /// SQLite's version, if it is known.
  package var sqlite: String?
  /// The compiler's version, if it is known.
  package var swift: String?
  /// The version of Faultline, if it is known.
  package var faultline: String?
  /// A digest of what the program measures of its built-in workload, if that was measured.
  package var behavior: String?

  /// Gathers facts.
  package init(
    architecture: String, build: String? = nil, jemalloc: String? = nil, pageSize: Int,
    sqlite: String? = nil, swift: String? = nil, faultline: String? = nil, behavior: String? = nil
  ) {
    self.faultline = faultline
    self.behavior = behavior
    self.architecture = architecture
    self.build = build
    self.jemalloc = jemalloc
    self.pageSize = pageSize
    self.sqlite = sqlite
    self.swift = swift
  }

  /// Takes from what is beside a result what matters.
  package init(_ sidecar: RunSidecar) {
    self.init(sidecar.machine)
    faultline = sidecar.program?.version
    behavior = sidecar.behavior
  }

  /// Takes from a machine what matters.
  package init(_ machine: Machine) {
    func version(_ name: String) -> String? {
      machine.libraries.first { $0.name == name }?.value.plain
    }
    self.init(
      architecture: machine.architecture, build: machine.build, jemalloc: version("jemalloc"),
      pageSize: machine.pageSize, sqlite: version("sqlite"), swift: machine.swift)
  }

  /// The version of the compiler that built this, as far as it can be asked for.
  package static var compiler: String {
    #if compiler(>=6.4)
      "6.4 or later"
    #elseif compiler(>=6.3)
      "6.3"
    #else
      "6.2"
    #endif
  }

  /// How this was built.
  package static var build: String {
    #if DEBUG
      "debug"
    #else
      "release"
    #endif
  }

  /// What differs of the machine and its libraries, each in a few words; facts that both sides do not know agree.
  package func differences(from base: KeyFacts) -> [String] {
    zip(base.listed, listed).filter { $0.1 != $1.1 }.map { old, new in
      "\(new.0) was \(old.1 ?? "not known") and is \(new.1 ?? "not known")"
    }
  }

  /// The facts by what they are called in sentences.
  package var listed: [(String, String?)] {
    [
      ("the architecture", architecture), ("the build", build), ("jemalloc", jemalloc),
      ("the page size", "\(pageSize)"), ("SQLite", sqlite), ("Swift", swift),
    ]
  }
}
