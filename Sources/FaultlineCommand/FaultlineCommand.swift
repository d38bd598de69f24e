// swift package faultline …: the tool, in any package that depends on this one.

import Foundation
import PackagePlugin

/// Builds the tool in release, and hands it the words of the command line.
///
/// It does not name the tool as a dependency, because then every build of the package would build the tool a second time,
/// in the configuration of plugins. So it asks the package manager for the product when it is called.
@main struct FaultlineCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let product = "faultline"
    let result = try packageManager.build(
      .product(product),
      parameters: PackageManager.BuildParameters(configuration: .release, logging: .concise))
    guard result.succeeded,
      let program = result.builtArtifacts.first(where: { $0.kind == .executable })
    else {
      Diagnostics.error("\(product) could not be built:\n\(result.logText)")
      exit(1)
    }
    let process = Process()
    process.executableURL = program.url
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    // The statuses of the tool are those of a signal where one has ended it.
    exit(
      process.terminationReason == .uncaughtSignal
        ? 128 + process.terminationStatus : process.terminationStatus)
  }
}
