// Which of Apple's modules exist on Linux, and how it shows that a file uses the others.

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
    "WatchKit": ["WK"], "WebKit": ["WK"], "QuartzCore": ["CA"],
    "CoreGraphics": ["CGContext", "CGImage", "CGColor", "CGPath"],
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
    let names = names.subtracting(replacedNames)
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
    guard prefix.count <= 3, let next = name.utf8.dropFirst(prefix.utf8.count).first else {
      return true
    }
    return Bytes.isUppercase(next)
  }

  /// The part of UIKit that data layers use, which a port supplies.
  static let replacedNames: Set<String> = ["UIApplication", "UIBackgroundTaskIdentifier"]

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
