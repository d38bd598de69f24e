// A terminal that passes on every key at once, and is given back as it was, whatever ends the program.

import Synchronization
import FaultlineSystem

/// The terminal on standard input, without echo and without waiting for a line's end.
struct RawTerminal {
  /// What a key asks for.
  enum Key: Equatable {
    case next, back, first, last, roundBack, roundNext, help, leave, interrupt, other
    /// A digit from 1 to 9.
    case number(Int)
  }

  private let former: termios

  /// What signals have to restore; they can ask for nothing.
  private static let kept = Mutex<termios?>(nil)

  /// Takes the terminal; nil where standard input is none.
  init?() {
    var settings = termios()
    guard isatty(0) == 1, tcgetattr(0, &settings) == 0 else { return nil }
    former = settings
    Self.kept.withLock { [settings] in $0 = settings }
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
    settings.c_iflag &= ~tcflag_t(IXON | ICRNL)
    // What was typed ahead is kept.
    guard tcsetattr(0, TCSADRAIN, &settings) == 0 else { return nil }
    for number in [SIGTERM, SIGHUP, SIGQUIT] {
      signal(number) { number in
        RawTerminal.kept.withLockIfAvailable { kept in
          if var former = kept { _ = tcsetattr(0, TCSANOW, &former) }
        }
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  /// Gives the terminal back.
  func restore() {
    var former = former
    _ = tcsetattr(0, TCSAFLUSH, &former)
    for number in [SIGTERM, SIGHUP, SIGQUIT] { signal(number, SIG_DFL) }
  }

  /// Waits for the next key.
  func key() -> Key {
    guard let byte = Self.byte() else { return .leave }
    switch byte {
    case 3: return .interrupt
    case 4, UInt8(ascii: "q"): return .leave
    case UInt8(ascii: "n"), UInt8(ascii: " "), UInt8(ascii: "l"), 10, 13: return .next
    case UInt8(ascii: "p"), UInt8(ascii: "h"), 8, 127: return .back
    case UInt8(ascii: "g"): return .first
    case UInt8(ascii: "G"): return .last
    case UInt8(ascii: "["): return .roundBack
    case UInt8(ascii: "]"): return .roundNext
    case UInt8(ascii: "?"): return .help
    case UInt8(ascii: "1")...UInt8(ascii: "9"): return .number(Int(byte) - 48)
    case 27: return Self.escaped()
    default: return .other
    }
  }

  /// The rest of a key that sends several bytes; alone, Escape leaves.
  private static func escaped() -> Key {
    var waiting = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 50) > 0 else { return .leave }
    guard let lead = byte(), lead == UInt8(ascii: "[") || lead == UInt8(ascii: "O"),
      let code = byte()
    else { return .other }
    switch code {
    case UInt8(ascii: "C"), UInt8(ascii: "B"): return .next
    case UInt8(ascii: "D"), UInt8(ascii: "A"): return .back
    case UInt8(ascii: "H"): return .first
    case UInt8(ascii: "F"): return .last
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      // Home and End of other terminals end in a tilde.
      while let next = byte(), next != UInt8(ascii: "~") {}
      return [1, 7].contains(code - 48) ? .first : [4, 8].contains(code - 48) ? .last : .other
    default: return .other
    }
  }

  private static func byte() -> UInt8? {
    var byte: UInt8 = 0
    while true {
      let count = read(0, &byte, 1)
      if count == 1 { return byte }
      if count == 0 || errno != EINTR { return nil }
    }
  }
}
