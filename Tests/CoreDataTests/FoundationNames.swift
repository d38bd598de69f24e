// What `faultline port` writes into each target: the module's own predicates hide Foundation's.

import CoreData

public typealias NSPredicate = CoreData.NSPredicate
public typealias NSSortDescriptor = CoreData.NSSortDescriptor
public typealias NSExpression = CoreData.NSExpression
public typealias NSCompoundPredicate = CoreData.NSCompoundPredicate
public typealias NSComparisonPredicate = CoreData.NSComparisonPredicate
