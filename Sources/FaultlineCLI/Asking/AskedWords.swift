// Words as the index compares them: small, without endings, and one word for all that mean the same.

import FaultlineScenarios

/// A text cut into words that can be compared.
///
/// Endings are cut by a few rules, and no dictionary: `releasing`, `released` and `release` are one word, and `cascade`
/// and `cascades`. A name such as `fetchBatchSize` counts as a whole and by its parts. The name of a class counts as a
/// whole if the synonyms have it: an `NSManagedObjectContext` is a context, and neither managed nor an object. What is left
/// of a word is looked up among the synonyms.
struct AskedWords {
  /// The words, each once, in the order of the text.
  let words: [String]
  /// How each was written.
  let spellings: [String: String]

  init(_ text: String) {
    var words: [String] = []
    var spellings: [String: String] = [:]
    func add(_ written: String) {
      let small = written.lowercased()
      guard !Self.fillers.contains(small) else { return }
      let word = Synonyms.word(for: Self.stem(small))
      guard !word.isEmpty, !words.contains(word) else { return }
      words.append(word)
      spellings[word] = small
    }
    for piece in Self.pieces(of: text) {
      add(piece)
      if Self.isManyThousand(piece) { add("thousands") }
      let isClass = piece.first?.isUppercase == true
      if isClass, Synonyms.has(Self.stem(piece.lowercased())) { continue }
      let parts = Self.parts(ofName: piece)
      if parts.count > 1 { parts.forEach(add) }
    }
    self.words = words
    self.spellings = spellings
  }

