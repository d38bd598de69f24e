// The sections of some results in a file, so that the next run of a program need not look at every object.

public import Foundation
import Synchronization

extension FetchedResultsController {
  /// Where section caches lie; at first in the user's folder of caches.
  public static var cacheFolder: URL {
    get { SectionCache.folder.withLock { $0 } }
    set { SectionCache.folder.withLock { $0 = newValue } }
  }

  /// Removes the sections that are kept under a name, or all of them: needed before a controller of that name may
  /// look for something else (semantics 220).
  public static func deleteCache(withName name: String?) {
    let file = name.map(SectionCache.file(named:)) ?? cacheFolder
    // There may be none.
    try? FileManager.default.removeItem(at: file)
  }
}

/// What is known of the sections of a request from an earlier fetch.
///
/// It is believed as long as the files of all stores are as they were, and nothing is unsaved: sections are a matter
/// of order, so their names and sizes are enough.
struct SectionCache {
  static let folder = Mutex(
    (FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
      ?? FileManager.default.temporaryDirectory)
      .appending(components: "Faultline", "Sections"))

  /// The names and sizes of the sections; nil if they have to be found out.
  let sizes: [(name: String, count: Int)]?
  private let file: URL
  private let request: String
  /// How the stores are now; nil where later changes of them could not be detected.
  private let stores: [String]?

  private struct Contents: Codable {
    struct Section: Codable {
      let name: String
      let count: Int
    }

    let request: String
    let stores: [String]
    let sections: [Section]
  }

  /// Looks for the file of a name; one that was made for another request is an error.
  init(
    _ name: String, _ reader: ResultsReader, _ request: FetchRequest, _ sectionKeyPath: String?
  ) throws(GraphError) {
    file = Self.file(named: name)
    self.request = Self.words(of: request, sectionKeyPath)
    let context = reader.context
    let isPlain =
      context.parent == nil && !context.hasChanges && reader.sectioning?.isStored == true
    let files = context.persistentStoreCoordinator?.contentFiles()
    stores = isPlain ? files.flatMap(Self.stamps) : nil
    let contents = (try? Data(contentsOf: file)).flatMap {
      try? JSONDecoder().decode(Contents.self, from: $0)
    }
    if let contents, contents.request != self.request {
      throw GraphError(
        .unsupportedRequest,
        "The sections kept as '\(name)' are those of another request for '\(request.entityName)' objects "
          + "(\(contents.request)); call FetchedResultsController.deleteCache(withName: \"\(name)\") first, or "
          + "use another name.", key: sectionKeyPath)
    }
    sizes =
      stores != nil && contents?.stores == stores
      ? contents?.sections.map { ($0.name, $0.count) } : nil
  }

  /// Keeps sections, if the stores stand still; a cache that cannot be written is only slower.
  func write(_ sections: [ResultsList.Section]) {
    guard let stores else { return }
    let contents = Contents(
      request: request, stores: stores,
      sections: sections.map { Contents.Section(name: $0.name, count: $0.rows.count) })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    try? FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? encoder.encode(contents).write(to: file, options: .atomic)
  }

  /// The file of a name, which may have any characters.
  static func file(named name: String) -> URL {
    let word = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? name
    return folder.withLock { $0 }.appending(component: word + ".json")
  }

  /// What the order and the sections of results depend on.
  private static func words(of request: FetchRequest, _ sectionKeyPath: String?) -> String {
    let keys = request.sortKeys.map { "\($0), options \($0.options.rawValue)" }
    return [
      request.entityName + (request.includesSubentities ? "" : " without subentities"),
      "where \(request.predicate.map(\.description) ?? "TRUEPREDICATE")",
      "by " + keys.joined(separator: ", "), "sections \(sectionKeyPath ?? "none")",
      "from \(request.fetchOffset), at most \(request.fetchLimit)",
      "stores \(request.affectedStores?.map(\.identifier.uuidString).joined(separator: " ") ?? "all")",
    ].joined(separator: "; ")
  }

  /// How files are by their sizes and times; nil if one was written to so lately that the next time might be the same.
  private static func stamps(_ files: [URL]) -> [String]? {
    var stamps: [String] = []
    for file in files {
      let found = try? FileManager.default.attributesOfItem(atPath: file.path)
      // A file that is not there, and one in which nothing is, say the same.
      guard let size = (found?[.size] as? NSNumber)?.intValue, size > 0,
        let date = found?[.modificationDate] as? Date
      else { continue }
      guard Date().timeIntervalSince(date) > 0.1 else { return nil }
      stamps.append("\(file.path) \(size) \(date.timeIntervalSinceReferenceDate)")
    }
    return stamps
  }
}

extension PersistentStoreCoordinator {
  /// The files that change when a store does; nil if one of the stores has none.
  func contentFiles() -> [URL]? {
    var files: [URL] = []
    for store in state.withLock({ $0.seats.map(\.store) }) {
      guard !store.contentFiles.isEmpty else { return nil }
      files += store.contentFiles
    }
    return files
  }
}
