// The machine a run was measured on. It stands in the sidecar and keys no graph counter.

import FaultlineSystem
import Foundation

/// Facts about a machine and what is installed on it.
package struct Machine: Sendable, Codable, Hashable {
  /// The system's name and version.
  package var os: String
  /// The kernel's release.
  package var kernel: String
  /// The instruction set, such as `x86_64`.
  package var architecture: String
  /// The processor's name.
  package var cpu: String
  /// How many cores a process may use.
  package var cores: Int
  /// Bytes in a page.
  package var pageSize: Int
  /// The Swift version, if it is known.
  package var swift: String?
  /// How the tool was built, `debug` or `release`, if it is known.
  package var build: String?
  /// Versions and options of the libraries that matter.
  package var libraries: [Setting]

  /// Gathers facts.
  package init(
    os: String, kernel: String, architecture: String, cpu: String, cores: Int, pageSize: Int,
    swift: String? = nil, build: String? = nil, libraries: [Setting] = []
  ) {
    self.os = os
    self.kernel = kernel
    self.architecture = architecture
    self.cpu = cpu
    self.cores = cores
    self.pageSize = pageSize
    self.swift = swift
    self.build = build
    self.libraries = libraries
  }

  /// Asks the system about this machine.
  package static func current(
    swift: String? = KeyFacts.compiler, libraries: [Setting] = []
  ) -> Machine {
    var names = utsname()
    let known = uname(&names) == 0
    let kernel = withUnsafeBytes(of: &names.release) { text($0) }
    let architecture = withUnsafeBytes(of: &names.machine) { text($0) }
    return Machine(
      os: value(of: "PRETTY_NAME", in: "/etc/os-release", separator: "=") ?? "Linux",
      kernel: known ? kernel : "unknown",
      architecture: known ? architecture : "unknown",
      cpu: value(of: "model name", in: "/proc/cpuinfo", separator: ":") ?? "unknown",
      cores: ProcessInfo.processInfo.activeProcessorCount,
      pageSize: sysconf(Int32(_SC_PAGESIZE)),
      swift: swift, build: KeyFacts.build, libraries: libraries)
  }

  /// The file of the program that runs, whatever it is called meanwhile.
  static let runningProgram = "/proc/self/exe"

  /// When a file was last written to, in seconds.
  static func changed(_ facts: stat) -> Int { facts.st_mtim.tv_sec }

  /// The bytes up to the first zero, which is how C says where a text ends.
  private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// The first value that a file of the system gives to a key.
  static func value(of key: String, in file: String, separator: Character) -> String? {
    guard let data = FileManager.default.contents(atPath: file) else { return nil }
    for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: separator, maxSplits: 1)
      guard parts.count == 2, parts[0].trimmingCharacters(in: .whitespaces) == key else { continue }
      return parts[1].trimmingCharacters(in: CharacterSet(charactersIn: "\" \t"))
    }
    return nil
  }
}

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
