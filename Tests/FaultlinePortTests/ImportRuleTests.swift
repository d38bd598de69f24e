// Imports and bundles.

import Testing

@testable import FaultlinePort

@Suite("Imports and bundles")
struct ImportRuleTests {
  @Test("a missing import is added on the line of another")
  func missing() {
    #expect(
      rewritten(
        "import Foundation // as usual\nlet a: NSManagedObject? = nil; let b: URLSession? = nil\n")
        == "import Foundation; import CoreData; import FoundationNetworking // as usual\n"
        + "let a: NSManagedObject? = nil; let b: URLSession? = nil\n")
    #expect(
      rewritten("// A file.\n\nextension NSManagedObjectContext {}\n")
        == "// A file.\n\nimport CoreData; extension NSManagedObjectContext {}\n")
  }

  @Test("an import in a condition is not enough, and a directive keeps its line")
  func conditional() {
    #expect(
      rewritten("// A file.\n#if DEBUG\nimport Foundation\n#endif\nlet a: NSPredicate\n")
        == "import CoreData; // A file.\n#if DEBUG\nimport Foundation\n#endif\nlet a: NSPredicate\n"
    )
  }

  @Test("submodules and unused modules are replaced")
  func replaced() {
    #expect(
      rewritten(
        "import os.log\nimport CoreData.CoreDataDefines\nimport UIKit\nimport class CoreData.NSManagedObject\nlet UIx = 1\n"
      )
        == "import os\nimport CoreData\nimport Foundation\nimport class CoreData.NSManagedObject\nlet UIx = 1\n"
    )
  }

  @Test("a file that uses a module which Linux lacks is left out")
  func leftOut() {
    let port = port([
      "A.swift": "import UIKit\nlet a: UIView\n",
      "B.swift": "#if canImport(UIKit)\nimport UIKit\nlet a: UIView\n#endif\n",
      "C.swift": "import Combine\n",
    ])
    #expect(
      port.findingLines == [
        "file app/A.swift:1 imports UIKit, which is neither on Linux nor in one of the folders",
        "file app/C.swift:1 imports Combine; --combine uses OpenCombine instead",
      ])
    #expect(
      port.files.keys.filter { $0.hasPrefix("Sources/") }.sorted()
        == ["Sources/App/B.swift", "Sources/App/PortedSupport.swift"])
  }

  @Test("a stand-in has the part of UIKit that data layers use")
  func application() {
    let port = port([
      "A.swift": "import UIKit\nlet a = UIApplication.shared.beginBackgroundTask()\n"
    ])
    #expect(port.text("Sources/App/A.swift").hasPrefix("import Foundation\n"))
    #expect(
      port.text("Sources/App/PortedUIApplication.swift").contains("final class UIApplication"))
    #expect(port.findings.map(\.severity) == [.behavior])
  }

  @Test("extensions of NSObject are repeated for managed objects, at their lines")
  func repeatedExtensions() {
    let port = port([
      "A.swift": """
      import Foundation
      let other = 1
      public extension NSObject {
        var name: String { "a" }
      }
      extension NSObject: P {}
      """
    ])
    #expect(
      port.text("Sources/App/PortedNSObject_A.swift") == """
        import Foundation; import CoreData
                     
        public extension NSManagedObject {
          var name: String { "a" }
        }
                                
        """)
  }

  @Test("bundles are those of the targets that have the classes and resources")
  func bundles() {
    let data = PortTarget.File(path: "Library.momd/Library.mom/contents", bytes: [])
    let port = Port(
      [
        target(
          "Core",
          [
            "A.swift":
              "import CoreData\nclass A: NSObject { let b = Bundle(for: A.self), c = Bundle(identifier: \"x\")! }"
          ],
          resources: [data]),
        target(
          "AppTests",
          [
            "B.swift": """
            import XCTest
            @testable import Core
            class B: XCTestCase {
              let a = Bundle(for: A.self), b = Bundle(for: type(of: self)), c = Bundle.main.bundleURL
              let d = Bundle.main.url(forResource: "Library", withExtension: "momd")
              let e = a.urls(forResourcesWithExtension: "momd", subdirectory: nil)
            }
            """
          ]),
      ], options: PortOptions())
    #expect(
      port.text("Sources/Core/A.swift").contains(
        "let b = Bundle.module, c = Optional(Bundle.module)!"))
    #expect(
      port.text("Tests/AppTests/B.swift").split(separator: "\n")[3...5] == [
        "  let a = Bundle.resourcesOfCore, b = Bundle.module, c = Bundle.main.bundleURL",
        "  let d = Bundle.resourcesOfCore.url(forResource: \"Library\", withExtension: \"momd\")",
        "  let e = a._urls(forResourcesWithExtension: \"momd\", subdirectory: nil)",
      ])
    #expect(
      port.text("Tests/AppTests/PortedSupport.swift").hasSuffix(
        """

        extension Bundle {
          static var resourcesOfCore: Bundle { PortedResources_Core.bundle }
          static var module: Bundle { resourcesOfCore }
        }

        """))
    #expect(
      port.text("Sources/Core/PortedSupport.swift").hasSuffix(
        "public enum PortedResources_Core {\n  public static var bundle: Bundle { .module }\n}\n"))
  }
}
