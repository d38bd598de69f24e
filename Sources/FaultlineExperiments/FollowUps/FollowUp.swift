// The extension point for what plays a scenario again once its result is known: undocumented behaviors, behavior profiles,
// suggested changes, questions of lessons.

package import FaultlineMeasures
import FaultlineScenarios

/// Plays a scenario again under other choices, and adds to its result what that showed.
///
/// Measurements that are in the result stay as they are.
package protocol FollowUp {
  /// Returns the plays that come next, after everything that was played so far; none when it is complete.
  mutating func plays(after result: ScenarioResult, having played: [Played]) -> [Play]

  /// Merges what was played into the result.
  ///
  /// `isComplete` says that everything was played, and nothing was cancelled.
  func merge(_ played: [Played], isComplete: Bool, into result: inout ScenarioResult)
}
