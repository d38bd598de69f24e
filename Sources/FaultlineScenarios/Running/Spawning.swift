// How a child is started: its own group, its own signals, and none of our open files.

import FaultlineSystem

/// Starts a program whose descriptors are 0, 1, 2 … in the order given, and no others.
func spawn(
  _ executable: String, _ arguments: [String], environment: [String] = [], descriptors: [Int32]
) throws(SystemRefusal) -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  for (place, descriptor) in descriptors.enumerated() {
    posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(place))
  }
  // Ours close by themselves; those of other code may not. Numbers that are not open
  // do no harm, and some to spare cover what another thread opens in the meantime.
  let highest = highestOpenDescriptor() + 32
  for number in Int32(descriptors.count)...max(highest, Int32(descriptors.count)) {
    posix_spawn_file_actions_addclose(&actions, number)
  }

  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  // Whatever we ignore or block, a child starts like a program from a shell.
  var every = sigset_t()
  var none = sigset_t()
  sigfillset(&every)
  sigemptyset(&none)
  posix_spawnattr_setsigdefault(&attributes, &every)
  posix_spawnattr_setsigmask(&attributes, &none)
  posix_spawnattr_setpgroup(&attributes, 0)
  posix_spawnattr_setflags(
    &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

  var pid: pid_t = -1
  let refusal = withCStrings([executable] + arguments) { words in
    withCStrings(ChildEnvironment.words() + environment) { environment in
      posix_spawn(&pid, executable, &actions, &attributes, words, environment)
    }
  }
  guard refusal == 0 else { throw SystemRefusal(cannot: "start \(executable)", number: refusal) }
  return pid
}

private func highestOpenDescriptor() -> Int32 {
  guard let folder = opendir(Linux.ownDescriptors) else { return 1024 }
  defer { closedir(folder) }
  var highest: Int32 = 0
  while let entry = readdir(folder) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    highest = max(highest, Int32(name) ?? 0)
  }
  // A program may hold a descriptor with a very high number on purpose; we do not count up to it.
  return min(highest, 1 << 16)
}

private func withCStrings<Answer>(
  _ words: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Answer
) -> Answer {
  let copies = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(
    capacity: words.count + 1)
  for (place, word) in words.enumerated() { (copies + place).initialize(to: strdup(word)) }
  (copies + words.count).initialize(to: nil)
  defer {
    for place in words.indices { free(copies[place]) }
    copies.deallocate()
  }
  return body(copies)
}
