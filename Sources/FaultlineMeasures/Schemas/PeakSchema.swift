// The shape of what explains a peak.

extension SchemaParts {
  static let peak =
    [
      Shape.part(
        "peak", PeakExplanation.fields.rows(),
        about: "What held the memory when it was the most; the parts add up to the bytes."),
      Shape.part("peakPart", PeakExplanation.Part.fields.rows()),
      Shape.part("ownedPart", [.always("owner", .text), .always("bytes", .whole)]),
      Shape.part(
        "tried", TriedRemedies.fields.rows(),
        about: "Changes of the scenario that were played because of the peak."),
      Shape.part("remedy", TriedRemedy.fields.rows()),
    ].joined(separator: ",\n")
}
