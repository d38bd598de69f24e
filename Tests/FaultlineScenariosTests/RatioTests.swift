// Exact fractions at the edges of what fits.

import FaultlineMeasures
import Testing

@testable import FaultlineScenarios

@Suite struct RatioTests {
  private func ratio(_ top: Int, _ bottom: Int = 1) -> Ratio? { Ratio(top, over: bottom) }

  @Test func `a fraction is in lowest terms with its sign on top`() {
    #expect(ratio(6, -4)?.description == "-3/2")
    #expect(ratio(0, -4)?.description == "0")
    #expect(ratio(.min, .min)?.description == "1")
    #expect(ratio(.min, 2)?.description == "-4611686018427387904")
    #expect(ratio(.min, -1) == nil)
    #expect(ratio(1, .min) == nil)
    #expect(ratio(2, .min)?.description == "-1/4611686018427387904")
    #expect(ratio(1, 0) == nil)
  }

  @Test func `arithmetic is exact or has no result`() throws {
    let third = try #require(ratio(1, 3))
    let sixth = try #require(ratio(1, 6))
    #expect(third.adding(sixth)?.description == "1/2")
    #expect(third.subtracting(sixth)?.description == "1/6")
    #expect(third.multiplied(by: sixth)?.description == "1/18")
    #expect(third.divided(by: sixth)?.description == "2")
    #expect(third.divided(by: Ratio(0)) == nil)
    #expect(Ratio(.max).adding(Ratio(1)) == nil)
    #expect(Ratio(-1).subtracting(Ratio(.min))?.whole == .max)
    #expect(Ratio(0).subtracting(Ratio(.min)) == nil)
    #expect(Ratio(.max).multiplied(by: Ratio(2)) == nil)
    #expect(Ratio(.min).negated == nil)
  }

  @Test func `comparing never overflows`() throws {
    let a = try #require(ratio(.max, .max - 1))
    let b = try #require(ratio(.max - 1, .max - 2))
    #expect(a < b)
    #expect(!(b < a))
    #expect(Ratio(.min) < Ratio(.max))
  }

  @Test(arguments: [(7, 2, 3, 4), (-7, 2, -4, -3), (4, 2, 2, 2), (-1, 3, -1, 0)])
  func `floor and ceil round to the next whole number`(
    _ top: Int, _ bottom: Int, _ floor: Int, _ ceil: Int
  ) throws {
    let value = try #require(ratio(top, bottom))
    #expect(value.floor == floor)
    #expect(value.ceil == ceil)
  }
}
