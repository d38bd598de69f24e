// Values that predicates take as arguments: on Apple's platforms they are all objects, which `CVarArg` has.

public import Foundation
public import Faultline

// A predicate takes its arguments as they are. The encoding for C's functions has no words, and none is asked for it.

extension NSObject: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] { [] }
}

extension ManagedObject: CVarArg {
  public var _cVarArgEncoding: [Int] { [] }
}

extension ManagedObjectID: CVarArg {
  public var _cVarArgEncoding: [Int] { [] }
}

extension Date: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] { [] }
}

extension Data: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] { [] }
}

extension UUID: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] { [] }
}

extension URL: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] { [] }
}

extension Decimal: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] { [] }
}

extension Array: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] { [] }
}

extension Set: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] { [] }
}

extension Dictionary: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] { [] }
}
