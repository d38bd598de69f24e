// The picture of a film, place by place: boxes in columns, lines that cross columns, and the words of each frame.

import FaultlineTestSupport
import Testing

@testable import FaultlineReplay
@testable import FaultlinePages

struct `The picture of a replay` {
  static let film: Replay = {
    typealias My = EveryChange
    var film = EveryChange()
    let all = EveryChange.nodes.indices.map { My.state($0, EveryChange.nodes[$0].count) }
    film.then(
      "before the first step", [My.state(0), My.state(2)],
      grow: ["objects.live": 0, "undo.groups": 2])
    film.then(
      "insert", all,
      Dictionary(uniqueKeysWithValues: EveryChange.edges.indices.map { ($0, $0 % 3 + 1) }),
      cycle: [8, 9], grow: ["objects.live": 1_200, "undo.groups": -1])
    film.then(
      "mixed",
      [
        My.state(0), My.state(8, 1, [1]), My.state(9, 1, [0, 1]), My.state(10, 3, [1, 0, 2]),
        My.state(11, 1, [0, 0, 0, 1]),
        My.state(12, 1, [0, 0, 1]), My.state(13, 1, [0, 0, 0, 0, 1]),
      ], [0: 1, 8: 3, 9: 2, 18: 1, 22: 1], cycle: [22], grow: ["objects.live": -1_000])
    film.then("few", [My.state(0), My.state(10, 2, [2, 0, 0, 1])], [11: 2])
    return film.film()
  }()

