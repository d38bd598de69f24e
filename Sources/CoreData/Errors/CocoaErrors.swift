// Errors as Cocoa's domain has them: Apple's codes, and the keys of their user info.

public import Foundation

/// The code of a persistent store that could not be used.
public let NSManagedObjectValidationError = 1550
/// The code of an entity's constraint that does not hold.
public let NSManagedObjectConstraintValidationError = 1551
/// The code of several validation errors.
public let NSValidationMultipleErrorsError = 1560
/// The code of a mandatory property without a value.
public let NSValidationMissingMandatoryPropertyError = 1570
/// The code of a relationship with too few objects.
public let NSValidationRelationshipLacksMinimumCountError = 1580
/// The code of a relationship with too many objects.
public let NSValidationRelationshipExceedsMaximumCountError = 1590
/// The code of a deletion that a delete rule denies.
public let NSValidationRelationshipDeniedDeleteError = 1600
/// The code of a number that is too large.
public let NSValidationNumberTooLargeError = 1610
/// The code of a number that is too small.
public let NSValidationNumberTooSmallError = 1620
/// The code of a date that is too late.
public let NSValidationDateTooLateError = 1630
/// The code of a date that is too early.
public let NSValidationDateTooSoonError = 1640
/// The code of an invalid date.
public let NSValidationInvalidDateError = 1650
/// The code of a text that is too long.
public let NSValidationStringTooLongError = 1660
/// The code of a text that is too short.
public let NSValidationStringTooShortError = 1670
/// The code of a text that does not match its pattern.
public let NSValidationStringPatternMatchingError = 1680
/// The code of a URI that cannot be used.
public let NSValidationInvalidURIError = 1690
/// The code of a context that was locked.
public let NSManagedObjectContextLockingError = 132000
/// The code of a coordinator that was locked.
public let NSPersistentStoreCoordinatorLockingError = 132010
/// The code of a fault without a row.
public let NSManagedObjectReferentialIntegrityError = 133000
/// The code of a relationship into another store.
public let NSManagedObjectExternalRelationshipError = 133010
/// The code of rows that were changed elsewhere.
public let NSManagedObjectMergeError = 133020
/// The code of values that must be unique and are not.
public let NSManagedObjectConstraintMergeError = 133021
/// The code of an unknown store type.
public let NSPersistentStoreInvalidTypeError = 134000
/// The code of a store of another type.
public let NSPersistentStoreTypeMismatchError = 134010
/// The code of a model that a store cannot use.
public let NSPersistentStoreIncompatibleSchemaError = 134020
/// The code of a save that failed.
public let NSPersistentStoreSaveError = 134030
/// The code of a save that some stores did not finish.
public let NSPersistentStoreIncompleteSaveError = 134040
/// The code of conflicts that a save met.
public let NSPersistentStoreSaveConflictsError = 134050
/// The code of a request that cannot be carried out.
public let NSCoreDataError = 134060
/// The code of an operation on stores that failed.
public let NSPersistentStoreOperationError = 134070
/// The code of a store that could not be opened.
public let NSPersistentStoreOpenError = 134080
/// The code of a store that did not answer in time.
public let NSPersistentStoreTimeoutError = 134090
/// The code of a request that a store does not support.
public let NSPersistentStoreUnsupportedRequestTypeError = 134091
/// The code of a store that another model has made.
public let NSPersistentStoreIncompatibleVersionHashError = 134100
/// The code of a migration that failed.
public let NSMigrationError = 134110
/// The code of a migration without a mapping model.
public let NSMigrationMissingMappingModelError = 134140
/// The code of a mapping model that cannot be inferred.
public let NSInferredMappingModelError = 134190
/// The code of an error that SQLite reports.
public let NSSQLiteError = 134180
/// The code of a history token that names what was deleted.
public let NSPersistentHistoryTokenExpiredError = 134301

/// The key of the single errors of an error about several.
public let NSDetailedErrorsKey = "NSDetailedErrors"
/// The key of the object that failed validation.
public let NSValidationObjectErrorKey = "NSValidationErrorObject"
/// The key of the property that failed validation.
public let NSValidationKeyErrorKey = "NSValidationErrorKey"
/// The key of the predicate that did not hold.
public let NSValidationPredicateErrorKey = "NSValidationErrorPredicate"
/// The key of the value that failed validation.
public let NSValidationValueErrorKey = "NSValidationErrorValue"
/// The key of the stores that an error is about.
public let NSAffectedStoresErrorKey = "NSAffectedStoresErrorKey"
/// The key of the objects that an error is about.
public let NSAffectedObjectsErrorKey = "NSAffectedObjectsErrorKey"
/// The key of the conflicts of a save.
public let NSPersistentStoreSaveConflictsErrorKey = "conflictList"
/// The key of SQLite's own code.
public let NSSQLiteErrorDomain = "NSSQLiteErrorDomain"

