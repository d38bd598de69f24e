// swift-tools-version: 6.2
// The targets, each below those that use it: three that do not know each other (the graph, the numbers and the page), what
// stands on them, the scenarios, and the tool. The compiler admits no import that a target does not declare.

import PackageDescription

/// With `FAULTLINE_SANITIZE=1` nothing is built that links jemalloc: an allocator of its own and a
/// sanitizer exclude each other.
let withJemalloc = Context.environment["FAULTLINE_SANITIZE"] != "1"

/// With `FAULTLINE_UNCOUNTED=1` the engine does not count what it does: beside such a build it is measured
/// what counting costs.
let countsNothing = Context.environment["FAULTLINE_UNCOUNTED"] == "1"

/// With `FAULTLINE_COMMIT=…` the program knows the commit that it was built from; 'faultline version' prints it.
let commit = (Context.environment["FAULTLINE_COMMIT"] ?? "").filter {
  $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "+")
}

/// With `FAULTLINE_STRICT=1` a warning is an error: so CI builds, and its tests run in the same build.
let isStrict = Context.environment["FAULTLINE_STRICT"] == "1"

/// With `FAULTLINE_FUZZ=…`, which names libFuzzer, '.ci/fuzz' builds the readers of foreign files for it.
let fuzzer = Context.environment["FAULTLINE_FUZZ"] ?? ""

let walls: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (isStrict ? [.treatAllWarnings(as: .error)] : [])
  + (withJemalloc ? [] : [.define("FAULTLINE_SANITIZE")])
  + (countsNothing ? [.define("FAULTLINE_UNCOUNTED")] : [])
  + (fuzzer.isEmpty ? [] : [.unsafeFlags(["-sanitize=fuzzer"])])

var products: [Product] = [
  .library(name: "Faultline", targets: ["Faultline", "FaultlineSQLite"])
]

