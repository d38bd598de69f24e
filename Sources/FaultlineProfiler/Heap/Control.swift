// One of jemalloc's controls, looked up once by name and asked by number ever after: asking by name
// costs twenty times as much.

internal import CJemalloc

/// A control whose name is resolved; asking it allocates nothing.
struct Control: Sendable {
  private var parts = InlineArray<8, Int>(repeating: 0)
  private var depth = 8

  init(_ name: String) throws(HeapError) {
    var span = parts.mutableSpan
    var depth = self.depth
    let code = span.withUnsafeMutableBufferPointer {
      mallctlnametomib(name, $0.baseAddress, &depth)
    }
    guard code == 0 else { throw .unanswered(name: name, code: Int(code)) }
    self.depth = depth
  }

  /// The same control of another arena or size class: the number at that place of the name changes.
  func with(_ number: Int, at place: Int) -> Control {
    var other = self
    other.parts[place] = number
    return other
  }

  /// What the control says; `fallback` when it says nothing, which a resolved one never does.
  func read<Value: BitwiseCopyable>(_ fallback: Value) -> Value {
    var value = fallback
    var size = MemoryLayout<Value>.size
    _ = parts.span.withUnsafeBufferPointer {
      mallctlbymib($0.baseAddress, depth, &value, &size, nil, 0)
    }
    return value
  }

  func write<Value: BitwiseCopyable>(_ value: Value) {
    var value = value
    _ = parts.span.withUnsafeBufferPointer {
      mallctlbymib($0.baseAddress, depth, nil, nil, &value, MemoryLayout<Value>.size)
    }
  }

  func exchange<Value: BitwiseCopyable>(_ value: Value) -> Value {
    var value = value
    var old = value
    var size = MemoryLayout<Value>.size
    _ = parts.span.withUnsafeBufferPointer {
      mallctlbymib($0.baseAddress, depth, &old, &size, &value, MemoryLayout<Value>.size)
    }
    return old
  }

  /// What the control says about something; `fallback` when it has nothing to say.
  func answer<Question: BitwiseCopyable, Value: BitwiseCopyable>(
    to question: Question, _ fallback: Value
  ) -> Value {
    var question = question
    var value = fallback
    var size = MemoryLayout<Value>.size
    let code = parts.span.withUnsafeBufferPointer {
      mallctlbymib($0.baseAddress, depth, &value, &size, &question, MemoryLayout<Question>.size)
    }
    return code == 0 ? value : fallback
  }

  func trigger() {
    _ = parts.span.withUnsafeBufferPointer {
      mallctlbymib($0.baseAddress, depth, nil, nil, nil, 0)
    }
  }
}

extension Control {
  /// Asks once, by name.
  static func ask<Value: BitwiseCopyable>(
    _ name: String, _ initial: Value
  ) throws(HeapError) -> Value {
    var value = initial
    var size = MemoryLayout<Value>.size
    let code = mallctl(name, &value, &size, nil, 0)
    guard code == 0 else { throw .unanswered(name: name, code: Int(code)) }
    return value
  }

  static func ask(text name: String) throws(HeapError) -> String {
    let text: UnsafePointer<CChar>? = try ask(name, nil)
    guard let text else { return "" }
    return String(cString: text)
  }
}
