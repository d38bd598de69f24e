// Replays as text: one file, the same every time, a list of steps without script, and no text out of its place.

import FaultlinePages
import FaultlineReplay
import FaultlineTestSupport
import Foundation
import Testing

struct `A replay` {
  private static let page = ReplayPage(FilmSample.film).text

  @Test func `is the same for the same film, and asks nobody for anything`() throws {
    #expect(Self.page == ReplayPage(FilmSample.film).text)
    for word in [
      "<link", "<img", "@import", "url(", "src=\"http", "href=\"http", "fetch(", " style=\"",
      " onclick=",
    ] {
      #expect(!Self.page.contains(word), "\(word)")
    }
    let again = try JSONDecoder().decode(Replay.self, from: Data(FilmSample.film.json.utf8))
    #expect(again == FilmSample.film)
    #expect(again.json == FilmSample.film.json)
  }

  /// The words of a text without what joins and ends sentences: a long one is shown in two.
  private static func words(_ text: String) -> String {
    text.replacing(/<table.*?<\/table>|<[^>]*>|&#39;/, with: " ").lowercased()
      .split { !$0.isLetter && !$0.isNumber }.filter { $0 != "and" }.joined(separator: " ")
  }

  @Test func `shows a long sentence in two, and ends the first where a reason begins`() {
    func parts(_ text: String) -> [String] {
      let sentence = ReplaySentence(text)
      return [sentence.lead, sentence.rest]
    }
    #expect(parts("Nothing is left.") == ["Nothing is left.", ""])
    #expect(parts("It comes. It goes.") == ["It comes. It goes.", ""])
    let many = "The changes of Company 1, Department 1 and 20 Employee objects are saved"
    #expect(
      parts("\(many), and the context lets go of them (R3); they are held by the pool (L2).") == [
        "\(many).", "The context lets go of them (R3); they are held by the pool (L2).",
      ])
    #expect(
      parts("\(many), still held by the names 'company' and 'office'. All else is gone.") == [
        "\(many).", "Still held by the names 'company' and 'office'. All else is gone.",
      ])
  }

  @Test func `shows in a table what holds each object, and what of that came and went`() throws {
    let steps = Self.page.components(separatedBy: "<li id=\"step-").dropFirst()
    let tables = try steps.map { step -> String in
      let step = step.components(separatedBy: "</li>")[0]
      guard step.contains("<table class=\"holds\"") else { return "no object\n" }
      let body = try #require(
        step.split(separator: "<tbody>").last?.split(separator: "</tbody>").first)
      return String(body).replacing("</tr>", with: "\n").replacing("<th scope=\"row\">", with: "")
        .replacing("</th>", with: " | ").replacing(
          /\ dir="auto"|<\/?(small|tr|td|span)( class="past")?>/, with: ""
        )
        .replacing(/<tr class="([a-z ]*)">/) {
          "(\($0.1)) "
        }.replacing("<span>", with: "")
        .replacing("&#39;", with: "'")
    }
    expectText(
      tables.joined(separator: "--\n"),
      is: """
        no object
        --
        (changed) Department 1 realized, inserted | <ins>context for unsaved changes (R3)</ins>
        (changed) Employee × 1,200 400 faults | <ins>variable 'staff'</ins>
        --
        (changed) Department 1 realized | <ins class="cycle">'department' of Employee × 1,200 (C1)</ins>, \
        <ins>array 'kept' (R5)</ins> no more: <del>context for unsaved changes (R3)</del>
        (changed) Employee × 1,200 realized | <ins>undo manager (U1)</ins>, variable 'staff', \
        <ins class="cycle">'employees' of Department 1 (C1)</ins>, <ins>'manager' of Employee × \
        1,200 (C1)</ins>
        --
        (changed) Department 1 fault | array 'kept' (R5) no more: <del>'department' of Employee × \
        1,200 (C1)</del>
        (changed lost) Employee × 1,200 gone | nothing no more: <del>undo manager (U1)</del>, <del>variable \
        'staff'</del>, <del>'employees' of Department 1 (C1)</del>, <del>'manager' of Employee × \
        1,200 (C1)</del>
        --
        (changed lost) Department 1 gone | nothing no more: <del>array 'kept' (R5)</del>

        """)
  }

  @Test func `is a list of its steps for whoever has no script`() {
    let steps = Self.page.components(separatedBy: "<li id=\"step-").dropFirst()
    #expect(steps.count == FilmSample.film.frames.count)
    for (step, frame) in zip(steps, FilmSample.film.frames) {
      #expect(Self.words(step).contains(Self.words(frame.sentence)), "\(frame.sentence)")
    }
    for hidden in ["id=\"bar\"", "id=\"graph\"", "id=\"counters\""] {
      let tag =
        Self.page.components(separatedBy: hidden).dropFirst().first?.prefix { $0 != ">" } ?? ""
      #expect(tag.contains("hidden"), "\(hidden)")
    }
    #expect(Self.page.contains("<summary>The answer</summary>"))
  }

  /// A browser refuses a style or a script that is not what its policy names.
  @Test(arguments: ["style", "script"])
  func `names in its policy all that is in it`(element: String) throws {
    for page in [Self.page, CoursePage([[FilmSample.film]]).text] {
      for part in page.components(separatedBy: "<\(element)>").dropFirst() {
        let content = try #require(part.components(separatedBy: "</\(element)>").first)
        #expect(page.contains("'sha256-\(try Outsider.digest(of: content))'"))
      }
    }
  }

  @Test func `lets no text out of its place`() {
    for film in FilmSample.hostile {
      for page in [ReplayPage(film).text, CoursePage([[film, film], [film]]).text] {
        #expect(!page.contains("<script>document") && !page.contains("<img"))
        #expect(
          page.components(separatedBy: "</title>").count - 1 == page.components(
            separatedBy: "<title"
          ).count - 1)
        let harmful = page.unicodeScalars.filter { scalar in
          scalar.value < 0x20 && scalar != "\n" || (0x7F...0x9F).contains(scalar.value)
            || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
        }
        #expect(Array(harmful) == [])
      }
      let text = ReplayText(film).text
      #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    }
  }

  @Test func `keeps everybody in one place, and no two in the same`() throws {
    // For screens of three shapes.
    let pictures = Self.page.components(separatedBy: "<svg class=\"").filter {
      $0.contains(/^(wide|column|tall)"/)
    }
    #expect(pictures.count == 3)
    for picture in pictures { try keepsApart(picture) }
  }

  private func keepsApart(_ picture: String) throws {
    let boxes = picture.matches(
      of: /<rect class="b" x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)" rx="(?:5|16)"/
    )
    .compactMap { match -> [Int]? in
      let numbers = [match.1, match.2, match.3, match.4].compactMap { Int($0) }
      return numbers.count == 4 ? numbers : nil
    }
    // Four roots, one object, and many that are drawn as two sheets.
    #expect(boxes.count == 7)
    for (place, one) in boxes.enumerated() {
      for other in boxes[(place + 1)...]
      where !(abs(one[0] - other[0]) == 4 && abs(one[1] - other[1]) == 4) {
        let apart =
          one[0] + one[2] <= other[0] || other[0] + other[2] <= one[0]
          || one[1] + one[3] <= other[1] || other[1] + other[3] <= one[1]
        #expect(apart, "\(one) \(other)")
      }
    }
  }

  @Test func `says in one sentence what was measured, and which rule it is`() {
    expectText(
      FilmSample.film.frames.map { "\($0.sentence) \($0.cited)" }.joined(separator: "\n"),
      is: """
        Before the first step: No object is alive. []
        Department 1 comes to life, not saved yet. It is held by the context for unsaved changes \
        (R3). 1,200 Employee objects come in, some of them as faults (F1). They are held by the \
        variable 'staff'. ["R3", "F1"]
        4 more rounds of the loop were played and are not shown one by one. 400 Employee objects \
        fire and have values now (F2). The changes of Department 1 are taken back. The context \
        lets go of it (R3). It is held by the array 'kept' (R5) and a retain cycle (C1). 1,201 \
        objects hold each other by 'department', 'employees' and 'manager' now, in a retain \
        cycle (C1). ["F2", "R5", "C1", "R3"]
        1,200 Employee objects are gone: the undo manager and the variable 'staff' held them \
        last (U3). Department 1 turns into a fault: values and references are gone (C2). The \
        retain cycle is broken: 1,201 objects hold each other no more (C2). ["U3", "C2"]
        Department 1 is gone: the array 'kept' held it last (R5). ["R5"]
        """)
  }

  @Test func `is drawn in a terminal no wider than it is`() {
    for width in [40, 60, 80] {
      for line in ReplayText(FilmSample.film, width: width).text.split(separator: "\n").dropFirst(2)
      {
        #expect(line.count <= max(width, 48), "\(line)")
      }
    }
    #expect(ReplayText(FilmSample.film, color: true).text.contains("\u{1B}[1m"))
  }
}
