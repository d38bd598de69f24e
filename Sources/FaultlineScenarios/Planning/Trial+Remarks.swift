// What is known of a trial's numbers before it runs: a plan says it, and its result does.

package import FaultlineMeasures

extension Trial {
  /// What its settings do to its numbers, in the words of its result.
  package var remarks: [Finding] { mapping + unsteadiness }

  /// What a store maps is in no heap number.
  private var mapping: [Finding] {
    guard store.isOnDisk, settings.stores.mapsItsFile else { return [] }
    return [
      Finding(
        kind: .measurement,
        message:
          "SQLite maps the store's file (mmap_size): the pages that it reads so are in no heap number, "
          + "neither in bytes.live nor in bytes.sqlite.",
        advice:
          "Compare bytes only among variants that map alike; what is mapped is in the process's memory all the same."
      )
    ]
  }

  /// Two passes that were not warmed up differ, which is seen; one alone looks as good as any.
  private var unsteadiness: [Finding] {
    guard warmup == 0, repeats == 1 else { return [] }
    return [
      Finding(
        kind: .measurement,
        message:
          "A single pass without a warm-up is not exact: what the runtime builds once counts "
          + "as the workload's, in bytes, allocations and what is left at the end.",
        advice: "Leave 'warmup' at 1, or measure twice to see the difference.")
    ]
  }
}