var targets: [Target] = [
  // Module maps, and what Swift cannot say.
  .systemLibrary(
    name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
  .systemLibrary(
    name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
  .systemLibrary(
    name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),

  .target(
    name: "CFaultline",
    cSettings: commit.isEmpty ? [] : [.define("FAULTLINE_COMMIT", to: "\"\(commit)\"")]),

  // The C library of the system, under one name.
  .target(name: "FaultlineSystem", swiftSettings: walls),
  // The digest by which a store knows its entities, and a page its scripts.
  .target(name: "FaultlineDigest", swiftSettings: walls),

  // At the bottom: the graph (what happens), the numbers (what it cost), and what is known of both in words.
  .target(
    name: "Faultline", dependencies: ["CFaultline", "FaultlineSystem"], swiftSettings: walls),
  .target(name: "FaultlineMeasures", dependencies: ["FaultlineSystem"], swiftSettings: walls),
  .target(
    name: "FaultlineKnowledge", dependencies: ["FaultlineMeasures"], swiftSettings: walls),

  // What needs no allocator of its own: disk, replays, reports, and what was read before.
  .target(
    name: "FaultlineSQLite",
    dependencies: ["Faultline", "FaultlineDigest", "FaultlineSystem", "CSQLite", "CZlib"],
    swiftSettings: walls),
  .target(
    name: "FaultlineReplay", dependencies: ["FaultlineKnowledge", "FaultlineMeasures"],
    swiftSettings: walls),
  // What results say: comparisons, choices, growth, the search for the best settings. No files, no layout.
  .target(
    name: "FaultlineAnalysis", dependencies: ["FaultlineKnowledge", "FaultlineMeasures"],
    swiftSettings: walls),
  .target(
    name: "FaultlinePages",
    dependencies: [
      "FaultlineReplay", "FaultlineKnowledge", "FaultlineMeasures", "FaultlineDigest",
    ],
    resources: [
      .embedInCode("Frame/page.css"), .embedInCode("Replay/replay.css"),
      .embedInCode("Replay/replay.js"), .embedInCode("Replay/kept.js"),
      .embedInCode("Replay/course.js"), .embedInCode("Replay/inventory.js"),
    ],
    swiftSettings: walls),
  .target(
    name: "FaultlineReports",
    dependencies: [
      "FaultlineAnalysis", "FaultlineReplay", "FaultlineKnowledge", "FaultlineMeasures",
      "FaultlinePages",
    ],
    resources: [.embedInCode("HTML/report.js")], swiftSettings: walls),
  .target(
    name: "FaultlineRecordings",
    dependencies: ["FaultlineMeasures", "FaultlineDigest", "FaultlineSystem"],
    swiftSettings: walls),
  .target(
    name: "FaultlineHistory",
    dependencies: ["FaultlineAnalysis", "FaultlineMeasures", "CSQLite"],
    swiftSettings: walls),

  // An app's sources to sources for Linux. It needs nothing but digests, so that a plugin builds it fast.
  .target(
    name: "FaultlinePort", dependencies: ["FaultlineDigest"], swiftSettings: walls),

  // What tests share: texts and processes for all of them, graphs for those that test one. The programs are started and
  // linked by none. Benchmarks are a package of their own, in Tests/Benchmarks.
  .target(name: "FaultlineTestSupport", path: "Tests/Support/Text", swiftSettings: walls),
  .target(
    name: "FaultlineTestGraph",
    dependencies: ["Faultline", "FaultlineSQLite", "FaultlineTestSupport"],
    path: "Tests/Support/Graph", swiftSettings: walls),
  // The memory rules as a model of their own: it knows nothing of the engine.
  .target(name: "MemoryModel", path: "Tests/MemoryModel", swiftSettings: walls),
  .executableTarget(
    name: "FaultlineTestPrograms", dependencies: ["Faultline", "FaultlineSQLite"],
    path: "Tests/Support/Programs", swiftSettings: walls),

  .testTarget(
    name: "FaultlineTests",
    dependencies: ["Faultline", "FaultlineSQLite", "FaultlineTestGraph", "FaultlineTestSupport"],
    swiftSettings: walls),
  .testTarget(
    name: "FaultlineSQLiteTests",
    dependencies: [
      "FaultlineSQLite", "Faultline", "FaultlineTestGraph", "FaultlineTestSupport", "CSQLite",
      "CZlib",
    ],
    swiftSettings: walls),
  .testTarget(
    name: "FaultlineMeasuresTests",
    dependencies: ["FaultlineMeasures", "FaultlineAnalysis", "FaultlineTestSupport"],
    swiftSettings: walls),
  .testTarget(
    name: "FaultlineAnalysisTests",
    dependencies: ["FaultlineAnalysis", "FaultlineMeasures", "FaultlineTestSupport"],
    swiftSettings: walls),
  .testTarget(
    name: "FaultlinePagesTests",
    dependencies: ["FaultlinePages", "FaultlineDigest", "FaultlineTestSupport"],
    swiftSettings: walls),
  .testTarget(
    name: "FaultlineReplayTests",
    dependencies: [
      "FaultlineReplay", "FaultlinePages", "FaultlineKnowledge", "FaultlineMeasures",
      "FaultlineTestSupport",
    ],
    swiftSettings: walls),
  .testTarget(
    name: "FaultlineReportsTests",
    dependencies: [
      "FaultlineReports", "FaultlineAnalysis", "FaultlineReplay", "FaultlineKnowledge",
      "FaultlineMeasures", "FaultlineTestSupport",
    ],
    swiftSettings: walls),
  .testTarget(
    name: "FaultlineRecordingsTests",
    dependencies: ["FaultlineRecordings", "FaultlineMeasures", "FaultlineTestSupport"],
    swiftSettings: walls),
  .testTarget(
    name: "FaultlinePortTests", dependencies: ["FaultlinePort"], swiftSettings: walls),
  .testTarget(
    name: "FaultlineHistoryTests",
    dependencies: [
      "FaultlineHistory", "FaultlineReports", "FaultlineAnalysis", "FaultlineMeasures",
      "FaultlineTestSupport",
      "CSQLite",
    ],
    swiftSettings: walls),
]

// Apple's own module has the name elsewhere, so there is one here for Linux alone. Language mode 5, as apps' own targets:
// their classes are not Sendable, and are used on the queues of their contexts.
#if os(Linux)
  products.append(.library(name: "CoreData", targets: ["CoreData"]))
  targets += [
    .target(
      name: "CoreData", dependencies: ["Faultline", "FaultlineSQLite"],
      swiftSettings: walls + [.swiftLanguageMode(.v5)]),
    // As an app's target is, without features that apps have yet to adopt.
    .testTarget(
      name: "CoreDataTests", dependencies: ["CoreData"],
      swiftSettings: [.swiftLanguageMode(.v5)]
        + (isStrict ? [.treatAllWarnings(as: .error)] : [])),
  ]
#endif

if withJemalloc {
  products += [
    .library(name: "FaultlineProfiler", targets: ["FaultlineProfiler"]),
    .library(name: "FaultlineTesting", targets: ["FaultlineTesting"]),
    .executable(name: "faultline", targets: ["FaultlineCLI"]),
    .plugin(name: "FaultlineCommand", targets: ["FaultlineCommand"]),
  ]
  targets += [
    .systemLibrary(
      name: "CJemalloc", pkgConfig: "jemalloc", providers: [.apt(["libjemalloc-dev"])]),
    .target(name: "CAllocator", dependencies: ["CJemalloc"]),

    // Instruments, scenarios and the tool.
    .target(
      name: "FaultlineProfiler",
      dependencies: [
        "Faultline", "FaultlineReplay", "FaultlineKnowledge", "FaultlineMeasures",
        "FaultlineSystem", "CJemalloc", "CFaultline", "CAllocator", "CZlib",
      ],
      swiftSettings: walls),
    .target(
      name: "FaultlineScenarios",
      dependencies: [
        "Faultline", "FaultlineSQLite", "FaultlineProfiler", "FaultlineReplay",
        "FaultlineAnalysis", "FaultlineKnowledge", "FaultlineMeasures", "FaultlineSystem", "CYAML",
        "CFaultline",
      ],
      swiftSettings: walls),
    // Many trials on many machines: the plan, the folder that they share, and the merge.
    .target(
      name: "FaultlineSweeps",
      dependencies: [
        "FaultlineScenarios", "FaultlineMeasures", "FaultlineProfiler", "FaultlineDigest",
        "FaultlineSystem", "CFaultline",
      ],
      swiftSettings: walls),
    // Runs with all that follows them, baselines, the search for settings, imports: no arguments, no layout.
    .target(
      name: "FaultlineExperiments",
      dependencies: [
        "FaultlineSweeps", "FaultlineScenarios", "FaultlineAnalysis", "FaultlineReplay",
        "FaultlineKnowledge", "FaultlineRecordings", "FaultlineMeasures", "FaultlineProfiler",
        "FaultlineSQLite", "Faultline", "FaultlineSystem",
      ],
      swiftSettings: walls),
    // Scenarios and limits of memory as traits of anybody's tests.
    .target(name: "CTestTrials"),
    .target(
      name: "FaultlineTesting",
      dependencies: [
        "FaultlineScenarios", "FaultlineReports", "FaultlineMeasures", "FaultlineProfiler",
        "Faultline", "CTestTrials",
      ],
      swiftSettings: walls),
    .executableTarget(
      name: "FaultlineCLI",
      dependencies: [
        "FaultlineExperiments", "FaultlineSweeps", "FaultlineScenarios", "FaultlineReports",
        "FaultlineReplay", "FaultlineAnalysis", "FaultlineKnowledge", "FaultlineHistory",
        "FaultlineRecordings", "FaultlinePort", "FaultlineMeasures", "FaultlineProfiler",
        "FaultlinePages", "FaultlineSQLite", "Faultline", "FaultlineSystem", "CFaultline",
      ],
      swiftSettings: walls),

    // swift package faultline …, which builds the tool when it is called and not before.
    .plugin(
      name: "FaultlineCommand",
      capability: .command(
        intent: .custom(
          verb: "faultline",
          description: "Run, check and replay scenarios: swift package faultline help.")),
      path: "Sources/FaultlineCommand"),

    .testTarget(
      name: "FaultlineProfilerTests",
      dependencies: [
        "FaultlineProfiler", "Faultline", "FaultlineReplay", "FaultlineAnalysis",
        "FaultlineKnowledge", "FaultlineMeasures", "FaultlineTestGraph", "FaultlineTestSupport",
      ],
      swiftSettings: walls),
    .testTarget(
      name: "FaultlineScenariosTests",
      dependencies: [
        "FaultlineScenarios", "Faultline", "FaultlineProfiler", "FaultlineAnalysis",
        "FaultlineKnowledge", "FaultlineMeasures", "FaultlineTestGraph", "FaultlineTestSupport",
      ],
      swiftSettings: walls),
    .testTarget(
      name: "MemoryModelTests",
      dependencies: [
        "MemoryModel", "FaultlineScenarios", "Faultline", "FaultlineProfiler", "FaultlineMeasures",
        "FaultlineTestSupport",
      ],
      swiftSettings: walls),
    .testTarget(
      name: "FaultlineTestingTests",
      dependencies: [
        "FaultlineTesting", "FaultlineScenarios", "FaultlineMeasures", "FaultlineProfiler",
        "Faultline", "FaultlineTestGraph", "FaultlineTestSupport",
      ],
      swiftSettings: walls),
    .testTarget(
      name: "FaultlineExperimentsTests",
      dependencies: [
        "FaultlineExperiments", "FaultlineTesting", "FaultlineReports", "FaultlineAnalysis",
        "FaultlineScenarios", "FaultlineMeasures", "FaultlineTestSupport",
      ],
      swiftSettings: walls),
    .testTarget(
      name: "FaultlineSweepsTests",
      dependencies: [
        "FaultlineSweeps", "FaultlineScenarios", "FaultlineMeasures", "FaultlineDigest",
        "FaultlineTestSupport",
      ],
      swiftSettings: walls),
    .testTarget(
      name: "FaultlineCLITests",
      dependencies: [
        "FaultlineCLI", "FaultlineExperiments", "FaultlineScenarios", "FaultlineAnalysis",
        "FaultlineKnowledge",
        "FaultlineMeasures", "FaultlinePages", "FaultlineReplay",
        "FaultlineRecordings", "FaultlineReports", "FaultlineSQLite", "FaultlineSweeps",
        "Faultline", "FaultlineTestGraph", "FaultlineTestSupport", "CSQLite",
      ],
      // Scenarios that tests change, C that they compile, words that people ask with, and what command
      // lines print.
      exclude: ["Changes", "MemoryRules", "Questions", "Shims", "Transcripts"],
      swiftSettings: walls),
  ]
}

if !fuzzer.isEmpty {
  targets.append(
    .executableTarget(
      name: "FaultlineFuzzing",
      dependencies: ["FaultlineScenarios", "FaultlineRecordings", "FaultlineSQLite", "Faultline"],
      path: "Tests/Fuzzing", swiftSettings: walls,
      linkerSettings: [.unsafeFlags([fuzzer, "-lstdc++"])]))
}

let package = Package(
  name: "Faultline", products: products, targets: targets, swiftLanguageModes: [.v6])
