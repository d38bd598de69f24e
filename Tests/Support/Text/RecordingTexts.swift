// Recordings of apps, one of each kind that can be read.

/// Texts as an app, Instruments, 'leaks' and MetricKit write them.
public enum RecordingTexts {
  /// The SQL log of an app, as `-com.apple.CoreData.SQLDebug` prints it.
  public static let log = """
    2014-07-30 11:45:15.647 App[65858:2586192] CoreData: sql: SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZNAME FROM ZPERSON t0 WHERE ( t0.ZAGE > ? AND t0.ZNAME IN (?,?)) ORDER BY t0.ZNAME DESC LIMIT 10
    CoreData: details: SQLite bind[0] = "text
    on two lines"
    CoreData: annotation: fetch using NSSQLiteStatement <0x60> on entity 'Person' with sql text 'SELECT 0' returned 3 rows with values: (
        "<Person: 0x60 (entity: Person; id: 0xd <x-coredata://11/Person/p1> ; data: <fault>)"
    )
    CoreData: annotation: total fetch execution time: 0.1190s for 3 rows.
    CoreData: sql: BEGIN EXCLUSIVE
    CoreData: sql: INSERT INTO ZPERSON(Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES(?, ?, ?, ?)
    CoreData: sql: COMMIT
    CoreData: annotation: count request <NSFetchRequest: 0x7f> (entity: Word; predicate: (a == "s"); type: NSCountResultType;) returned 18988
    CoreData: debug: PostSaveMaintenance: fileSize 14518912 greater than prune threshold
    the app says something\r

    """
  /// A table of Instruments, as `xctrace export` writes it.
  public static let trace = """
    <?xml version="1.0"?><trace-query-result><node><schema name="core-data-fetch"><col><mnemonic>start</mnemonic></col><col><mnemonic>fetch-entity</mnemonic></col><col><mnemonic>fetch-count</mnemonic></col><col><mnemonic>backtrace</mnemonic></col></schema>\
    <row><start-time id="1" fmt="0">100</start-time><string id="2">Pet</string><uint64 id="3">1</uint64><backtrace id="4"><frame id="5" name="f" addr="0x1"><binary id="6" name="App" path="/p"/></frame></backtrace></row>\
    <row><start-time id="7">200</start-time><string ref="2"/><uint64 ref="3"/><backtrace ref="4"/></row></node></trace-query-result>
    """
  /// A report of `leaks`.
  public static let leaks = """
    leaks Report Version: 4.0
    Process 9: 4 leaks for 400 total leaked bytes.
        2 (200 bytes) ROOT CYCLE: <Owner 0x10> [100]
           1 (1.5K) __strong pet --> ROOT CYCLE: <Pet 0x20> [100]
              __strong owner --> CYCLE BACK TO <Owner 0x10> [100]

    """
  /// A payload of MetricKit.
  public static let metrics =
    #"{"timeStampBegin": "a", "memoryMetrics": {"peakMemoryUsage": "1,106,818千字节", "averageSuspendedMemory": {"averageValue": "5 kB", "sampleCount": 22}}, "applicationExitMetrics": {"backgroundExitData": {"cumulativeMemoryPressureExitCount": 13}}}"#

  /// One of each kind.
  public static let all = [log, trace, leaks, metrics]
}
