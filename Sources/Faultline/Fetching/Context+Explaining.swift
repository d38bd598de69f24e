// How a fetch would be answered, without running it.

extension ManagedObjectContext {
  /// The statements that a fetch would run, how the stores find the answer, and what is done in memory.
  public func queryPlan(for request: FetchRequest) throws(GraphError) -> QueryPlan {
    checkQueue()
    let question = try question(request)
    let pending = try PendingChanges(question, in: self)
    let coordinator = try coordinator()
    var plan = QueryPlan()
    plan.predicate = request.predicate?.description
    let isMerged = !pending.isEmpty
    try coordinator.explain(
      isMerged ? pending.trustedOrReached(question) : question,
      from: isMerged ? 0 : request.fetchOffset, atMost: isMerged ? 0 : request.fetchLimit,
      withValues: request.includesPropertyValues, into: &plan)
    if isMerged {
      plan.inMemory.append(
        "\(pending.candidates.count + pending.reached.count) objects are judged and put in their "
          + "places, since they have unsaved changes or look at some")
    }
    if try coordinator.asksSeveral(question), !question.order.isEmpty {
      plan.inMemory.append("the answers of several stores are put in one order")
    }
    return plan
  }
}