  @Test func `has each box and each line in its place`() {
    expectText(
      ReplayDrawing(
        Self.film, ReplayBundles(Self.film), named: "wide", .wide
      ).lines.joined(separator: "\n"),
      is: """
        <svg class="wide" viewBox="0 0 1437 498" width="1437" height="498" role="img" aria-labelledby="wide">
        <title id="wide">The object graph after this step; the table shows it in words</title>
        <g class="e"><path class="l" d="M138 90L326 90Q332 90 332 96L332 177Q332 183 338 183L402 183"/><path class="h there" d="M393 178L401 183L393 188z"/><path class="h here" d="M147 85L139 90L147 95z"/><title>context holds Department 1: unsaved; context holds Department 1: undo</title></g>
        <g class="e"><path class="l" d="M138 170L318 170Q324 170 324 176L324 189Q324 195 330 195L402 195"/><path class="h there" d="M393 190L401 195L393 200z"/><path class="h here" d="M147 165L139 170L147 175z"/><title>child holds Department 1: unsaved</title></g>
        <g class="e"><path class="l" d="M138 313L334 313Q340 313 340 307L340 213Q340 207 346 207L402 207"/><path class="h there" d="M393 202L401 207L393 212z"/><path class="h here" d="M147 308L139 313L147 318z"/><title>staff holds Department 1</title></g>
        <g class="e"><path class="l" d="M138 363L342 363Q348 363 348 357L348 225Q348 219 354 219L402 219"/><path class="h there" d="M393 214L401 219L393 224z"/><path class="h here" d="M147 358L139 363L147 368z"/><title>boss holds Department 1</title></g>
        <g class="e"><path class="l" d="M138 313L334 313Q340 313 340 307L340 24Q340 18 346 18L687 18Q693 18 693 24L693 208Q693 214 699 214L723 214"/><path class="h there" d="M714 209L722 214L714 219z"/><path class="h here" d="M147 308L139 313L147 318z"/><title>staff holds Employee × 3</title></g>
        <g class="e"><path class="l" d="M138 413L350 413Q356 413 356 407L356 34Q356 28 362 28L679 28Q685 28 685 34L685 220Q685 226 691 226L723 226"/><path class="h there" d="M714 221L722 226L714 231z"/><path class="h here" d="M147 408L139 413L147 418z"/><title>array &#39;kept&#39; holds Employee × 3</title></g>
        <g class="e"><path class="l" d="M138 218L374 218Q380 218 380 212L380 44Q380 38 386 38L671 38Q677 38 677 44L677 232Q677 238 683 238L723 238"/><path class="h there" d="M714 233L722 238L714 243z"/><path class="h here" d="M147 213L139 218L147 223z"/><title>undo manager holds Employee × 3: undo</title></g>
        <g class="e"><path class="l" d="M138 263L358 263Q364 263 364 269L364 289Q364 295 370 295L402 295"/><path class="h there" d="M393 290L401 295L393 300z"/><path class="h here" d="M147 258L139 263L147 268z"/><title>pool of the turn holds Department 2</title></g>
        <g class="e"><path class="l" d="M538 201L655 201Q661 201 661 207L661 256Q661 262 667 262L723 262"/><path class="h there" d="M714 257L722 262L714 267z"/><path class="h here" d="M547 196L539 201L547 206z"/><title>Department 1 holds Employee × 3: employees; Employee × 3 holds Department 1: department</title></g>
        <g class="e"><path class="l" d="M138 148L366 148Q372 148 372 142L372 108Q372 102 366 102L138 102"/><path class="h there" d="M147 97L139 102L147 107z"/><path class="h here" d="M147 143L139 148L147 153z"/><title>child holds context: parent</title></g>
        <g class="e"><path class="l" d="M138 90L326 90Q332 90 332 84L332 14Q332 8 338 8L663 8Q669 8 669 14L669 244Q669 250 675 250L723 250"/><path class="h there" d="M714 245L722 250L714 255z"/><path class="h here" d="M147 85L139 90L147 95z"/><title>context finds Employee × 3 and does not hold it; context holds Employee × 3: deleting</title></g>
        <g class="e"><path class="l" d="M138 463L382 463Q388 463 388 457L388 313Q388 307 394 307L402 307"/><path class="h there" d="M393 302L401 307L393 312z"/><path class="h here" d="M147 458L139 463L147 468z"/><title>elsewhere holds Department 2</title></g>
        <g class="e"><path class="l" d="M138 90L326 90Q332 90 332 96L332 265Q332 271 338 271L402 271"/><path class="h there" d="M393 266L401 271L393 276z"/><path class="h here" d="M147 85L139 90L147 95z"/><title>context holds Department 2: retains</title></g>
        <g class="e"><path class="l" d="M138 218L374 218Q380 218 380 224L380 277Q380 283 386 283L402 283"/><path class="h there" d="M393 278L401 283L393 288z"/><path class="h here" d="M147 213L139 218L147 223z"/><title>undo manager holds Department 2: redo</title></g>
        <g class="e"><path class="l" d="M138 90L326 90Q332 90 332 84L332 14Q332 8 338 8L949 8Q955 8 955 14L955 269Q955 275 961 275L985 275"/><path class="h there" d="M976 270L984 275L976 280z"/><path class="h here" d="M147 85L139 90L147 95z"/><title>context holds Task 1: unreported</title></g>
        <g class="e"><path class="l" d="M138 90L326 90Q332 90 332 84L332 14Q332 8 338 8L1245 8Q1251 8 1251 14L1251 251Q1251 257 1257 257L1289 257"/><path class="h there" d="M1280 252L1288 257L1280 262z"/><path class="h here" d="M147 85L139 90L147 95z"/><title>context holds Project of a name that has no room: conflicts</title></g>
        <g class="e"><path class="l" d="M1121 280L1253 280Q1259 280 1259 286L1259 287Q1259 293 1265 293L1289 293"/><path class="h there" d="M1280 288L1288 293L1280 298z"/><path class="h here" d="M1130 275L1122 280L1130 285z"/><title>Task 1 holds Project of a name that has no room: a relationship of many words</title></g>
        <g class="e"><path class="l" d="M538 169L695 169Q701 169 701 163L701 54Q701 48 707 48L1269 48Q1275 48 1275 54L1275 263Q1275 269 1281 269L1289 269"/><path class="h there" d="M1280 264L1288 269L1280 274z"/><path class="h here" d="M547 164L539 169L547 174z"/><title>Project of a name that has no room holds Department 1: place</title></g>
        <g class="e"><path class="l" d="M138 313L334 313Q340 313 340 319L340 357Q340 363 346 363L402 363"/><path class="h there" d="M393 358L401 363L393 368z"/><path class="h here" d="M147 308L139 313L147 318z"/><title>staff holds Place 1</title></g>
        <g class="e"><path class="l" d="M538 233L703 233Q709 233 709 239L709 283Q709 289 703 289L538 289"/><path class="h there" d="M547 284L539 289L547 294z"/><path class="h here" d="M547 228L539 233L547 238z"/><title>Department 1 holds Department 2: next</title></g>
        <g class="e"><path class="l" d="M859 248L941 248Q947 248 947 254L947 254Q947 260 941 260L859 260"/><path class="h there" d="M868 255L860 260L868 265z"/><path class="h here" d="M868 243L860 248L868 253z"/><title>Employee × 3 holds Employee × 3: manager</title></g>
        <g class="e"><path class="l" d="M859 317L957 317Q963 317 963 323L963 323Q963 329 957 329L859 329"/><path class="h there" d="M868 324L860 329L868 334z"/><path class="h here" d="M868 312L860 317L868 322z"/><title>Employee 4 holds Employee 4: self</title></g>
        <g class="e"><path class="l" d="M859 216L965 216Q971 216 971 210L971 64Q971 58 977 58L1261 58Q1267 58 1267 64L1267 275Q1267 281 1273 281L1289 281"/><path class="h there" d="M1280 276L1288 281L1280 286z"/><path class="h here" d="M868 211L860 216L868 221z"/><title>Project of a name that has no room holds Employee × 3: found</title></g>
        <g class="n"><rect class="halo" x="2" y="66" width="140" height="50" rx="19"/><rect class="b" x="6" y="70" width="132" height="42" rx="16"/><text class="t" x="72" y="95" text-anchor="middle">context</text></g>
        <g class="n"><rect class="halo" x="2" y="124" width="140" height="60" rx="19"/><rect class="b" x="6" y="128" width="132" height="52" rx="16"/><text class="t" x="72" y="158" text-anchor="middle">child</text></g>
        <g class="n"><rect class="halo" x="2" y="192" width="140" height="42" rx="19"/><rect class="b" x="6" y="196" width="132" height="34" rx="16"/><text class="t" x="72" y="217" text-anchor="middle">undo manager</text></g>
        <g class="n"><rect class="halo" x="2" y="242" width="140" height="42" rx="19"/><rect class="b" x="6" y="246" width="132" height="34" rx="16"/><text class="t" x="72" y="267" text-anchor="middle">pool of…e turn<title>pool of the turn</title></text></g>
        <g class="n"><rect class="halo" x="2" y="292" width="140" height="42" rx="19"/><rect class="b" x="6" y="296" width="132" height="34" rx="16"/><text class="t" x="72" y="317" text-anchor="middle">staff</text></g>
        <g class="n"><rect class="halo" x="2" y="342" width="140" height="42" rx="19"/><rect class="b" x="6" y="346" width="132" height="34" rx="16"/><text class="t" x="72" y="367" text-anchor="middle">boss</text></g>
        <g class="n"><rect class="halo" x="2" y="392" width="140" height="42" rx="19"/><rect class="b" x="6" y="396" width="132" height="34" rx="16"/><text class="t" x="72" y="417" text-anchor="middle">array &#39;kept&#39;</text></g>
        <g class="n"><rect class="halo" x="2" y="442" width="140" height="42" rx="19"/><rect class="b" x="6" y="446" width="132" height="34" rx="16"/><text class="t" x="72" y="467" text-anchor="middle">elsewhere</text></g>
        <g class="n"><rect class="halo" x="398" y="155" width="144" height="92" rx="8"/><rect class="b" x="402" y="159" width="136" height="84" rx="5"/><path class="half" d="M403 160h67v82h-67z"/><path class="corner" d="M521 159h17v17z"/><text class="sign" x="533" y="168" text-anchor="middle"></text><text class="t" x="470" y="196" text-anchor="middle">Department 1</text><text class="d" x="470" y="211" text-anchor="middle"></text><text class="rc" x="404" y="255"></text></g>
        <g class="n"><rect class="halo" x="398" y="257" width="144" height="64" rx="8"/><rect class="b" x="402" y="261" width="136" height="56" rx="5"/><path class="half" d="M403 262h67v54h-67z"/><path class="corner" d="M521 261h17v17z"/><text class="sign" x="533" y="270" text-anchor="middle"></text><text class="t" x="470" y="284" text-anchor="middle">Department 2</text><text class="d" x="470" y="299" text-anchor="middle"></text><text class="rc" x="404" y="329"></text></g>
        <g class="n"><rect class="halo" x="716" y="197" width="150" height="82" rx="8"/><rect class="b" x="727" y="200" width="136" height="68" rx="5"/><rect class="b" x="723" y="204" width="136" height="68" rx="5"/><path class="half" d="M724 205h67v66h-67z"/><path class="corner" d="M842 204h17v17z"/><text class="sign" x="854" y="213" text-anchor="middle"></text><text class="t" x="791" y="233" text-anchor="middle">Employee × 3</text><text class="d" x="791" y="248" text-anchor="middle"></text><text class="i" x="791" y="261" text-anchor="middle">1–3</text><text class="rc" x="725" y="284"></text></g>
        <g class="n"><rect class="halo" x="981" y="243" width="144" height="64" rx="8"/><rect class="b" x="985" y="247" width="136" height="56" rx="5"/><path class="half" d="M986 248h67v54h-67z"/><path class="corner" d="M1104 247h17v17z"/><text class="sign" x="1116" y="256" text-anchor="middle"></text><text class="t" x="1053" y="270" text-anchor="middle">Task 1</text><text class="d" x="1053" y="285" text-anchor="middle"></text><text class="i" x="1053" y="298" text-anchor="middle">instance 2</text><text class="rc" x="987" y="315"></text></g>
        <g class="n"><rect class="halo" x="1285" y="243" width="144" height="64" rx="8"/><rect class="b" x="1289" y="247" width="136" height="56" rx="5"/><path class="half" d="M1290 248h67v54h-67z"/><path class="corner" d="M1408 247h17v17z"/><text class="sign" x="1420" y="256" text-anchor="middle"></text><text class="t" x="1357" y="270" text-anchor="middle">Project …no room<title>Project of a name that has no room</title></text><text class="d" x="1357" y="285" text-anchor="middle"></text><text class="i" x="1357" y="298" text-anchor="middle">of many words, too</text><text class="rc" x="1291" y="315"></text></g>
        <g class="n"><rect class="halo" x="398" y="331" width="144" height="64" rx="8"/><rect class="b" x="402" y="335" width="136" height="56" rx="5"/><path class="half" d="M403 336h67v54h-67z"/><path class="corner" d="M521 335h17v17z"/><text class="sign" x="533" y="344" text-anchor="middle"></text><text class="t" x="470" y="358" text-anchor="middle">Place 1</text><text class="d" x="470" y="373" text-anchor="middle"></text><text class="rc" x="404" y="403"></text></g>
        <g class="n"><rect class="halo" x="719" y="286" width="144" height="64" rx="8"/><rect class="b" x="723" y="290" width="136" height="56" rx="5"/><path class="half" d="M724 291h67v54h-67z"/><path class="corner" d="M842 290h17v17z"/><text class="sign" x="854" y="299" text-anchor="middle"></text><text class="t" x="791" y="313" text-anchor="middle">Employee 4</text><text class="d" x="791" y="328" text-anchor="middle"></text><text class="rc" x="725" y="358"></text></g>
        <g class="k east" data-bundle="0"><text x="149" y="85" text-anchor="start"></text><text x="149" y="104" text-anchor="start"></text></g>
        <g class="k east" data-bundle="1"><text x="149" y="165" text-anchor="start"></text><text x="149" y="184" text-anchor="start"></text></g>
        <g class="k east" data-bundle="5"><text x="149" y="213" text-anchor="start"></text><text x="149" y="232" text-anchor="start"></text></g>
        <g class="k east" data-bundle="7"><text x="549" y="196" text-anchor="start"></text><text x="549" y="215" text-anchor="start"></text></g>
        <g class="k east" data-bundle="8"><text x="149" y="143" text-anchor="start"></text><text x="149" y="162" text-anchor="start"></text></g>
        <g class="k east" data-bundle="10"><text x="1132" y="275" text-anchor="start"></text><text x="1132" y="294" text-anchor="start"></text></g>
        <g class="k east" data-bundle="11"><text x="549" y="164" text-anchor="start"></text><text x="549" y="183" text-anchor="start"></text></g>
        <g class="k east" data-bundle="12"><text x="549" y="228" text-anchor="start"></text><text x="549" y="247" text-anchor="start"></text></g>
        <g class="k east" data-bundle="13"><text x="870" y="243" text-anchor="start"></text><text x="870" y="262" text-anchor="start"></text></g>
        <g class="k east" data-bundle="14"><text x="870" y="312" text-anchor="start"></text><text x="870" y="331" text-anchor="start"></text></g>
        <g class="k east" data-bundle="15"><text x="870" y="211" text-anchor="start"></text><text x="870" y="230" text-anchor="start"></text></g>
        </svg>
        """)
  }

