// Readings over sizes as lines of a chart.

import FaultlineAnalysis
import FaultlineMeasures
import Foundation  // Logarithms are in the C library's mathematics, which this links.

extension SizeSeries {
  /// The readings, and quietly behind them the curve that was fitted; what is below lies on the floor.
  func lines(_ style: Int, above floor: Double, as name: String? = nil) -> [Report.Series] {
    func place(_ value: Double) -> Double { value > 0 ? max(floor, log10(value)) : floor }
    let readings = points.map { point in
      Report.Point(
        x: log10(Double(point.size)), y: place(point.quantity.double),
        label:
          "\(NumberText.grouped(point.size)): \(NumberText.exact(point.quantity, metric.scale))"
      )
    }
    let ends = [readings.first?.x ?? 0, readings.last?.x ?? 0]
    let curve = (0...24).map { step in
      let x = ends[0] + (ends[1] - ends[0]) * Double(step) / 24
      let value = fit.value(at: pow(10, x))
      return Report.Point(x: x, y: place(value), label: "")
    }
    return [
      Report.Series(
        name: "\(name ?? self.name): \(fit.growth.rawValue) fit", style: style, isStrong: false,
        points: curve),
      Report.Series(
        name: name ?? "\(self.name): \(fit.growth.rawValue)", style: style, points: readings),
    ]
  }
}
