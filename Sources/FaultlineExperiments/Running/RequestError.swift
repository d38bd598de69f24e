// A request that cannot be carried out, whatever the files say.

/// What is wrong with what was asked for, in one sentence with a remedy.
package struct RequestError: Error, Equatable {
  package let message: String

  package init(_ message: String) { self.message = message }
}
