// The rules in a line each, and how a text cites them.

import FaultlineKnowledge
import FaultlineReplay
import Testing

struct `The texts of rules` {
  @Test func `are cited in brackets, alone or together, and a remark is no citation`() {
    #expect(RuleText.cited(in: "Nobody holds it (C1), nor them (R3, C1).") == ["C1", "R3"])
    #expect(RuleText.cited(in: "As in C1 (see R3), or (X9), or (C1") == [])
    #expect(RuleText.cited(in: "Ours (ADR-7, C2).", knowing: ["ADR-7"]) == ["ADR-7", "C2"])
  }

  @Test func `are one a rule, and each ends as a sentence does`() {
    #expect(Set(RuleText.all.map(\.id)).count == RuleText.all.count)
    for rule in RuleText.all {
      #expect(RuleText.text(of: rule.id) == rule.text)
      #expect(rule.text.hasSuffix("."), "\(rule.id)")
    }
    #expect(RuleText.text(of: "X9") == nil)
  }
}
