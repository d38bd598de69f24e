// What an object holds, for drawing the graph and for searching it.

extension ManagedObject {
  /// Visits every object that this one holds, with the relationship's place; fires nothing.
  package final func forEachReference(_ body: (_ tie: Int, _ object: ManagedObject) -> Void) {
    guard let ties else { return }
    let plan = identityTable.plan
    for index in 0..<plan.pointee.tieCount where ties.isRealized(index) {
      if plan.pointee.ties[index].isToMany {
        ties.withSet(index) { $0.forEach { body(index, $0) } }
      } else if let object = ties.destination(index) {
        body(index, object)
      }
    }
  }
}
