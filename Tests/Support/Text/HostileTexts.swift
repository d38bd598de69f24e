// Texts that are attempts: markup, quotes, line ends, terminal codes, text that runs the other way, formulas of
// spreadsheets, commands of build servers.

/// What a scenario may say although it has no place in a page.
public enum HostileTexts {
  /// One of each kind.
  public static let attempts = [
    "<script>document.body.append('PW'+'NED')</script>",
    "\"><img src=x onerror=\"document.body.append('PW'+'NED')\">",
    "'; alert(1); '", "]]></system-out><failure/>", "--><!-- x", "</title></style></svg>",
    "line\r\n::error::two\n::set-output name=x::y", "\u{1B}]0;title\u{7}\u{1B}[2J\u{9B}31m",
    "\u{202E}txt.exe\u{202C}\u{2066}", "שלום עולם עם טקסט ארוך", "=HYPERLINK(\"http://x\")",
    "@user #1 https://example.com www.example.com", "| a | b |\n|---|---|", "`code` *b* _i_ [x](y)",
    "\u{0}\u{FFFE}\u{FEFF}", "%0A::error::x", "a\u{2028}b\u{2029}c", "&lt;b&gt;&#0;",
  ]
}
