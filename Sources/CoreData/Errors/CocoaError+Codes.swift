// The codes of Core Data's errors as members of the error, for `catch CocoaError.…`.

public import Foundation

extension CocoaError {
  /// The code of a persistent store that could not be used.
  public static var managedObjectValidation: Code { .managedObjectValidation }
  /// The code of an entity's constraint that does not hold.
  public static var managedObjectConstraintValidation: Code { .managedObjectConstraintValidation }
  /// The code of several validation errors.
  public static var validationMultipleErrors: Code { .validationMultipleErrors }
  /// The code of a mandatory property without a value.
  public static var validationMissingMandatoryProperty: Code { .validationMissingMandatoryProperty }
  /// The code of a relationship with too few objects.
  public static var validationRelationshipLacksMinimumCount: Code {
    .validationRelationshipLacksMinimumCount
  }
  /// The code of a relationship with too many objects.
  public static var validationRelationshipExceedsMaximumCount: Code {
    .validationRelationshipExceedsMaximumCount
  }
  /// The code of a deletion that a delete rule denies.
  public static var validationRelationshipDeniedDelete: Code { .validationRelationshipDeniedDelete }
  /// The code of a number that is too large.
  public static var validationNumberTooLarge: Code { .validationNumberTooLarge }
  /// The code of a number that is too small.
  public static var validationNumberTooSmall: Code { .validationNumberTooSmall }
  /// The code of a date that is too late.
  public static var validationDateTooLate: Code { .validationDateTooLate }
  /// The code of a date that is too early.
  public static var validationDateTooSoon: Code { .validationDateTooSoon }
  /// The code of a text that is too long.
  public static var validationStringTooLong: Code { .validationStringTooLong }
  /// The code of a text that is too short.
  public static var validationStringTooShort: Code { .validationStringTooShort }
  /// The code of a text that does not match its pattern.
  public static var validationStringPatternMatching: Code { .validationStringPatternMatching }
  /// The code of a fault without a row.
  public static var managedObjectReferentialIntegrity: Code { .managedObjectReferentialIntegrity }
  /// The code of a relationship into another store.
  public static var managedObjectExternalRelationship: Code { .managedObjectExternalRelationship }
  /// The code of rows that were changed elsewhere.
  public static var managedObjectMerge: Code { .managedObjectMerge }
  /// The code of values that must be unique and are not.
  public static var managedObjectConstraintMerge: Code { .managedObjectConstraintMerge }
  /// The code of an unknown store type.
  public static var persistentStoreInvalidType: Code { .persistentStoreInvalidType }
  /// The code of a store of another type.
  public static var persistentStoreTypeMismatch: Code { .persistentStoreTypeMismatch }
  /// The code of a model that a store cannot use.
  public static var persistentStoreIncompatibleSchema: Code { .persistentStoreIncompatibleSchema }
  /// The code of a save that failed.
  public static var persistentStoreSave: Code { .persistentStoreSave }
  /// The code of a save that some stores did not finish.
  public static var persistentStoreIncompleteSave: Code { .persistentStoreIncompleteSave }
  /// The code of a request that cannot be carried out.
  public static var coreData: Code { .coreData }
  /// The code of an operation on stores that failed.
  public static var persistentStoreOperation: Code { .persistentStoreOperation }
  /// The code of a store that could not be opened.
  public static var persistentStoreOpen: Code { .persistentStoreOpen }
  /// The code of a store that did not answer in time.
  public static var persistentStoreTimeout: Code { .persistentStoreTimeout }
  /// The code of a request that a store does not support.
  public static var persistentStoreUnsupportedRequestType: Code {
    .persistentStoreUnsupportedRequestType
  }
  /// The code of a store that another model has made.
  public static var persistentStoreIncompatibleVersionHash: Code {
    .persistentStoreIncompatibleVersionHash
  }
  /// The code of a migration that failed.
  public static var migration: Code { .migration }
  /// The code of a migration without a mapping model.
  public static var migrationMissingMappingModel: Code { .migrationMissingMappingModel }
  /// The code of a mapping model that cannot be inferred.
  public static var inferredMappingModel: Code { .inferredMappingModel }
  /// The code of an error that SQLite reports.
  public static var sqlite: Code { .sqlite }
  /// The code of a history token that names what was deleted.
  public static var persistentHistoryTokenExpired: Code { .persistentHistoryTokenExpired }
}
