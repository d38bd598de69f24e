// What every app puts together: a model, a coordinator, a context for the main thread, others for work.

public import Foundation

/// A model with its stores, a context for the main thread, and contexts for work in the background.
open class NSPersistentContainer: NSObject, @unchecked Sendable {
  /// The name, which is that of the model and of the store's file.
  public let name: String
  /// The coordinator of all its contexts.
  public let persistentStoreCoordinator: NSPersistentStoreCoordinator
  /// The context of the main thread.
  public let viewContext: NSManagedObjectContext
  /// The stores to open.
  open var persistentStoreDescriptions: [NSPersistentStoreDescription]

  /// The model of all its stores.
  open var managedObjectModel: NSManagedObjectModel {
    persistentStoreCoordinator.managedObjectModel
  }

  /// Makes a container of the model of that name, which the program has among its resources.
  public convenience init(name: String) {
    self.init(name: name, managedObjectModel: ModelFiles.model(named: name, for: Self.self))
  }

  /// Makes a container of a model.
  public init(name: String, managedObjectModel model: NSManagedObjectModel) {
    self.name = name
    // Where several classes have the same name, those of the container's own target come first. What is wrong with the
    // model is reported by the coordinator, which takes it next.
    _ = try? model.freeze(beside: ModelFiles.module(of: Self.self))
    persistentStoreCoordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    viewContext = NSManagedObjectContext(.mainQueue)
    viewContext.persistentStoreCoordinator = persistentStoreCoordinator
    persistentStoreDescriptions = []
    super.init()
    persistentStoreDescriptions = [
      NSPersistentStoreDescription(
        url: Self.defaultDirectoryURL().appendingPathComponent(name + ".sqlite"))
    ]
  }

  /// Returns the folder of stores whose place no description gives.
  open class func defaultDirectoryURL() -> URL {
    let folder =
      FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
      ?? FileManager.default.temporaryDirectory
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// Opens the stores of the descriptions that are not open yet; the handler is called once for each.
  open func loadPersistentStores(
    completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
  ) {
    let open = persistentStoreCoordinator.persistentStores.compactMap(\.url)
    for description in persistentStoreDescriptions {
      if let url = description.url, open.contains(url), !StoreFiles.isNowhere(url) { continue }
      persistentStoreCoordinator.addPersistentStore(with: description, completionHandler: block)
    }
  }

  /// Makes a context with a private queue.
  open func newBackgroundContext() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = persistentStoreCoordinator
    return context
  }

  /// Runs a block with a context of its own, and returns at once.
  open func performBackgroundTask(_ block: @escaping (NSManagedObjectContext) -> Void) {
    let context = newBackgroundContext()
    context.perform { block(context) }
  }

  /// Runs a block with a context of its own, and returns what it made.
  public func performBackgroundTask<T>(
    _ block: @escaping (NSManagedObjectContext) throws -> T
  ) async rethrows -> T {
    let context = newBackgroundContext()
    return try await context.perform { try block(context) }
  }
}

/// The models among a program's resources.
enum ModelFiles {
  /// The module of a container's class; nil for the one that this module has.
  static func module(of type: NSPersistentContainer.Type) -> String? {
    let module = ModuleName.of(type)
    return module == "CoreData" ? nil : module
  }

  /// The model of a name: the main bundle's, or that of a target's resources, the container's own target first.
  static func model(
    named name: String, for type: NSPersistentContainer.Type
  ) -> NSManagedObjectModel {
    for folder in folders(preferring: module(of: type)) {
      for ending in ["momd", "xcdatamodeld", "mom", "xcdatamodel"] {
        let url = folder.appendingPathComponent("\(name).\(ending)")
        if FileManager.default.fileExists(atPath: url.path),
          let model = NSManagedObjectModel(contentsOf: url)
        {
          return model
        }
      }
    }
    let message = "CoreData: No resource of the program is a model called '\(name)'.\n"
    FileHandle.standardError.write(Data(message.utf8))
    return NSManagedObjectModel()
  }

  private static func folders(preferring module: String?) -> [URL] {
    let main = Bundle.main.resourceURL ?? Bundle.main.bundleURL
    let beside = Bundle.main.bundleURL
    let names = (try? FileManager.default.contentsOfDirectory(atPath: beside.path)) ?? []
    let bundles = names.filter { $0.hasSuffix(".resources") || $0.hasSuffix(".bundle") }.sorted()
    let own = bundles.filter { ModuleName.ofResource(at: URL(fileURLWithPath: "/" + $0)) == module }
    let others = bundles.filter { !own.contains($0) }
    return own.map { beside.appendingPathComponent($0) } + [main]
      + others.map { beside.appendingPathComponent($0) }
  }
}
