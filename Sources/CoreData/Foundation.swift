// Apple's module brings Foundation along, so programs that import it alone compile.

@_exported public import Foundation