  /// Words that say nothing of what is asked.
  private static let fillers = Set(
    """
    a an the and or of to in on at by for from with without into is are be been am was were do does did done it its i my
    me we our you your they them their he she this that these those there here as if so than then when while which who
    what why how where whether can could should would will may might must not no n't don't doesn't isn't won't can't get gets
    got have has had having just only also very much more most some any all every each one two let make makes made want wants
    need needs use used using via per about after before during because but up out over off s t re ve m d ll
    core data coredata
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// Runs of letters, digits and the signs that names have in them.
  private static func pieces(of text: String) -> [String] {
    text.lowercased().contains("how many")
      ? pieces(of: text.replacing(/[Hh]ow many/, with: "count"))
      : text.replacing(/([0-9])[,.]([0-9]{3})/, with: { "\($0.1)\($0.2)" }).split {
        !($0.isLetter || $0.isNumber || "@+_".contains($0))
      }
      .map(String.init)
  }

  /// Whether a number has four digits or more, or says so by a letter: `50000`, `10k`.
  private static func isManyThousand(_ piece: String) -> Bool {
    piece.wholeMatch(of: /[0-9]{4,}|[0-9]+[kKmM]/) != nil
  }

  /// `fetchBatchSize` is `fetch`, `batch` and `size`; `NSManagedObjectContext` begins with `managed`.
  private static func parts(ofName name: String) -> [String] {
    var parts: [String] = []
    var current = ""
    var last: Character?
    for character in name.hasPrefix("NS") ? name.dropFirst(2) : name[...] {
      let begins = character.isUppercase && last?.isUppercase == false
      if begins || character == "_" || character == "@" {
        parts.append(current)
        current = ""
      }
      if character != "_", character != "@" { current.append(character) }
      last = character
    }
    return (parts + [current]).filter { $0.count > 1 }
  }

  /// A word without its ending.
  static func stem(_ word: String) -> String {
    var stem = word
    func cut(_ ending: String, leaving least: Int, putting put: String = "") -> Bool {
      guard stem.hasSuffix(ending), stem.count - ending.count >= least else { return false }
      stem = String(stem.dropLast(ending.count)) + put
      return true
    }
    if cut("ies", leaving: 2, putting: "y") || cut("sses", leaving: 2, putting: "ss") {
    } else if !stem.hasSuffix("ss"), !stem.hasSuffix("us"), !stem.hasSuffix("is") {
      _ = cut("s", leaving: 3)
    }
    if cut("ingly", leaving: 3) || cut("ing", leaving: 3) || cut("edly", leaving: 3)
      || cut("ed", leaving: 3)
    {
      let letters = Array(stem.suffix(2))
      if letters.count == 2, letters[0] == letters[1], !"lsz".contains(letters[0]) {
        stem.removeLast()
      }
    } else {
      _ = cut("ly", leaving: 4)
    }
    _ = cut("ation", leaving: 4) || cut("ion", leaving: 4) || cut("e", leaving: 3)
    return stem
  }
}

/// One word for each group of words.
enum Synonyms {
  /// Groups, the word that stands for all of them first.
  private static let groups = """
    picture image photo thumbnail blob attachment uiimage jpeg png avatar screenshot photograph pic
    binary externalstorage
    huge large big giant massive enormous gigantic gigabyte gigabytes gb 
    thousands thousand million millions hundred hundreds tens 100k 10k 50k 1m lots
    delete remove erase wipe trash deletion removal deleting
    gone vanish vanished missing disappeared disappear inaccessible unavailable nonexistent
    release free dealloc deallocate deinit deallocated freed reclaim
    memory ram heap footprint mb megabytes megabyte
    crash kill killed die dies jetsam abort oom terminate terminated crashes exception
    slow slower lag lags stutter stutters freeze freezes hang hangs performance speed forever hour hours faster laggy
    import ingest bulk populate preload importing seed
    insert create add inserting
    sync synchronize synchronise synchronisation synchronization syncing
    cloud icloud cloudkit mirror mirroring cloudkitcontainer ck
    widget extension appextension extensions
    process program
    stale outdated obsolete
    history tracking achange atransaction
    migrate migration upgrade migrating migrator
    wal log journal sqlitewal checkpoint checkpointed
    pin pinned generation querygeneration
    count fetchcount countforfetchrequest tally
    latest newest last recent
    new fresh
    undo redo undomanager nsundomanager
    pool autorelease autoreleasepool drain drained pools
    observer notification listener subscribe notificationcenter nsnotificationcenter subscription
    swiftdata modelcontext modelcontainer modelactor fetchdescriptor @model
    child nested
    list table tableview collectionview uitableview lists
    controller frc nsfetchedresultscontroller fetchedresultscontroller
    duplicate upsert exist existing exists dedupe deduplicate
    orphan dangling leftover leftovers orphaned ownerless
    batch chunk slice portion chunks batches slices
    background worker bg
    cycle circular circle cycles mutual
    context managedobjectcontext nsmanagedobjectcontext moc viewcontext
    object instance managedobject nsmanagedobject
    row record rows records
    relationship association
    fault faulting faults faulted
    prefetch prefetching prefetched preloading
    request query queries roundtrip statement select
    merge merging merges mergechanges
    store database db sqlite file
    reset resetting
    refresh refault refreshing refreshobject
    purge prune trim cleanup
    grow increase rise climb balloon bloat explode swell growing
    hold retain keep strong retained keeps held holds retains
    leak leaking leaks leaked
    edit editing edits type
    storm flood floods burst
    hundredrows
    parent ancestor
    notify
    launch
    lookup match
    enumerate iterate iterating loop
    """
    .split(separator: "\n").map { $0.split(separator: " ").map(String.init) }

  private static let wordByStem: [String: String] = {
    var words: [String: String] = [:]
    for group in groups where !group.isEmpty {
      for word in group where words[AskedWords.stem(word)] == nil {
        words[AskedWords.stem(word)] = group[0]
      }
    }
    return words
  }()

  /// Whether a stem belongs to a group.
  static func has(_ stem: String) -> Bool { wordByStem[stem] != nil }

  /// The word that stands for a stem: its group's, or itself.
  static func word(for stem: String) -> String { wordByStem[stem] ?? stem }
}

/// Known words with the forms in which sentences have them.
struct WordForms {
  /// What each form is a form of; a word itself comes before the forms of others.
  private var words: [String: String] = [:]

  init(_ known: [String]) {
    for word in known { words[word] = word }
    for word in known {
      let verb = word.hasPrefix("to ") ? String(word.dropFirst(3)) : word
      guard verb.count > 2, verb.allSatisfy(\.isLowercase) else { continue }
      let stem = verb.hasSuffix("e") ? String(verb.dropLast()) : verb
      for form in [verb, stem + "ing", stem + "ed", verb + "s"] where words[form] == nil {
        words[form] = word
      }
    }
  }

  /// The known word whose form is nearest, or nil when none is near.
  func nearest(to word: String) -> String? {
    Spelling.nearest(to: word, among: Array(words.keys)).flatMap { words[$0] }
  }
}
