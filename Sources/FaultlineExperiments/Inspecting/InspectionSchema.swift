// The shape of what 'faultline inspect --format json' prints.

package import FaultlineMeasures

extension DocumentSchema {
  /// The shape of what is found in a model or in a store.
  package static let inspection = DocumentSchema(
    name: "inspection", version: 1,
    meaning: "What 'faultline inspect' found in a file of an app: a model, or a store.",
    body: """
        "type": "object",
        "required": ["schemaVersion", "kind", "file", "findings"],
        "properties": {
          "schemaVersion": { "const": 1 },
          "kind": { "enum": ["model", "store"] },
          "file": { "type": "string" },
          "findings": { "oneOf": [{ "$ref": "#/$defs/model" }, { "$ref": "#/$defs/store" }] }
        }
      """,
    parts: [
      model, modelEntity, modelProperty, store, storeEntity, table, historyShape, historyRows,
      SchemaParts.texts,
    ])

  private static let model = """
        "model": {
          "type": "object",
          "required": [
            "versionIdentifiers", "entities", "configurations", "fetchRequests", "warnings"
          ],
          "properties": {
            "versionIdentifiers": { "$ref": "#/$defs/texts" },
            "entities": { "type": "array", "items": { "$ref": "#/$defs/modelEntity" } },
            "configurations": { "$ref": "#/$defs/texts" },
            "fetchRequests": { "type": "array", "items": { "$ref": "#/$defs/modelProperty" } },
            "warnings": { "$ref": "#/$defs/texts" }
          }
        }
    """

  private static let modelEntity = """
        "modelEntity": {
          "type": "object",
          "required": [
            "name", "isAbstract", "className", "attributes", "relationships", "fetchedProperties",
            "uniquenessConstraints", "indexes"
          ],
          "properties": {
            "name": { "type": "string" },
            "superentity": { "type": "string" },
            "isAbstract": { "type": "boolean" },
            "className": { "type": "string" },
            "attributes": { "type": "array", "items": { "$ref": "#/$defs/modelProperty" } },
            "relationships": { "type": "array", "items": { "$ref": "#/$defs/modelProperty" } },
            "fetchedProperties": { "type": "array", "items": { "$ref": "#/$defs/modelProperty" } },
            "uniquenessConstraints": { "type": "array", "items": { "$ref": "#/$defs/texts" } },
            "indexes": { "$ref": "#/$defs/texts" }
          }
        }
    """

  private static let modelProperty = """
        "modelProperty": {
          "type": "object",
          "required": ["name", "kind", "rules"],
          "properties": {
            "name": { "type": "string" },
            "kind": { "type": "string" },
            "rules": { "$ref": "#/$defs/texts" }
          }
        }
    """

  private static let store = """
        "store": {
          "type": "object",
          "required": [
            "identifier", "isOwn", "bytes", "journalBytes", "externalFiles", "externalBytes", "pageSize",
            "modelSource", "modelWarnings", "entities", "tables", "triggers", "differences", "metadata"
          ],
          "properties": {
            "identifier": { "type": "string" },
            "frameworkVersion": { "type": "integer" },
            "isOwn": { "type": "boolean" },
            "bytes": { "type": "integer", "minimum": 0 },
            "journalBytes": { "type": "integer", "minimum": 0 },
            "externalFiles": { "type": "integer", "minimum": 0 },
            "externalBytes": { "type": "integer", "minimum": 0 },
            "pageSize": { "type": "integer", "minimum": 0 },
            "modelSource": { "enum": ["given", "inside", "unusable", "none"] },
            "modelWarnings": { "$ref": "#/$defs/texts" },
            "entities": { "type": "array", "items": { "$ref": "#/$defs/storeEntity" } },
            "tables": { "type": "array", "items": { "$ref": "#/$defs/table" } },
            "virtualTables": {
              "description": "Tables that a module of SQLite's makes up; their rows are not counted.",
              "type": "array",
              "items": {
                "type": "object",
                "required": ["name", "module"],
                "properties": { "name": { "type": "string" }, "module": { "type": "string" } }
              }
            },
            "triggers": { "$ref": "#/$defs/texts" },
            "differences": { "$ref": "#/$defs/texts" },
            "objection": { "description": "Why saves are refused, if they are.", "type": "string" },
            "isWritableWithHistory": {
              "description": "Whether saves are allowed nevertheless where its history is kept up.",
              "type": "boolean"
            },
            "sharedSaves": {
              "description": "How many saves it shares with other stores, as it has it.",
              "type": "array",
              "items": {
                "type": "object",
                "required": ["store", "count"],
                "properties": { "store": { "type": "string" }, "count": { "type": "integer" } }
              }
            },
            "history": { "$ref": "#/$defs/history" },
            "metadata": {
              "type": "array",
              "items": {
                "type": "object",
                "required": ["key", "value"],
                "properties": { "key": { "type": "string" }, "value": { "type": "string" } }
              }
            }
          }
        }
    """