  @Test func `has for a script what each frame shows`() {
    expectText(
      ReplayData(Self.film, ReplayBundles(Self.film)).text.replacing("},", with: "},\n").replacing(
        "],[", with: "],\n["),
      is: """
        {"frames":[{"c":[["0",""],
        ["2",""]],"e":[],"k":[],"l":0,"n":[[0,"on","","",""],
        [2,"on","","",""]],"r":[]},
        {"c":[["1,200","▲ +1,200"],
        ["1","▼ -1"]],"e":[[0,"on strong away new"],
        [1,"on strong away new"],
        [2,"on strong away new"],
        [3,"on strong away new"],
        [4,"on strong away new"],
        [5,"on strong away new"],
        [6,"on strong away new"],
        [7,"on strong away new"],
        [8,"on strong away back cycle new"],
        [9,"on strong away new"],
        [10,"on strong away new"],
        [11,"on strong away new"],
        [12,"on strong away new"],
        [13,"on strong away new"],
        [14,"on strong away new"],
        [15,"on strong away new"],
        [16,"on strong away new"],
        [17,"on strong back new"],
        [18,"on strong away new"],
        [19,"on strong away new"],
        [20,"on strong away back new"],
        [21,"on strong away back new"],
        [22,"on strong back new"]],"k":[[0,"on","unsaved, undo ×2, delet…",""],
        [1,"on","unsaved ×2",""],
        [5,"on","undo, redo ×3",""],
        [7,"on cycle","employees ×3","department"],
        [8,"on","parent ×2",""],
        [10,"on","a relati…y words",""],
        [11,"on","","place ×2"],
        [12,"on","next",""],
        [13,"on","manager ×2",""],
        [14,"on","self ×3",""],
        [15,"on","","found"]],"l":11,"n":[[0,"on","","",""],
        [1,"on changed","","",""],
        [2,"on","","",""],
        [3,"on changed","","",""],
        [4,"on changed","","",""],
        [5,"on changed","","",""],
        [6,"on changed","","",""],
        [7,"on changed","","",""],
        [8,"on real changed","realized","",""],
        [9,"on real changed","realized","",""],
        [10,"on real changed","realized","",""],
        [11,"on real changed","realized","",""],
        [12,"on real changed","realized","",""],
        [13,"on real changed","realized","",""],
        [14,"on real changed","realized","",""]],"r":[]},
        {"c":[["200","▼ -1,000"],
        ["1",""]],"e":[[0,"on strong away new"],
        [8,"on strong away back new"],
        [16,"on strong away"],
        [20,"on strong away back cycle new"]],"k":[[0,"on","unsaved",""],
        [7,"on","employees ×3","department ×2"],
        [10,"on","a relati…y words",""],
        [13,"on cycle","manager",""]],"l":12,"n":[[0,"on","","",""],
        [8,"on fault changed","fault","",""],
        [9,"on real pending changed","realized, inserted","+",""],
        [10,"on mixed pending changed","1 fault, 2 changed","~",""],
        [11,"on real pending changed","realized, deleted","−",""],
        [12,"on real pending changed","realized, changed","~",""],
        [13,"on real cycle changed","realized","",""],
        [14,"on gone","gone","",""],
        [1,"on gone","","",""],
        [2,"on gone","","",""],
        [3,"on gone","","",""],
        [4,"on gone","","",""],
        [5,"on gone","","",""],
        [6,"on gone","","",""],
        [7,"on gone","","",""]],"r":[]},
        {"c":[["200",""],
        ["1",""]],"e":[[10,"on weak away"]],"k":[],"l":13,"n":[[0,"on","","",""],
        [10,"on fault pending changed","2 alive, faults, 1 deleted","−",""],
        [8,"on gone","gone","",""],
        [9,"on gone","gone","",""],
        [11,"on gone","gone","",""],
        [12,"on gone","gone","",""],
        [13,"on gone","gone","",""]],"r":[]}]}
        """)
  }

