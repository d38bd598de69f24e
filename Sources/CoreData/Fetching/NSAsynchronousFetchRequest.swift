// A fetch whose results come later, on the context's queue.

import Foundation

/// What an asynchronous fetch has found.
open class NSAsynchronousFetchResult<ResultType>: NSPersistentStoreResult {
  /// The request.
  public let fetchRequest: NSAsynchronousFetchRequest<ResultType>
  /// The results; nil until they are there.
  public internal(set) var finalResult: [ResultType]?
  /// The error of a fetch that failed.
  public internal(set) var operationError: (any Error)?
  /// The context that fetches.
  public let managedObjectContext: NSManagedObjectContext
  private var isCancelled = false

  init(_ request: NSAsynchronousFetchRequest<ResultType>, in context: NSManagedObjectContext) {
    fetchRequest = request
    managedObjectContext = context
  }

  /// Cancels the fetch, unless it has begun.
  open func cancel() { isCancelled = true }

  func fetch() {
    guard !isCancelled else { return }
    do {
      finalResult = try managedObjectContext.fetch(fetchRequest.fetchRequest)
    } catch {
      operationError = error
    }
    fetchRequest.completionBlock?(self)
  }
}

/// A fetch that a context carries out later.
open class NSAsynchronousFetchRequest<ResultType>: NSPersistentStoreRequest {
  /// The fetch.
  public let fetchRequest: NSFetchRequest<ResultType>
  /// Called when the results are there.
  public let completionBlock: ((NSAsynchronousFetchResult<ResultType>) -> Void)?
  /// About how many results are expected.
  open var estimatedResultCount = 0

  /// Makes a request.
  public init(
    fetchRequest: NSFetchRequest<ResultType>,
    completionBlock: ((NSAsynchronousFetchResult<ResultType>) -> Void)? = nil
  ) {
    self.fetchRequest = fetchRequest
    self.completionBlock = completionBlock
  }

  override func carryOut(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
    let result = NSAsynchronousFetchResult(self, in: context)
    context.perform { result.fetch() }
    return result
  }
}
