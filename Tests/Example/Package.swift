// swift-tools-version: 6.2
// A program that uses the engine, and its tests, which use FaultlineTesting: what to copy into a package of one's own.

import PackageDescription

let package = Package(
  name: "Staff",
  // In a package of one's own: .package(url: "…", branch: "main"), or a path to a clone.
  dependencies: [.package(name: "Faultline", path: "../..")],
  targets: [
    .target(name: "Staff", dependencies: [.product(name: "Faultline", package: "Faultline")]),
    .testTarget(
      name: "StaffTests",
      dependencies: ["Staff", .product(name: "FaultlineTesting", package: "Faultline")]),
  ],
  swiftLanguageModes: [.v6])