  @Test func `is sound where all that it names is there`() {
    #expect(Self.film.isSound)
    func broken(_ change: (inout Replay) -> Void) -> Bool {
      var film = Self.film
      change(&film)
      return !film.isSound
    }
    #expect(broken { $0.frames = [] })
    #expect(broken { $0.edges[0].from = $0.nodes.count })
    #expect(broken { $0.edges[0].to = -1 })
    #expect(broken { $0.frames[1].states[0].node = $0.nodes.count })
    #expect(broken { $0.frames[1].changed = [$0.nodes.count] })
    #expect(broken { $0.frames[1].released = [.init(node: $0.nodes.count, count: 1)] })
    #expect(broken { $0.frames[1].ties[0].edge = $0.edges.count })
  }

  @Test func `goes on beside a full column, and has four columns of entities`() {
    var film = Replay(scenario: "s", title: "t", variant: "v")
    film.nodes = [Replay.Node(.name, "n")]
    for entity in 1...6 {
      for number in 1...(entity == 1 ? 17 : 2) {
        film.nodes.append(Replay.Node(.objects, "E\(entity) \(number)", entity: "E\(entity)"))
      }
    }
    let layout = ReplayLayout(film, .wide, heights: film.nodes.map { _ in 0 }, lanes: 0)
    let lines = layout.parts.enumerated().map { column, nodes in
      let places = nodes.map { "\(film.nodes[$0].title) at \(layout.boxes[$0].y)" }
      return "\(column): \(places.joined(separator: ", "))"
    }
    expectText(
      (lines + ["\(layout.height) high"]).joined(separator: "\n"),
      is: """
        0: n at 243
        1: E1 1 at 10, E1 2 at 84, E1 3 at 158, E1 4 at 232, E1 5 at 306, E1 6 at 380, E1 7 at 454
        2: E1 8 at 10, E1 9 at 84, E1 10 at 158, E1 11 at 232, E1 12 at 306, E1 13 at 380, E1 14 at 454
        3: E1 15 at 84, E1 16 at 158, E1 17 at 232, E5 1 at 306, E5 2 at 380
        4: E2 1 at 121, E2 2 at 195, E6 1 at 269, E6 2 at 343
        5: E3 1 at 195, E3 2 at 269
        6: E4 1 at 195, E4 2 at 269
        528 high
        """)
  }
}
