// Words that mean the same to people who ask: all in one place.

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
