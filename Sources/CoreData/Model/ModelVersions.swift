// The versions of a model among a program's resources.

import Foundation

/// A folder with the versions of a model, as Apple's compiler lays it out.
enum ModelVersions {
  /// The current version in a folder of several; a model by itself is its own.
  static func current(of url: URL) -> URL {
    let list = url.appendingPathComponent("VersionInfo.plist")
    guard let data = try? Data(contentsOf: list),
      let values = try? PropertyListSerialization.propertyList(from: data, format: nil),
      let name = (values as? [String: Any])?["NSManagedObjectModel_CurrentVersionName"] as? String
    else { return url }
    return url.appendingPathComponent(name + ".mom")
  }
}