extension CocoaError.Code {
  /// The code of a persistent store that could not be used.
  public static let managedObjectValidation = Self(rawValue: NSManagedObjectValidationError)
  /// The code of an entity's constraint that does not hold.
  public static let managedObjectConstraintValidation = Self(
    rawValue: NSManagedObjectConstraintValidationError)
  /// The code of several validation errors.
  public static let validationMultipleErrors = Self(rawValue: NSValidationMultipleErrorsError)
  /// The code of a mandatory property without a value.
  public static let validationMissingMandatoryProperty = Self(
    rawValue: NSValidationMissingMandatoryPropertyError)
  /// The code of a relationship with too few objects.
  public static let validationRelationshipLacksMinimumCount = Self(
    rawValue: NSValidationRelationshipLacksMinimumCountError)
  /// The code of a relationship with too many objects.
  public static let validationRelationshipExceedsMaximumCount = Self(
    rawValue: NSValidationRelationshipExceedsMaximumCountError)
  /// The code of a deletion that a delete rule denies.
  public static let validationRelationshipDeniedDelete = Self(
    rawValue: NSValidationRelationshipDeniedDeleteError)
  /// The code of a number that is too large.
  public static let validationNumberTooLarge = Self(rawValue: NSValidationNumberTooLargeError)
  /// The code of a number that is too small.
  public static let validationNumberTooSmall = Self(rawValue: NSValidationNumberTooSmallError)
  /// The code of a date that is too late.
  public static let validationDateTooLate = Self(rawValue: NSValidationDateTooLateError)
  /// The code of a date that is too early.
  public static let validationDateTooSoon = Self(rawValue: NSValidationDateTooSoonError)
  /// The code of a text that is too long.
  public static let validationStringTooLong = Self(rawValue: NSValidationStringTooLongError)
  /// The code of a text that is too short.
  public static let validationStringTooShort = Self(rawValue: NSValidationStringTooShortError)
  /// The code of a text that does not match its pattern.
  public static let validationStringPatternMatching = Self(
    rawValue: NSValidationStringPatternMatchingError)
  /// The code of a fault without a row.
  public static let managedObjectReferentialIntegrity = Self(
    rawValue: NSManagedObjectReferentialIntegrityError)
  /// The code of a relationship into another store.
  public static let managedObjectExternalRelationship = Self(
    rawValue: NSManagedObjectExternalRelationshipError)
  /// The code of rows that were changed elsewhere.
  public static let managedObjectMerge = Self(rawValue: NSManagedObjectMergeError)
  /// The code of values that must be unique and are not.
  public static let managedObjectConstraintMerge = Self(
    rawValue: NSManagedObjectConstraintMergeError)
  /// The code of an unknown store type.
  public static let persistentStoreInvalidType = Self(rawValue: NSPersistentStoreInvalidTypeError)
  /// The code of a store of another type.
  public static let persistentStoreTypeMismatch = Self(
    rawValue: NSPersistentStoreTypeMismatchError)
  /// The code of a model that a store cannot use.
  public static let persistentStoreIncompatibleSchema = Self(
    rawValue: NSPersistentStoreIncompatibleSchemaError)
  /// The code of a save that failed.
  public static let persistentStoreSave = Self(rawValue: NSPersistentStoreSaveError)
  /// The code of a save that some stores did not finish.
  public static let persistentStoreIncompleteSave = Self(
    rawValue: NSPersistentStoreIncompleteSaveError)
  /// The code of a request that cannot be carried out.
  public static let coreData = Self(rawValue: NSCoreDataError)
  /// The code of an operation on stores that failed.
  public static let persistentStoreOperation = Self(rawValue: NSPersistentStoreOperationError)
  /// The code of a store that could not be opened.
  public static let persistentStoreOpen = Self(rawValue: NSPersistentStoreOpenError)
  /// The code of a store that did not answer in time.
  public static let persistentStoreTimeout = Self(rawValue: NSPersistentStoreTimeoutError)
  /// The code of a request that a store does not support.
  public static let persistentStoreUnsupportedRequestType = Self(
    rawValue: NSPersistentStoreUnsupportedRequestTypeError)
  /// The code of a store that another model has made.
  public static let persistentStoreIncompatibleVersionHash = Self(
    rawValue: NSPersistentStoreIncompatibleVersionHashError)
  /// The code of a migration that failed.
  public static let migration = Self(rawValue: NSMigrationError)
  /// The code of a migration without a mapping model.
  public static let migrationMissingMappingModel = Self(
    rawValue: NSMigrationMissingMappingModelError)
  /// The code of a mapping model that cannot be inferred.
  public static let inferredMappingModel = Self(rawValue: NSInferredMappingModelError)
  /// The code of an error that SQLite reports.
  public static let sqlite = Self(rawValue: NSSQLiteError)
  /// The code of a history token that names what was deleted.
  public static let persistentHistoryTokenExpired = Self(
    rawValue: NSPersistentHistoryTokenExpiredError)
}
