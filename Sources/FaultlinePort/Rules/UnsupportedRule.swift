// What has no counterpart on Linux: it is reported and left as it is.

/// Reports the use of what neither Linux nor the module has.
enum UnsupportedRule: RewriteRule {
  private static let runtime = "the Objective-C runtime does not exist on Linux"
  private static let mirroring = "mirroring to iCloud does not exist on Linux"
  private static let observing =
    "key-value observing of Foundation's classes does not exist on Linux"
  private static let testing = "XCTest has no such member on Linux"
  private static let exceptions = "Objective-C exceptions cannot be caught in Swift"

  private static let foundation = "Foundation has no such class on Linux"

  private static let names: [String: String] = [
    "class_addMethod": runtime, "class_replaceMethod": runtime, "class_getInstanceMethod": runtime,
    "class_getClassMethod": runtime, "method_exchangeImplementations": runtime,
    "imp_implementationWithBlock": runtime, "objc_getAssociatedObject": runtime,
    "objc_setAssociatedObject": runtime, "class_copyPropertyList": runtime,
    "NSInvocation": runtime, "NSProxy": runtime,
    "NSPersistentCloudKitContainer": mirroring,
    "NSPersistentCloudKitContainerOptions": mirroring,
    "NSCoreDataCoreSpotlightDelegate": "Spotlight does not exist on Linux",
    "RelativeDateTimeFormatter": foundation, "ListFormatter": foundation,
    "NSFileCoordinator": foundation, "NSFilePresenter": foundation, "NSFileVersion": foundation,
    "NSUbiquitousKeyValueStore": foundation, "NSMetadataQuery": foundation,
    "NSItemProvider": foundation, "NSUserActivity": foundation, "NSXPCConnection": foundation,
    "NSDataDetector": foundation, "NSLinguisticTagger": foundation,
    "NSKeyValueObservation": observing, "observeValue": observing, "XCTKVOExpectation": testing,
    "keyValueObservingExpectation": testing, "XCTExpectFailure": testing,
    "XCTIssue": testing, "XCTClockMetric": testing, "XCTMemoryMetric": testing,
    "XCTCPUMetric": testing, "XCTStorageMetric": testing, "XCTMeasureOptions": testing,
    "XCTOSSignpostMetric": testing, "XCTestObservation": testing,
    "XCTAssertThrowsException": exceptions, "catchException": exceptions,
    "NSModelActor": "the macro needs a package that Linux does not build",
    "NSMainModelActor": "the macro needs a package that Linux does not build",
    "PersistentModel": "the macro needs a package that Linux does not build",
    "NSCloudKitMirroringDelegate": mirroring,
  ]

  static func apply(to unit: inout RewriteUnit) {
    var reported: Set<String> = []
    for index in unit.source.tokens.indices
    where unit.source.tokens[index].kind == .identifier && !unit.file.isInactive[index] {
      let name = unit.source.text(index)
      guard let reason = names[name] else { continue }
      // One line names it once.
      guard reported.insert("\(name) \(unit.source.line(of: index))").inserted else { continue }
      unit.report(.compilation, at: index, "'\(name)': \(reason)")
    }
    reportMacros(in: &unit)
  }

  private static func reportMacros(in unit: inout RewriteUnit) {
    for index in unit.source.tokens.indices
    where unit.source.isToken(index, "#Predicate") && !unit.file.isInactive[index] {
      unit.report(
        .behavior, at: index, "'#Predicate' is Foundation's: convert it to an NSPredicate by hand")
    }
  }
}
