// Imports: modules with another name on Linux, and those that Apple's modules bring along.

/// Adapts the imports of a file.
enum ImportRule: RewriteRule {
  static func apply(to unit: inout RewriteUnit) {
    let source = unit.source
    var imported: Set<String> = []
    let used = unit.file.usedNames
    for index in unit.file.activeImports {
      let declaration = unit.declarations[index]
      let root = String(declaration.name.prefix { $0 != "." })
      imported.insert(root)
      let tokens = declaration.nameToken..<declaration.signatureEnd
      if root == "os" || root == "OSLog" {
        if declaration.name != "os" { unit.edits.replace(tokens: tokens, with: "os") }
      } else if root == "CoreData", declaration.name != "CoreData",
        declaration.nameToken == declaration.introducer + 1
      {
        unit.edits.replace(tokens: tokens, with: "CoreData")
      } else if AppleModules.isUnused(root, names: used) {
        imported.insert("Foundation")
        let all = (declaration.introducer + 1)..<declaration.signatureEnd
        unit.edits.replace(tokens: all, with: "Foundation")
      }
    }
    var missing: [String] = []
    func need(_ module: String, _ names: Set<String>) {
      if !imported.contains(module), !used.isDisjoint(with: names) { missing.append(module) }
    }
    need("CoreData", AppleModules.coreDataNames)
    need("FoundationNetworking", AppleModules.networkingNames)
    need("FoundationXML", ["XMLParser", "XMLParserDelegate"])
    if !missing.isEmpty { add(missing, to: &unit, source) }
  }

  /// Adds imports on the line of another, or before everything else.
  private static func add(
    _ modules: [String], to unit: inout RewriteUnit, _ source: SourceText
  ) {
    let text = modules.map { "import \($0)" }.joined(separator: "; ")
    let conditional = conditionalTokens(source)
    let first = unit.file.activeImports.first {
      !conditional[unit.declarations[$0].introducer]
    }
    if let first {
      unit.edits.insert("; " + text, after: unit.declarations[first].signatureEnd - 1)
    } else if let token = source.tokens.first {
      // A directive has its line for itself, so the import goes before a comment above it.
      let start = source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      let isShebang = source.bytes.starts(with: Array("#!".utf8))
      let offset = token.kind == .pound && !isShebang ? start : token.start
      unit.edits.insert(text + "; ", at: offset)
    }
  }

  private static func conditionalTokens(_ source: SourceText) -> [Bool] {
    var depth = 0
    return source.tokens.indices.map { index in
      if source.isToken(index, "#if") { depth += 1 }
      if source.isToken(index, "#endif") { depth = max(0, depth - 1) }
      return depth > 0
    }
  }
}

/// Apple's modules, and the names by which their use is recognized.
enum AppleModules {
  /// Modules that exist on Linux, or that a port supplies.
  static let portable: Set<String> = [
    "Swift", "Foundation", "FoundationEssentials", "FoundationNetworking", "FoundationXML",
    "FoundationInternationalization", "Dispatch", "XCTest", "Testing", "Glibc", "CoreData", "os",
    "OSLog", "Synchronization", "RegexBuilder", "Observation", "Distributed", "_Concurrency",
    "_StringProcessing", "CoreFoundation",
  ]

  /// The prefixes of the names that a module declares.
  private static let prefixes: [String: [String]] = [
    "UIKit": ["UI", "NSLayout", "NSTextAttachment", "NSDiffable", "CA", "CI"],
    "CloudKit": ["CK", "NSPersistentCloudKit"], "CoreLocation": ["CL"], "MapKit": ["MK", "CL"],
    "Photos": ["PH"], "AVFoundation": ["AV", "CM"], "HealthKit": ["HK"],
    "CoreSpotlight": ["CS", "NSCoreDataCoreSpotlight"], "StoreKit": ["SK"], "Contacts": ["CN"],
    "EventKit": ["EK"], "UserNotifications": ["UN"], "WatchConnectivity": ["WC"],
    "WatchKit": ["WK"], "WebKit": ["WK"], "QuartzCore": ["CA"], "CoreGraphics": ["CGContext", "CGImage", "CGColor", "CGPath"],
    "PDFKit": ["PDF"], "CoreImage": ["CI"], "MessageUI": ["MF"], "BackgroundTasks": ["BG"],
    "ObjectiveC": ["objc_", "class_", "method_", "sel_"], "MobileCoreServices": ["UT", "kUT"],
    "UniformTypeIdentifiers": ["UT"], "CryptoTokenKit": ["TK"], "GameplayKit": ["GK"],
  ]

