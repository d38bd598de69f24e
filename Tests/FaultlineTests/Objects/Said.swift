// What a process that was stopped has said last.

import Testing

/// Whether a stopped process has said a sentence.
func said(_ result: ExitTest.Result?, _ sentence: String) -> Bool {
  String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).contains(sentence)
}
