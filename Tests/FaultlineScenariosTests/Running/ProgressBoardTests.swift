// A board is written in one process and read in another, also when the writer is dead.

import Glibc
import Testing

@testable import FaultlineScenarios

struct ProgressBoardTests {
  @Test func `a new board is empty`() throws {
    let board = try #require(ProgressBoard())
    #expect(ProgressBoard.Slot.allCases.map { board[$0] } == [0, 0, 0, 0, 0])
  }

  @Test func `every place keeps its own number`() throws {
    let board = try #require(ProgressBoard())
    for slot in ProgressBoard.Slot.allCases { board[slot] = slot.rawValue * 1_000_000_007 }
    #expect(
      ProgressBoard.Slot.allCases.map { board[$0] } == (1...5).map { $0 * 1_000_000_007 })
  }

  @Test func `what a child wrote is there after it was killed`() throws {
    let board = try #require(ProgressBoard())
    board[.step] = 1
    // The shell writes the words themselves: the third, `steps`, then dies.
    let child = ChildProcess(
      executable: "/bin/sh",
      arguments: [
        "-c",
        """
        printf '\\052\\0\\0\\0\\0\\0\\0\\0' | dd bs=8 count=1 seek=3 conv=notrunc of=/proc/self/fd/3 \
        2>/dev/null; kill -KILL $$
        """,
      ])
    #expect(child.run(board: board).ending == .signalled(Int(SIGKILL)))
    #expect(board[.steps] == 42)
    #expect(board[.step] == 1)
  }

  @Test func `a board found at a descriptor is the same board`() throws {
    let board = try #require(ProgressBoard())
    board[.objects] = 12_031
    // Two maps of one page, as parent and child have.
    let other = try #require(ProgressBoard(inheritedAt: board.descriptor.number))
    other[.pass] = 3
    #expect(other[.objects] == 12_031)
    #expect(board[.pass] == 3)
  }

  @Test func `a stranger's descriptor is not taken for a board`() throws {
    let file = open("/etc/passwd", O_RDONLY)
    defer { close(file) }
    #expect(ProgressBoard(inheritedAt: file) == nil)
    #expect(ProgressBoard(inheritedAt: -1) == nil)
    #expect(fcntl(file, F_GETFD) != -1)
  }
}
