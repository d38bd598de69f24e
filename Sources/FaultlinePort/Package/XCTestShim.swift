// Members of XCTest that Linux lacks, as a source for the targets that import it.

enum XCTestShim {
  static let text = """
    // Written by `faultline port`: members that XCTest has only on Apple's platforms.

    import Foundation
    import XCTest

    extension XCTestCase {
      var className: String { String(reflecting: type(of: self)) }

      class func description() -> String { String(describing: self) }

      func wait(for expectations: [XCTestExpectation], enforceOrder: Bool = false) {
        wait(for: expectations, timeout: 3600, enforceOrder: enforceOrder)
      }

      func fulfillment(of expectations: [XCTestExpectation], enforceOrder: Bool = false) async {
        await fulfillment(of: expectations, timeout: 3600, enforceOrder: enforceOrder)
      }
    }

    protocol XCTActivity {
      var name: String { get }
    }

    enum XCTContext {
      private struct Activity: XCTActivity {
        let name: String
      }

      static func runActivity<Result>(
        named name: String, block: (any XCTActivity) throws -> Result
      ) rethrows -> Result {
        try block(Activity(name: name))
      }
    }

    """
}
