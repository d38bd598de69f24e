// release: a name lets go of its objects.

import Faultline

/// Releases variables; what nothing else holds then dies.
package struct ReleaseStep: Step {
  package static let keyword = "release"
  package static let value = Kind.either([.name, .list(.name)])
  package static let meaning = "Let names go: one, several, or all."
  package static let example = """
    - release: staff
    """

  private let nodes: [Node]
  private let names: [String]

  package init(_ text: StepText) throws(Diagnostic) {
    if case .list(let nodes) = text.value.value { self.nodes = nodes } else { nodes = [text.value] }
    var names: [String] = []
    for node in nodes { names.append(try node.identifier()) }
    self.names = names
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {
    for (node, name) in zip(nodes, names) where name != Cast.all {
      try rehearsal.releasable(node)
    }
  }

  package func weigh(_ work: inout Workload) throws(Diagnostic) {
    for name in names {
      if name == Cast.all { work.releaseAll() } else { work.release(name) }
    }
  }

  package func run(on stage: Stage) throws(StepFailure) {
    for name in names {
      if name == Cast.all { stage.cast.releaseAll() } else { stage.cast.release(name) }
    }
  }
}
