// Whole recordings, a line for each part of the document that a program reads.

import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineRecordings

struct `A whole recording` {
  func document(_ texts: String..., coversNames: Bool = false) throws -> String {
    var reader = RecordingReader()
    for (place, text) in texts.enumerated() {
      try reader.read(RecordingInput(name: "\(place + 1)", bytes: Array(text.utf8)))
    }
    let read = reader.recording(privacy: Privacy(keepsValues: false, coversNames: coversNames))
    let whole = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(read))
    return try (whole as? [String: Any] ?? [:]).sorted { $0.key < $1.key }.map { name, part in
      let items = (part as? [Any]).map { $0.isEmpty ? ["none"] : $0 } ?? [part]
      return try "\(name):\n" + items.map { "  \(try Self.line($0))\n" }.joined()
    }.joined()
  }

  private static func line(_ part: Any) throws -> String {
    let bytes = try JSONSerialization.data(
      withJSONObject: part, options: [.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes])
    return String(decoding: bytes, as: UTF8.self).replacing("\"", with: "")
  }

  @Test func `of requests that nest is a document to the last figure`() throws {
    expectText(
      try document(WholeLogs.nested),
      is: """
        firedAgain:
          {fired:2,object:Pet/p7}
        messages:
          {name:error,value:2}
          {name:warning,value:1}
        remarks:
          Names in capitals are those of tables: the log does not have the entities' own; --store or --model gives them.
          1 total closed no request: the log begins late, or threads are mixed in it.
          3 lines name a request that is not in the log.
          2 faults were answered by the row cache, without a request.
          The log ends before a request does.
          Faults that the row cache answered, bytes, objects alive and peaks are in no log; a run of a scenario shows those.
        repeated:
          none
        requests:
          {entity:Pet,kind:fault,largest:1,nanoseconds:200000,requests:2,rows:2,unknownRows:0}
          {batchSize:2,entity:Pet,kind:batch,largest:2,nanoseconds:200000,requests:1,rows:2,unknownRows:0}
          {entity:Pet,kind:count,largest:40,nanoseconds:700000,requests:1,rows:40,unknownRows:0}
          {entity:Pet,kind:dictionary,largest:1,nanoseconds:200000,requests:1,rows:1,unknownRows:0}
          {entity:LAST,kind:fetch,nanoseconds:0,requests:1,rows:0,unknownRows:1}
          {entity:OWNER,kind:fetch,largest:10,nanoseconds:5300000,requests:1,rows:10,unknownRows:0}
          {entity:Pet,kind:keys,largest:40,nanoseconds:600000,requests:1,rows:40,unknownRows:0}
          {entity:OWNER,kind:list,largest:2,nanoseconds:400000,requests:1,rows:2,unknownRows:0}
          {entity:Pet,kind:prefetch,largest:30,nanoseconds:2400000,requests:1,rows:30,unknownRows:0}
        schemaVersion:
          1
        sources:
          {all:47,blank:0,isCut:true,kind:log,level:3,name:1,notUnderstood:0,understood:47,unit:lines,unrelated:0}
        stores:
          ~/App.sqlite
        upkeep:
          {purpose:opening,statements:1}
          {purpose:pragma,statements:2}
          {purpose:history,statements:1}
          {purpose:mirroring,statements:1}
          {purpose:other,statements:1}
        worstTurn:
          {first:{file:1,line:5},isStretch:true,nanoseconds:10000000,parts:[{entity:Pet,kind:fault,largest:1,nanoseconds:200000,requests:2,rows:2,unknownRows:0},{entity:Pet,kind:batch,largest:2,nanoseconds:200000,requests:1,rows:2,unknownRows:0},{entity:Pet,kind:count,largest:40,nanoseconds:700000,requests:1,rows:40,unknownRows:0},{entity:Pet,kind:dictionary,largest:1,nanoseconds:200000,requests:1,rows:1,unknownRows:0},{entity:LAST,kind:fetch,nanoseconds:0,requests:1,rows:0,unknownRows:1},{entity:OWNER,kind:fetch,largest:10,nanoseconds:5300000,requests:1,rows:10,unknownRows:0},{entity:Pet,kind:keys,largest:40,nanoseconds:600000,requests:1,rows:40,unknownRows:0},{entity:OWNER,kind:list,largest:2,nanoseconds:400000,requests:1,rows:2,unknownRows:0},{entity:Pet,kind:prefetch,largest:30,nanoseconds:2400000,requests:1,rows:30,unknownRows:0}],requests:10,rows:127,saves:0}

        """)
  }

  @Test func `of transactions is a document to the last figure`() throws {
    expectText(
      try document(WholeLogs.written),
      is: """
        maintenance:
          {busy:2,checkpoints:2,frames:7,largestFile:14518912,locked:1,prunes:2,truncations:1,vacuums:1}
        messages:
          {name:CloudKit,value:1}
        remarks:
          1 total closed no request: the log begins late, or threads are mixed in it.
          1 transaction ends that did not begin in the log.
        repeated:
          none
        requests:
          none
        saves:
          {batches:[{entity:PET,kind:delete,requests:1},{entity:PET,kind:update,requests:1}],deleted:1,entities:[{deleted:1,entity:OWNER,inserted:0,updated:0},{deleted:0,entity:PET,inserted:2,updated:2}],historyRows:1,inserted:2,isLeast:false,joinRows:4,keyReservations:1,nanoseconds:0,rolledBack:0,saves:1,sizes:[{rows:5,saves:1}],unfinished:2,updated:2}
        schemaVersion:
          1
        sources:
          {all:67,blank:1,isCut:false,kind:log,level:4,name:1,notUnderstood:3,refused:[{line:55,text:CoreData: debug: WAL checkpoint: nothing},{line:56,text:CoreData: annotation: total fetch execution time: 0.0},{line:57,text:CoreData: something that has no kind}],understood:62,unit:lines,unrelated:2}
        upkeep:
          {purpose:pragma,statements:1}
          {purpose:schema,statements:3}
          {purpose:keys,statements:5}
          {purpose:history,statements:2}
          {purpose:mirroring,statements:1}
          {purpose:other,statements:1}

        """)
  }

  @Test func `of two threads and their turns is a document to the last figure`() throws {
    expectText(
      try document(WholeLogs.timed),
      is: """
        remarks:
          Names in capitals are those of tables: the log does not have the entities' own; --store or --model gives them.
          Rows written are the least that the log shows: at level 1 a statement that is run for many rows may stand there once; level 2 shows the values of each.
          Faults that the row cache answered, bytes, objects alive and peaks are in no log; a run of a scenario shows those.
        repeated:
          none
        requests:
          {entity:TWO,kind:fault,largest:1,nanoseconds:2000000,requests:2,rows:2,unknownRows:0}
          {entity:ONE,kind:fetch,largest:5,nanoseconds:2000000,requests:2,rows:6,unknownRows:0}
        saves:
          {deleted:0,entities:[{deleted:0,entity:ONE,inserted:1,updated:0}],historyRows:0,inserted:1,isLeast:true,joinRows:0,keyReservations:0,nanoseconds:0,rolledBack:0,saves:1,sizes:[{rows:1,saves:1}],unfinished:0,updated:0}
        schemaVersion:
          1
        sources:
          {all:11,blank:0,isCut:false,kind:log,level:1,name:1,notUnderstood:0,understood:11,unit:lines,unrelated:0}
        turns:
          3
        worstTurn:
          {first:{file:1,line:1},isStretch:false,lasted:8000000,nanoseconds:2000000,parts:[{entity:ONE,kind:fetch,largest:5,nanoseconds:2000000,requests:2,rows:6,unknownRows:0}],requests:2,rows:6,saves:1,thread:1:10}

        """)
  }

  @Test func `of leaks, read twice, is a document to the last figure`() throws {
    expectText(
      try document(WholeLogs.leaked, WholeLogs.leaked),
      is: """
        leaks:
          {backReferences:6,bytes:1400,cycleLines:4,cycles:[{classes:[Owner,Pet,Toy],cycles:1,edges:[__strong pet,__strong toy,__strong owner],objects:3},{classes:[Alone],cycles:1,edges:[self],objects:2},{classes:[Owner,Pet,Toy],cycles:1,edges:[__strong pet,__strong toy,__strong owner],objects:3},{classes:[Alone],cycles:1,edges:[self],objects:2}],footprint:4.1M,leaks:14,nodes:200,peak:5.2M,process:App,roots:[{bytes:536870912,class:block,objects:1,roots:1},{bytes:2097252,class:Pet,objects:2,roots:2},{bytes:1536,class:Owner,objects:3,roots:1},{bytes:64,class:Alone,objects:2,roots:1},{bytes:536870912,class:block,objects:1,roots:1},{bytes:2097252,class:Pet,objects:2,roots:2},{bytes:1536,class:Owner,objects:3,roots:1},{bytes:64,class:Alone,objects:2,roots:1}]}
        remarks:
          'leaks' lists what nothing reaches any more. Objects that a context, an undo manager or an array still holds are not in it.
        repeated:
          none
        requests:
          none
        schemaVersion:
          1
        sources:
          {all:24,blank:2,isCut:false,kind:leaks,name:1,notUnderstood:1,refused:[{line:24,text:a line that is none of these}],understood:21,unit:lines,unrelated:2}
          {all:24,blank:2,isCut:false,kind:leaks,name:2,notUnderstood:1,refused:[{line:24,text:a line that is none of these}],understood:21,unit:lines,unrelated:2}

        """)
  }

  @Test func `without names has the same figures under names that are made up`() throws {
    expectText(
      try document(WholeLogs.nested, WholeLogs.timed, WholeLogs.leaked, coversNames: true),
      is: """
        firedAgain:
          {fired:2,object:Entity-429333/p7}
        leaks:
          {backReferences:3,bytes:700,cycleLines:2,cycles:[{classes:[Class-4ed4cb,Class-c5eb0a,Class-871505],cycles:1,edges:[relationship-206c18,relationship-4ce988,relationship-ae284e],objects:3},{classes:[Class-4a94d0],cycles:1,edges:[relationship-219787],objects:2}],footprint:4.1M,leaks:7,nodes:100,peak:5.2M,process:App-a90487,roots:[{bytes:536870912,class:Class-274195,objects:1,roots:1},{bytes:2097252,class:Class-c5eb0a,objects:2,roots:2},{bytes:1536,class:Class-4ed4cb,objects:3,roots:1},{bytes:64,class:Class-4a94d0,objects:2,roots:1}]}
        messages:
          {name:error,value:2}
          {name:warning,value:1}
        remarks:
          Names in capitals are those of tables: the log does not have the entities' own; --store or --model gives them.
          Rows written are the least that the log shows: at level 1 a statement that is run for many rows may stand there once; level 2 shows the values of each.
          1 total closed no request: the log begins late, or threads are mixed in it.
          3 lines name a request that is not in the log.
          2 faults were answered by the row cache, without a request.
          The log ends before a request does.
          Faults that the row cache answered, bytes, objects alive and peaks are in no log; a run of a scenario shows those.
          'leaks' lists what nothing reaches any more. Objects that a context, an undo manager or an array still holds are not in it.
        repeated:
          none
        requests:
          {entity:Entity-15a4dc,kind:fault,largest:1,nanoseconds:2000000,requests:2,rows:2,unknownRows:0}
          {entity:Entity-429333,kind:fault,largest:1,nanoseconds:200000,requests:2,rows:2,unknownRows:0}
          {entity:Entity-159b24,kind:fetch,largest:5,nanoseconds:2000000,requests:2,rows:6,unknownRows:0}
          {batchSize:2,entity:Entity-429333,kind:batch,largest:2,nanoseconds:200000,requests:1,rows:2,unknownRows:0}
          {entity:Entity-429333,kind:count,largest:40,nanoseconds:700000,requests:1,rows:40,unknownRows:0}
          {entity:Entity-429333,kind:dictionary,largest:1,nanoseconds:200000,requests:1,rows:1,unknownRows:0}
          {entity:Entity-4c3663,kind:fetch,nanoseconds:0,requests:1,rows:0,unknownRows:1}
          {entity:Entity-985df5,kind:fetch,largest:10,nanoseconds:5300000,requests:1,rows:10,unknownRows:0}
          {entity:Entity-429333,kind:keys,largest:40,nanoseconds:600000,requests:1,rows:40,unknownRows:0}
          {entity:Entity-985df5,kind:list,largest:2,nanoseconds:400000,requests:1,rows:2,unknownRows:0}
          {entity:Entity-429333,kind:prefetch,largest:30,nanoseconds:2400000,requests:1,rows:30,unknownRows:0}
        saves:
          {deleted:0,entities:[{deleted:0,entity:Entity-159b24,inserted:1,updated:0}],historyRows:0,inserted:1,isLeast:true,joinRows:0,keyReservations:0,nanoseconds:0,rolledBack:0,saves:1,sizes:[{rows:1,saves:1}],unfinished:0,updated:0}
        schemaVersion:
          1
        sources:
          {all:47,blank:0,isCut:true,kind:log,level:3,name:File-b9a5be,notUnderstood:0,understood:47,unit:lines,unrelated:0}
          {all:11,blank:0,isCut:false,kind:log,level:1,name:File-a87974,notUnderstood:0,understood:11,unit:lines,unrelated:0}
          {all:24,blank:2,isCut:false,kind:leaks,name:File-d9c924,notUnderstood:1,refused:[{line:24}],understood:21,unit:lines,unrelated:2}
        stores:
          Store-820a03
        turns:
          4
        upkeep:
          {purpose:opening,statements:1}
          {purpose:pragma,statements:2}
          {purpose:history,statements:1}
          {purpose:mirroring,statements:1}
          {purpose:other,statements:1}
        worstTurn:
          {first:{file:File-b9a5be,line:5},isStretch:true,nanoseconds:10000000,parts:[{entity:Entity-429333,kind:fault,largest:1,nanoseconds:200000,requests:2,rows:2,unknownRows:0},{entity:Entity-429333,kind:batch,largest:2,nanoseconds:200000,requests:1,rows:2,unknownRows:0},{entity:Entity-429333,kind:count,largest:40,nanoseconds:700000,requests:1,rows:40,unknownRows:0},{entity:Entity-429333,kind:dictionary,largest:1,nanoseconds:200000,requests:1,rows:1,unknownRows:0},{entity:Entity-4c3663,kind:fetch,nanoseconds:0,requests:1,rows:0,unknownRows:1},{entity:Entity-985df5,kind:fetch,largest:10,nanoseconds:5300000,requests:1,rows:10,unknownRows:0},{entity:Entity-429333,kind:keys,largest:40,nanoseconds:600000,requests:1,rows:40,unknownRows:0},{entity:Entity-985df5,kind:list,largest:2,nanoseconds:400000,requests:1,rows:2,unknownRows:0},{entity:Entity-429333,kind:prefetch,largest:30,nanoseconds:2400000,requests:1,rows:30,unknownRows:0}],requests:10,rows:127,saves:0}

        """)
  }
}
