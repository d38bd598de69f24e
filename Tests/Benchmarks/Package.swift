// swift-tools-version: 6.2
// Times of the engine beside what could be written by hand, under the system's own allocator. A package of its own: it
// uses what every program can use, and nothing that ships depends on it.

import PackageDescription

let isStrict = Context.environment["FAULTLINE_STRICT"] == "1"

let package = Package(
  name: "FaultlineBenchmarks",
  dependencies: [.package(name: "Faultline", path: "../..")],
  targets: [
    // The engine's own module map is no product.
    .systemLibrary(
      name: "CSQLiteByHand", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .executableTarget(
      name: "FaultlineBenchmarks",
      dependencies: [.product(name: "Faultline", package: "Faultline"), "CSQLiteByHand"],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ] + (isStrict ? [.treatAllWarnings(as: .error)] : [])),
  ],
  swiftLanguageModes: [.v6])
