// The rules, in the order in which they look at a file.

/// A rule that rewrites one construct.
protocol RewriteRule: Sendable {
  static func apply(to unit: inout RewriteUnit)
}

/// All rules: a new one is a file in this folder and a line here.
enum RewriteRules {
  static let all: [any RewriteRule.Type] = [
    ManagedPropertyRule.self,
    ManagedAccessorRule.self,
    KeyTableRule.self,
    ObjectiveCAttributeRule.self,
    OptionalMemberRule.self,
    KeyPathRule.self,
    SelectorRule.self,
    ObserverRule.self,
    FetchRequestOverrideRule.self,
    FetchRequestCastRule.self,
    ExtensionOverrideRule.self,
    RequiredInitializerRule.self,
    SetLiteralRule.self,
    BundleRule.self,
    IsolatedTestRule.self,
    ImportRule.self,
    PlatformConditionRule.self,
    FoundationNameRule.self,
    UnsupportedRule.self,
  ]
}
