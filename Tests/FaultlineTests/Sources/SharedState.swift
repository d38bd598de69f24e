// The variables of a file that belong to no object: those of a process or of a thread.

import Foundation

extension SourceFile {
  /// The variables of a Swift file, as `Type.name`, or `name` where they stand outside of a type.
  ///
  /// A constant counts where what it holds can change: a lock around a value, an atomic, a key of threads, or an instance
  /// of one of these classes.
  func swiftState(classes: Set<String>) -> [String] {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let quoted = Self.quoted(lines)
    return lines.indices.compactMap { number -> String? in
      guard !quoted.contains(number) else { return nil }
      let words = lines[number].split(separator: UInt8(ascii: " "))
      let isStatic = words.contains { $0.elementsEqual("static".utf8) }
      let isOutside = lines[number].first != UInt8(ascii: " ")
      // Few lines come so far, and only they are worth an expression.
      guard isStatic || isOutside, let line = Self.code(lines[number]),
        let match = line.firstMatch(of: /^[^{]*\b(let|var) (\w+)(.*)/)
      else { return nil }
      if match.1 == "var" {
        let head = match.3.prefix { $0 != "{" }
        guard head.contains("=") || !match.3.contains("{") else { return nil }
      } else {
        // A declaration that is broken into lines says in the next one what it holds.
        let rest =
          match.3 + (lines.indices.contains(number + 1) ? " \(Substring(lines[number + 1]))" : "")
        let holder = rest.firstMatch(of: /^\s*(?::\s*([\w.]+)[^=]*)?=\s*(?:try\s+)?([\w.]+)?/)
        let words = [holder?.1, holder?.2].compactMap { $0 }
          .flatMap { $0.split(separator: ".") }.map { String($0) }
        guard words.contains(where: { classes.contains($0) || Self.holders.contains($0) }) else {
          return nil
        }
      }
      let types = isOutside ? [] : Self.types(around: number, in: lines)
      return (types + [String(match.2)]).joined(separator: ".")
    }
  }

  /// Returns the lines inside multi-line texts, such as sources that a program writes.
  private static func quoted(_ lines: [Substring.UTF8View]) -> IndexSet {
    var quoted = IndexSet()
    var isInside = false
    for number in lines.indices {
      if isInside { quoted.insert(number) }
      let marks = Substring(lines[number]).components(separatedBy: "\"\"\"").count - 1
      if !marks.isMultiple(of: 2) { isInside.toggle() }
    }
    return quoted
  }

  /// A line without what stands behind `//`; nil for a comment.
  private static func code(_ line: Substring.UTF8View) -> Substring? {
    let line = Substring(line)
    let code = line.range(of: "//").map { line[..<$0.lowerBound] } ?? line
    return code.isEmpty ? nil : code
  }

  /// The names of the types in which a line stands, the outermost first: those that are less indented.
  private static func types(around number: Int, in lines: [Substring.UTF8View]) -> [String] {
    func indentation(_ number: Int) -> Int {
      lines[number].prefix { $0 == UInt8(ascii: " ") }.count
    }
    var names: [String] = []
    var most = indentation(number)
    for number in lines.indices.prefix(number).reversed() where !lines[number].isEmpty {
      guard indentation(number) < most, let line = code(lines[number]),
        let type = line.firstMatch(of: /\b(?:class|struct|enum|extension|actor) ([A-Z][\w.]*)/)
      else { continue }
      names.insert(String(type.1), at: 0)
      most = indentation(number)
    }
    return names
  }

  /// Types of others whose instances change while they are held by a constant.
  private static let holders: Set<String> = [
    "Mutex", "Atomic", "ThreadLocal", "pthread_key_t", "pthread_mutex_t", "NSCache", "NSLock",
    "NSRecursiveLock", "NSCondition", "NSMutableArray", "NSMutableDictionary", "DispatchQueue",
    "DispatchSemaphore",
    "UnsafeMutablePointer", "UnsafeMutableRawPointer", "UnsafeMutableBufferPointer",
  ]

  /// The variables of a C file, those of a thread among them.
  var cState: [String] {
    statements.flatMap { statement -> [String] in
      var text = statement
      for noise in [/__attribute__\s*\(\(.*?\)\)/, /\{[^}]*\}/] { text.replace(noise, with: "") }
      text.replace(/_Atomic\s*\([^)]*\)/, with: "atomic ")
      if text.contains(/^\s*(?:typedef|extern|enum)\b/) { return [] }
      // What is constant, unless it only points to what is.
      if text.contains(/\bconst\b[^*=]*=/) { return [] }
      return declarators(of: text).compactMap { declarator in
        let head = declarator.prefix { $0 != "=" }
        if let pointer = head.firstMatch(of: /\(\s*\*+\s*(\w+)/) { return String(pointer.1) }
        let name = head.prefix { $0 != "[" }
        if name.contains("(") { return nil }
        let words = name.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
        return words.last.map { String($0) }
      }
    }
  }

  /// The parts of a declaration that commas divide, the type before the first of them.
  private func declarators(of text: String) -> [Substring] {
    var depth = 0
    return text.split { character in
      if "([".contains(character) { depth += 1 }
      if ")]".contains(character) { depth -= 1 }
      return character == "," && depth == 0
    }
  }

  /// The statements of a C file outside of functions, each in one line, with bodies as `{}`.
  private var statements: [String] {
    var text = text
    text.replace(/\/\*(?s:.*?)\*\//, with: "")
    text.replace(/\/\/[^\n]*/, with: "")
    text.replace(/"(?:[^"\\\n]|\\.)*"/, with: "0")
    text.replace(/\\\n/, with: " ")
    text.replace(/(?m)^[ \t]*#[^\n]*/, with: "")
    // One that a function keeps between its calls stands in a line of its own.
    var statements = text.matches(of: /(?m)^[ \t]+(static [^;]*);/).map { String($0.1) }
    var statement = ""
    var depth = 0
    for character in text {
      switch character {
      case "{":
        depth += 1
        if depth == 1 { statement += "{" }
      case "}":
        depth -= 1
        guard depth == 0 else { break }
        statement += "}"
        // A body behind parentheses is a function's, and no semicolon ends it.
        if statement.contains(/\)\s*\{\}$/) && !statement.contains("=") { statement = "" }
      case ";" where depth == 0:
        statements.append(statement.replacing("\n", with: " "))
        statement = ""
      default: if depth == 0 { statement.append(character) }
      }
    }
    return statements
  }
}
