// Numbers: exact integers, equality by value, and how they are written.

import FaultlineMeasures
import Foundation
import Testing

struct `A quantity` {
  @Test(arguments: [0, -1, 9_007_199_254_740_993, Int.max, Int.min])
  func `keeps an integer to its last digit`(value: Int) throws {
    let data = try JSONEncoder().encode([Quantity.integer(value)])
    #expect(String(decoding: data, as: UTF8.self) == "[\(value)]")
    #expect(try JSONDecoder().decode([Quantity].self, from: data) == [.integer(value)])
  }

  @Test func `is written the same after it was read`() throws {
    let quantities: [Quantity] = [.real(0.1), .real(1), .real(1e16), .real(-2.5e-7), .real(1e300)]
    let once = try JSONEncoder().encode(quantities)
    let read = try JSONDecoder().decode([Quantity].self, from: once)
    #expect(read == quantities)
    #expect(try JSONEncoder().encode(read) == once)
  }

  @Test func `is equal by value`() {
    #expect(Quantity.real(3) == 3)
    #expect(Set<Quantity>([3, .real(3), .real(3.5)]).count == 2)
    #expect(Quantity.integer(9_007_199_254_740_993) != .real(9_007_199_254_740_992))
    #expect(Quantity.integer(2) < .real(2.5))
  }

  @Test func `becomes real when a difference has no integer`() {
    #expect(Quantity.integer(5).subtracting(7) == -2)
    #expect(Quantity.integer(.min).subtracting(1) == .real(-0x1p63))
  }
}

struct `A number's text` {
  @Test(arguments: [
    (0, "0 B"), (9_872, "9,872 B"), (9_999, "9,999 B"), (10_000, "9.8 KiB"),
    (1_048_575, "1.0 MiB"), (4_718_592, "4.5 MiB"), (-4_718_592, "-4.5 MiB"), (Int.max, "8.0 EiB"),
    (Int.min, "-8.0 EiB"),
  ])
  func `shows bytes exactly while they are few`(bytes: Int, text: String) {
    #expect(NumberText.bytes(bytes) == text)
  }

  @Test(arguments: [
    (0, "0"), (999, "999"), (1_000, "1,000"), (-1_234_567, "-1,234,567"),
    (Int.min, "-9,223,372,036,854,775,808"),
  ])
  func `groups digits`(number: Int, text: String) {
    #expect(NumberText.grouped(number) == text)
  }

  @Test func `says how much changed`() {
    #expect(NumberText.percent(from: 9_800, to: 11_004) == "+12.3 %")
    #expect(NumberText.percent(from: 100, to: 0) == "-100.0 %")
    #expect(NumberText.percent(from: 1_000_000, to: 999_999) == "<0.1 %")
    #expect(NumberText.percent(from: 0, to: 5) == nil)
    #expect(NumberText.signed(1_204, .count) == "+1,204")
    #expect(NumberText.signed(-20_480, .bytes) == "-20.0 KiB")
  }

  @Test(arguments: [
    (1, 11, "+1,000.0 %"), (10, 115, "11.5×"), (1, 10_001, "10,001×"), (-1, -100, "100×"),
    (1, -200, "-200×"), (10, -91, "-9.1×"), (10, -90, "-1,000.0 %"), (2_000, 1, "2,000× less"),
    (1_000, 1, "-99.9 %"), (10_001, 1, "10,001× less"), (10_001, 0, "-100.0 %"),
  ])
  func `changes beyond a thousand percent are factors`(base: Int, value: Int, text: String) {
    #expect(NumberText.percent(from: .integer(base), to: .integer(value)) == text)
  }

  @Test func `writes what is not whole`() {
    #expect(NumberText.text(.real(0.7512), .ratio) == "0.75")
    #expect(NumberText.text(.real(1_234.5), .count) == "1,234.50")
    #expect(NumberText.decimal(-0.01, places: 1) == "0.0")
    #expect(NumberText.decimal(.nan, places: 1) == "not a number")
  }
}
