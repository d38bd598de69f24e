// The engine's errors as Cocoa's.

import Faultline
import Foundation

/// Runs a body of the engine, and throws its errors as `NSError` in Cocoa's domain.
func cocoa<Outcome>(
  _ context: NSManagedObjectContext? = nil, _ body: () throws -> Outcome
) throws -> Outcome {
  do { return try body() } catch let error as GraphError {
    throw error.translated(in: context)
  }
}

/// Stops the process with a sentence, where Core Data would raise an exception.
func misuse(_ sentence: String) -> Never { fatalError(sentence) }

extension GraphError {
  /// The error in Cocoa's domain; an error that the program itself has thrown stays what it was.
  func translated(in context: NSManagedObjectContext?) -> any Error {
    if let own = thrownByProgram { return own }
    var info: [String: Any] = [NSLocalizedDescriptionKey: message]
    if let key {
      info[isValidation ? NSValidationKeyErrorKey : "key"] = key
    }
    if let objectID, let object = context?.engine.registeredObject(for: objectID) {
      info[isValidation ? NSValidationObjectErrorKey : "NSAffectedObject"] = object
      info[NSAffectedObjectsErrorKey] = [object]
    }
    if !detailed.isEmpty {
      info[NSDetailedErrorsKey] = detailed.map { $0.translated(in: context) as NSError }
    }
    if !conflicts.isEmpty {
      info[NSPersistentStoreSaveConflictsErrorKey] = conflicts.compactMap {
        NSMergeConflict($0, in: context)
      }
    }
    if !constraintConflicts.isEmpty {
      info[NSPersistentStoreSaveConflictsErrorKey] = constraintConflicts.map {
        NSConstraintConflict($0, in: context)
      }
    }
    if let underlying {
      info[NSUnderlyingErrorKey] =
        (underlying as? GraphError)?.translated(in: context) ?? underlying
    }
    return NSError(domain: NSCocoaErrorDomain, code: code.rawValue, userInfo: info)
  }

  private var isValidation: Bool { (1550..<1700).contains(code.rawValue) }

  /// The error that an override of the program has thrown, where the engine only passes it on.
  private var thrownByProgram: (any Error)? {
    guard isValidation, detailed.isEmpty, let underlying, !(underlying is GraphError) else {
      return nil
    }
    return underlying
  }
}
