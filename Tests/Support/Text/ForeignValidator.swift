// Another validator of JSON Schema, for a second opinion on schemas and documents.

import Foundation

/// Python's jsonschema, where it is installed.
public enum ForeignValidator {
  /// What is wrong with schemas, or with the document beside each; nil, with a message, where there is no validator.
  public static func problems(of pairs: [(schema: String, document: String)]) throws -> String? {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "faultline-schemas-\(UInt64.random(in: .min ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (number, pair) in pairs.enumerated() {
      try Data(pair.schema.utf8).write(to: folder.appending(path: "\(number).schema"))
      try Data(pair.document.utf8).write(to: folder.appending(path: "\(number).json"))
    }
    let program = """
      import json, sys
      try:
          from jsonschema import Draft202012Validator as Validator
      except ImportError:
          print('absent'); sys.exit()
      for name in sys.argv[2:]:
          schema = json.load(open(f'{sys.argv[1]}/{name}.schema'))
          Validator.check_schema(schema)
          for error in Validator(schema).iter_errors(json.load(open(f'{sys.argv[1]}/{name}.json'))):
              print(error.json_path, error.message)
      """
    let numbers = pairs.indices.map(String.init)
    let answer = Outsider.run(
      "python3", ["-W", "ignore", "-c", program, folder.path] + numbers)
    guard let answer, answer != "absent\n" else {
      print("Skipped: Python's jsonschema is not installed (pip install jsonschema).")
      return nil
    }
    return answer
  }
}