  private static let storeEntity = """
        "storeEntity": {
          "type": "object",
          "required": ["name", "number", "rows", "bytes", "properties"],
          "properties": {
            "name": { "type": "string" },
            "formerName": { "type": "string" },
            "number": { "type": "integer", "minimum": 0 },
            "superentity": { "type": "string" },
            "table": { "type": "string" },
            "rows": { "type": "integer", "minimum": 0 },
            "bytes": { "type": "integer", "minimum": 0 },
            "properties": {
              "type": "array",
              "items": {
                "type": "object",
                "required": ["name", "kind", "isTransient"],
                "properties": {
                  "name": { "type": "string" },
                  "kind": { "type": "string" },
                  "place": { "type": "string" },
                  "isTransient": { "type": "boolean" }
                }
              }
            }
          }
        }
    """

  private static let historyShape = """
        "history": {
          "description": "The persistent history, where the store keeps one; dates as ISO 8601 writes them.",
          "type": "object",
          "required": ["transactions", "changes", "names", "changed"],
          "properties": {
            "transactions": { "$ref": "#/$defs/historyRows" },
            "changes": { "$ref": "#/$defs/historyRows" },
            "names": { "$ref": "#/$defs/historyRows" },
            "oldest": { "type": "string" },
            "newest": { "type": "string" },
            "changed": {
              "type": "array",
              "items": {
                "type": "object",
                "required": ["entity", "inserted", "updated", "deleted"],
                "properties": {
                  "entity": { "type": "string" },
                  "inserted": { "type": "integer", "minimum": 0 },
                  "updated": { "type": "integer", "minimum": 0 },
                  "deleted": { "type": "integer", "minimum": 0 }
                }
              }
            },
            "purge": {
              "description": "What a purge removes, as it was tried on a copy.",
              "type": "object",
              "required": ["before", "transactions", "changes", "bytes", "freedBytes"],
              "properties": {
                "before": { "type": "string" },
                "transactions": { "type": "integer", "minimum": 0 },
                "changes": { "type": "integer", "minimum": 0 },
                "bytes": { "type": "integer" },
                "freedBytes": { "type": "integer" }
              }
            }
          }
        }
    """

  private static let historyRows = """
        "historyRows": {
          "type": "object",
          "required": ["count", "bytes", "pageBytes"],
          "properties": {
            "count": { "type": "integer", "minimum": 0 },
            "bytes": { "type": "integer", "minimum": 0 },
            "pageBytes": { "type": "integer", "minimum": 0 }
          }
        }
    """

  private static let table = """
        "table": {
          "type": "object",
          "required": ["name", "rows", "bytes", "indexes"],
          "properties": {
            "name": { "type": "string" },
            "rows": { "type": "integer", "minimum": 0 },
            "bytes": { "type": "integer", "minimum": 0 },
            "indexes": {
              "type": "array",
              "items": {
                "type": "object",
                "required": ["name", "columns", "isUnique", "bytes"],
                "properties": {
                  "name": { "type": "string" },
                  "columns": { "$ref": "#/$defs/texts" },
                  "isUnique": { "type": "boolean" },
                  "bytes": { "type": "integer", "minimum": 0 }
                }
              }
            }
          }
        }
    """
}
