// What `faultline port` writes into each target: the module's own predicates hide Foundation's.

import CoreData

/// The module's predicate, in place of Foundation's.
public typealias NSPredicate = CoreData.NSPredicate
/// The module's sort descriptor, in place of Foundation's.
public typealias NSSortDescriptor = CoreData.NSSortDescriptor
/// The module's expression, in place of Foundation's.
public typealias NSExpression = CoreData.NSExpression
/// The module's compound predicate, in place of Foundation's.
public typealias NSCompoundPredicate = CoreData.NSCompoundPredicate
/// The module's comparison, in place of Foundation's.
public typealias NSComparisonPredicate = CoreData.NSComparisonPredicate
