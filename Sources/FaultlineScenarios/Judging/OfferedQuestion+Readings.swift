// What was read of all that the choices of a question ask for, in words.

import FaultlineMeasures

extension OfferedQuestion {
  /// Each reading once: `objects.live was 4`, `held.undo@asked was 0`.
  func readings(in scope: some FormulaScope) -> [String] {
    choices.flatMap { $0.isRight.readings(in: scope) }.withoutRepeats
  }
}

extension Formula {
  /// Each reading and name that it asks for with its value, or that it was not read.
  fileprivate func readings(in scope: some FormulaScope) -> [String] {
    let forms = root.metricForms.map { form in
      do throws(FormulaError) {
        return "\(form) was \(try scope.metric(form).words(in: form.scale))"
      } catch {
        return "\(form) was not read"
      }
    }
    let names = mentions.filter(\.role.isOperand).compactMap { mention -> String? in
      guard let value = try? scope.find(mention) else { return nil }
      return "\(mention.text) was \(value.words(in: .count))"
    }
    return forms + names
  }
}
