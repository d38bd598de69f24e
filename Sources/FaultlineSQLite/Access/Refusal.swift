// What SQLite refuses, in the engine's codes and with a remedy.

internal import CSQLite
internal import Faultline

extension Connection {
  /// What SQLite said last, as an error with a remedy.
  func refusal() -> GraphError {
    refusal(sqlite3_extended_errcode(handle), sqlite3_errmsg(handle))
  }

  /// What a code means, as an error with a remedy.
  func refusal(_ code: CInt, _ words: UnsafePointer<CChar>? = nil) -> GraphError {
    let words = String(cString: words ?? sqlite3_errstr(code))
    let (kind, advice): (GraphError.Code, String) =
      switch code & 0xFF {
      case SQLITE_NOTADB: (.open, "It is no SQLite database; choose another file.")
      case SQLITE_CORRUPT: (.open, "The file is damaged; restore it from a copy.")
      case SQLITE_BUSY, SQLITE_LOCKED:
        (.storeTimeout, "Another program keeps it locked; try again when it is done.")
      case SQLITE_INTERRUPT:
        (.open, "It takes more work than a sound file of its size could; restore it from a copy.")
      case SQLITE_READONLY where code == rollbackRefusal || code == recoveryRefusal:
        (
          .open,
          "A save was broken off in it; open it once without isReadOnly, or open a copy of all its files."
        )
      case SQLITE_AUTH:
        (.sqlite, "A statement may read and write the tables of its own file, and nothing else.")
      case SQLITE_READONLY, SQLITE_PERM:
        (.save, "It may not be written; open it with isReadOnly, or change its rights.")
      case SQLITE_FULL:
        (.save, "The disk is full, or the file may not grow; make room and save again.")
      case SQLITE_CANTOPEN: (.open, "Look at the folder and its rights.")
      case SQLITE_IOERR where code == writeRefusal || code == sizeRefusal:
        (
          .save,
          "The file may not grow, or the disk failed with code \(code); make room and save again."
        )
      case SQLITE_IOERR: (.sqlite, "The disk failed with code \(code); look at it.")
      case SQLITE_CONSTRAINT where code == uniqueRefusal:
        (.constraintMerge, "Another object has these values; change them and save again.")
      case SQLITE_CONSTRAINT: (.sqlite, "A constraint of the file forbids it.")
      default: (.sqlite, "SQLite's code is \(code).")
      }
    return GraphError(kind, "The store '\(path)': \(words). \(advice)")
  }

  /// `SQLITE_IOERR_WRITE` and `SQLITE_IOERR_SHMSIZE`, by which a limit of the size of files shows as well.
  private var writeRefusal: CInt { SQLITE_IOERR | (3 << 8) }
  private var sizeRefusal: CInt { SQLITE_IOERR | (19 << 8) }

  /// `SQLITE_READONLY_ROLLBACK` and `SQLITE_READONLY_RECOVERY`, which are computed macros that Swift does not see.
  private var rollbackRefusal: CInt { SQLITE_READONLY | (3 << 8) }
  private var recoveryRefusal: CInt { SQLITE_READONLY | (1 << 8) }

  /// `SQLITE_CONSTRAINT_UNIQUE`, which is a computed macro that Swift does not see.
  private var uniqueRefusal: CInt { SQLITE_CONSTRAINT | (8 << 8) }
}
