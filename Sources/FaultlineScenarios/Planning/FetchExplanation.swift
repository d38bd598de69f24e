// How a fetch on a model would be answered by SQLite, for reading at a terminal.

import Faultline
import FaultlineKnowledge
import FaultlineSQLite
import Foundation

/// The plan of a fetch, made in an empty store of the model.
package struct FetchExplanation {
  /// What is to be fetched.
  package struct Question: Sendable {
    package let entity: String
    package let predicate: String?
    /// Keys; a '-' before one sorts downwards.
    package let sort: [String]

    package init(entity: String, predicate: String?, sort: [String]) {
      self.entity = entity
      self.predicate = predicate
      self.sort = sort
    }
  }

  /// The page to print.
  package let text: String

  /// Finds the model in a scenario or a model file, and asks a store for its plan.
  package init(_ question: Question, in path: String) throws(Diagnostic) {
    let model = try Self.model(path)
    let request = try Self.request(question, model)
    let folder: TemporaryFolder
    do throws(StepFailure) {
      folder = try TemporaryFolder()
    } catch {
      throw Diagnostic("an empty store cannot be made: \(error.description)")
    }
    defer { withExtendedLifetime(folder) {} }
    do throws(GraphError) {
      let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
      try coordinator.addPersistentStore(
        type: .sqlite, at: FilePath.url("\(folder.path)/store.sqlite"))
      let context = ManagedObjectContext()
      try context.setPersistentStoreCoordinator(coordinator)
      text = try context.queryPlan(for: request).description
    } catch {
      throw Diagnostic(error.message)
    }
  }

  /// The request, checked, so that a mistake is shown where it stands on the command line.
  private static func request(
    _ question: Question, _ model: ManagedObjectModel
  ) throws(Diagnostic) -> FetchRequest {
    let entity = try model.entity(Node(argument: question.entity, of: "--fetch"))
    var request = FetchRequest(entityName: entity.name)
    if let text = question.predicate {
      request.predicate = try Node(argument: text, of: "--where")
        .pointing { () throws(QueryMistake) in
          let predicate = try FetchPredicate(checking: text)
          try predicate.check(against: entity)
          return predicate
        }
    }
    for text in question.sort {
      let key = SortKey(signed: text)
      try Node(argument: text, of: "--sort")
        .pointing { () throws(QueryMistake) in try key.check(against: entity) }
      request.sortKeys.append(key)
    }
    return request
  }

  private static func model(_ path: String) throws(Diagnostic) -> ManagedObjectModel {
    let isScenario =
      path == InterruptibleReader.standardInput
      || ["yaml", "yml", "json"].contains(FilePath.ending(of: path))
    guard isScenario else {
      do throws(GraphError) {
        return try ModelFinder.model(at: FilePath.url(path))
      } catch {
        throw Diagnostic(error.message, file: path, notes: error.detailed.map(\.message))
      }
    }
    let file = try InterruptibleReader().read(path)
    let node = try YAMLReader.read(file.text, file: file.name)
    if isModel(node) { return try ModelReader.model(node) }
    let plan = try Plan(
      try ScenarioReader.scenario(file.text, file: file.name), choosing: Choices())
    guard let trial = plan.trials.first else {
      throw Diagnostic("the scenario has no variant to take the model from", file: path)
    }
    return trial.model
  }

  /// Whether a text has the entities of a model, and not a scenario.
  private static func isModel(_ node: Node) -> Bool {
    guard case .mapping(let entries) = node.value else { return false }
    let required = ScenarioReader.keys.filter(\.isRequired).map(\.name)
    return !entries.isEmpty && !entries.contains { required.contains($0.name) }
  }
}
