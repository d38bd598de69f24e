// An employee who writes down what happens to her.

import Faultline

/// The class of employees in tests of the awake and fault methods.
final class Diarist: ManagedObject {
  var diary: [String] = []

  private var name: String { value(forKey: "name") as? String ?? "nobody" }

  override func awakeFromInsert() { diary.append("awoke from an insert as \(name)") }

  override func awakeFromFetch() { diary.append("awoke from a fetch as \(name)") }

  override func willTurnIntoFault() { diary.append("will turn into a fault, still \(name)") }

  override func didTurnIntoFault() {
    diary.append(isFault ? "did turn into a fault" : "is no fault")
  }
}
