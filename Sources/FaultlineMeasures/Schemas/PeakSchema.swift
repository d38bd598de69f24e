// The shape of what explains a peak.

extension SchemaParts {
  package static let peak =
    [
      Shape.part(
        "peak", PeakExplanation.fields.rows(),
        about: "What held the memory when it was the most; the parts add up to the bytes."),
      Shape.part(
        "timeline", MemoryTimeline.fields.rows(),
        about: "What the memory was along the run: columns with a place for each moment."),
      Shape.part("timelineShare", [.always("owner", .text), .always("bytes", .list(.whole))]),
      Shape.part("timelineMark", [.always("name", .text), .always("moment", .whole(from: 0))]),
      Shape.part("peakPart", PeakExplanation.Part.fields.rows()),
      Shape.part("ownedPart", [.always("owner", .text), .always("bytes", .whole)]),
      Shape.part(
        "tried", TriedChanges.fields.rows(),
        about: "Changes of the scenario that were played because of the peak."),
      Shape.part("remedy", TriedChange.fields.rows()),
    ].joined(separator: ",\n")
}
