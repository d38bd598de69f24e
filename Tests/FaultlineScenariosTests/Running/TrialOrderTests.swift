// The order of a trial: every field reaches the process that plays it, and what is no order is refused.

import FaultlineMeasures
import FaultlineScenarios
import FaultlineTestSupport
import Foundation
import Testing

struct `An order of a trial` {
  /// An order in which no field has its default value.
  private static func whole() throws -> TrialOrder {
    var choices = Choices(
      variants: ["weak"], stores: ["sqlite"], parameters: [Setting(name: "rows", value: 7)],
      limits: [Setting(name: "operations", value: "1e6")],
      behaves: [try #require(BehaviorChoice("core-data"))], quick: true, repeats: 3,
      only: ["a/*"])
    choices.ends = [try #require(BehaviorChoice("rowCache=kept"))]
    choices.over = [Setting(name: "pool", value: "=true --x")]
    var order = TrialOrder(
      "a/weak", of: "b=c.yaml", choices: choices,
      task: .auxiliary(.attribution(folder: "stacks"), scratch: "tmp"), cache: "cache")
    order.folder = "beside"
    order.storeFolder = "stores"
    order.parent = 41
    order.trace = TraceRequest(file: "trace.jsonl", detail: 2)
    return order
  }

  @Test func `reaches the process with every field, before the scenario's text`() throws {
    let order = try Self.whole()
    let text = "faultline: 1\nname: a\n"
    let read = try TrialOrder.read(Data(order.input(text).utf8))
    #expect(read.order == order)
    #expect(read.text == text)
  }

  @Test func `has another value in each field than an order that asks for nothing`() throws {
    let plain = TrialOrder("", of: "", cache: "")
    for (whole, plain) in [
      (Mirror(reflecting: try Self.whole()), Mirror(reflecting: plain)),
      (Mirror(reflecting: try Self.whole().choices), Mirror(reflecting: plain.choices)),
    ] {
      #expect(whole.children.count > 7)
      for (field, other) in zip(whole.children, plain.children) {
        #expect("\(field.value)" != "\(other.value)", "\(field.label ?? "")")
      }
    }
  }

  @Test(arguments: [
    TrialOrder.Task.measuring(explainsPeak: true), .film, .auxiliary(.references, scratch: nil),
  ])
  func `says what to play`(task: TrialOrder.Task) throws {
    let order = TrialOrder("a/b", of: "a.yaml", task: task)
    #expect(try TrialOrder.read(Data(order.input("").utf8)).order.task == task)
  }

  @Test(arguments: ["", "\n", "faultline: 1\nname: a\n", "{}\nfaultline: 1\n", "\u{0}"])
  func `is refused where there is none`(input: String) {
    #expect(throws: Diagnostic.self) { try TrialOrder.read(Data(input.utf8)) }
  }
}
