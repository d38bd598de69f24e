// What stands beside a result, written trial by trial.

/// Writes the file beside a result: the machine, then what each trial took.
package struct SidecarStream {
  private let file: StreamedFile
  private let end: Substring
  private var trials = 0

  /// Begins the file.
  package init(_ sidecar: RunSidecar, to path: String) throws(WholeFile.Refusal) {
    file = try StreamedFile(path)
    var head = sidecar
    head.trials = []
    let text = head.json
    guard let start = text.firstRange(of: "\n  \"trials\" : ")?.upperBound,
      let end = text[start...].firstIndex(of: "]")
    else { preconditionFailure("The document beside a result has its list of trials.") }
    self.end = text[text.index(after: end)...]
    try file.append(text[..<start])
    try file.append("[\n")
  }

  /// Adds what one trial took, written in one line.
  package mutating func write(trial line: UnsafeRawBufferPointer) throws(WholeFile.Refusal) {
    let isFirst = trials == 0
    trials += 1
    try file.append { text in
      text.append(contentsOf: Array((isFirst ? "    " : ",\n    ").utf8))
      PrettyJSON.append(line, to: &text, within: 2)
    }
  }

  /// Ends the document and puts it in its place.
  package func finish() throws(WholeFile.Refusal) {
    try file.append("\n  ]")
    try file.append(end)
    try file.finish()
  }
}