  private static let appKitNames: Set<String> = [
    "NSApplication", "NSApp", "NSView", "NSWindow", "NSColor", "NSImage", "NSTableView",
    "NSOutlineView", "NSViewController", "NSWindowController", "NSDocument", "NSEvent", "NSFont",
    "NSMenu", "NSWorkspace", "NSAlert", "NSBezierPath", "NSPasteboard", "NSTextField", "NSButton",
    "NSArrayController", "NSObjectController", "NSTreeController", "NSControl", "NSResponder",
    "NSScreen", "NSStoryboard", "NSNib", "NSTextView", "NSScrollView", "NSStackView",
    "NSCollectionView", "NSDiffableDataSourceSnapshot", "NSPersistentDocument",
    "NSApplicationDelegate", "NSDataAsset",
  ]

  private static let swiftUINames: Set<String> = [
    "View", "State", "StateObject", "ObservedObject", "EnvironmentObject", "Environment",
    "FetchRequest", "FetchedResults", "SectionedFetchRequest", "Text", "Binding", "Color", "Image",
    "App", "Scene", "PreviewProvider", "ObservableObject", "Published", "Preview", "Bindable",
    "EnvironmentKey", "LocalizedStringKey", "ViewModifier", "Transaction", "AppStorage", "Font",
  ]

  /// Returns whether a module that Linux lacks is imported for nothing that it declares itself.
  static func isUnused(_ module: String, names: Set<String>) -> Bool {
    switch module {
    case "AppKit", "Cocoa": return appKitNames.isDisjoint(with: names)
    case "SwiftUI": return swiftUINames.isDisjoint(with: names)
    default:
      guard let prefixes = prefixes[module] else { return false }
      return !names.contains { name in prefixes.contains { isName(name, of: $0) } }
    }
  }

  private static func isName(_ name: String, of prefix: String) -> Bool {
    guard name.hasPrefix(prefix) else { return false }
    guard prefix.count <= 3, let next = name.utf8.dropFirst(prefix.utf8.count).first else { return true }
    return Bytes.isUppercase(next)
  }

  static let networkingNames: Set<String> = [
    "URLSession", "URLRequest", "URLResponse", "HTTPURLResponse", "URLProtocol", "URLCache",
    "HTTPCookie", "HTTPCookieStorage", "URLSessionConfiguration", "URLSessionTask",
    "URLSessionDataTask", "URLSessionDownloadTask", "URLSessionUploadTask", "URLSessionDelegate",
    "URLSessionDataDelegate", "URLSessionTaskDelegate", "URLSessionDownloadDelegate",
    "URLCredential", "URLAuthenticationChallenge", "CachedURLResponse", "URLProtectionSpace",
    "NSURLRequest", "NSMutableURLRequest", "URLProtocolClient",
  ]

  static let coreDataNames: Set<String> = [
    "NSManagedObject", "NSManagedObjectContext", "NSManagedObjectID", "NSManagedObjectModel",
    "NSManaged", "NSFetchRequest", "NSFetchRequestResult", "NSFetchedResultsController",
    "NSFetchedResultsControllerDelegate", "NSFetchedResultsSectionInfo",
    "NSFetchedResultsChangeType", "NSPersistentContainer", "NSPersistentStore",
    "NSPersistentStoreCoordinator", "NSPersistentStoreDescription", "NSEntityDescription",
    "NSAttributeDescription", "NSRelationshipDescription", "NSPropertyDescription",
    "NSFetchedPropertyDescription", "NSAttributeType", "NSDeleteRule", "NSMergePolicy",
    "NSMergePolicyType", "NSBatchDeleteRequest", "NSBatchInsertRequest", "NSBatchUpdateRequest",
    "NSBatchDeleteResult", "NSPersistentHistoryChangeRequest", "NSPersistentHistoryToken",
    "NSPersistentHistoryTransaction", "NSPersistentHistoryChange", "NSExpressionDescription",
    "NSMigrationManager", "NSMappingModel", "NSEntityMapping", "NSEntityMigrationPolicy",
    "NSSQLiteStoreType", "NSInMemoryStoreType", "NSManagedObjectContextConcurrencyType",
    "NSAsynchronousFetchRequest", "NSInsertedObjectsKey", "NSUpdatedObjectsKey",
    "NSDeletedObjectsKey", "NSMigratePersistentStoresAutomaticallyOption",
    "NSInferMappingModelAutomaticallyOption", "NSPersistentStoreRequest", "NSQueryGenerationToken",
    "Selector", "autoreleasepool", "UndoManager", "ValueTransformer", "NSValueTransformerName",
    "NSException", "NSHashTable", "NSMapTable", "NSStringFromSelector", "NSExceptionName",
    "NSPredicate", "NSSortDescriptor", "NSExpression", "NSCompoundPredicate",
    "NSComparisonPredicate", "addObserver",
  ]
}
