// The rules about configurations and the fetch requests that a model keeps.

extension ModelChecks {
  /// A configuration consists of entities of the model.
  func strangersInConfigurations() -> [ModelFault] {
    draft.configurations.keys.sorted().flatMap { name in
      (draft.configurations[name] ?? []).filter { byName[$0] == nil }.map {
        ModelFault(
          line: draft.places[.configuration(name)],
          text: "The configuration '\(name)' has the entity '\($0)', which the model does not have."
        )
      }
    }
  }

  /// A fetch request has a name of its own.
  func doubledTemplates() -> [ModelFault] {
    var names: Set<String> = []
    return draft.fetchRequestTemplates.filter { !names.insert($0.name).inserted }.map {
      ModelFault(
        line: draft.places[.template($0.name)],
        text: "The fetch request '\($0.name)' is described twice.")
    }
  }

  /// A fetch request asks for objects of the model, and not for fewer than none.
  func strangersInRequests() -> [ModelFault] {
    let templates = draft.fetchRequestTemplates.compactMap { template in
      requestFault(template).map {
        ModelFault(
          line: draft.places[.template(template.name)],
          text: "The fetch request '\(template.name)' \($0)")
      }
    }
    return templates + about(\.ownFetchedProperties) { $0.fetchRequest.flatMap(requestFault) }
  }

  private func requestFault(_ request: FetchRequestTemplate) -> String? {
    if byName[request.entityName] == nil {
      return "asks for '\(request.entityName)', which the model does not have."
    }
    return request.fetchLimit < 0 || request.fetchBatchSize < 0
      ? "has a negative limit or batch size." : nil
  }
}
