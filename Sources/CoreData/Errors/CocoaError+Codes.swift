// The codes of Core Data's errors as members of the error, for `catch CocoaError.…`.

public import Foundation

extension CocoaError {
  public static var managedObjectValidation: Code { .managedObjectValidation }
  public static var managedObjectConstraintValidation: Code { .managedObjectConstraintValidation }
  public static var validationMultipleErrors: Code { .validationMultipleErrors }
  public static var validationMissingMandatoryProperty: Code { .validationMissingMandatoryProperty }
  public static var validationRelationshipLacksMinimumCount: Code { .validationRelationshipLacksMinimumCount }
  public static var validationRelationshipExceedsMaximumCount: Code { .validationRelationshipExceedsMaximumCount }
  public static var validationRelationshipDeniedDelete: Code { .validationRelationshipDeniedDelete }
  public static var validationNumberTooLarge: Code { .validationNumberTooLarge }
  public static var validationNumberTooSmall: Code { .validationNumberTooSmall }
  public static var validationDateTooLate: Code { .validationDateTooLate }
  public static var validationDateTooSoon: Code { .validationDateTooSoon }
  public static var validationStringTooLong: Code { .validationStringTooLong }
  public static var validationStringTooShort: Code { .validationStringTooShort }
  public static var validationStringPatternMatching: Code { .validationStringPatternMatching }
  public static var managedObjectReferentialIntegrity: Code { .managedObjectReferentialIntegrity }
  public static var managedObjectExternalRelationship: Code { .managedObjectExternalRelationship }
  public static var managedObjectMerge: Code { .managedObjectMerge }
  public static var managedObjectConstraintMerge: Code { .managedObjectConstraintMerge }
  public static var persistentStoreInvalidType: Code { .persistentStoreInvalidType }
  public static var persistentStoreTypeMismatch: Code { .persistentStoreTypeMismatch }
  public static var persistentStoreIncompatibleSchema: Code { .persistentStoreIncompatibleSchema }
  public static var persistentStoreSave: Code { .persistentStoreSave }
  public static var persistentStoreIncompleteSave: Code { .persistentStoreIncompleteSave }
  public static var coreData: Code { .coreData }
  public static var persistentStoreOperation: Code { .persistentStoreOperation }
  public static var persistentStoreOpen: Code { .persistentStoreOpen }
  public static var persistentStoreTimeout: Code { .persistentStoreTimeout }
  public static var persistentStoreUnsupportedRequestType: Code { .persistentStoreUnsupportedRequestType }
  public static var persistentStoreIncompatibleVersionHash: Code { .persistentStoreIncompatibleVersionHash }
  public static var migration: Code { .migration }
  public static var migrationMissingMappingModel: Code { .migrationMissingMappingModel }
  public static var inferredMappingModel: Code { .inferredMappingModel }
  public static var sqlite: Code { .sqlite }
  public static var persistentHistoryTokenExpired: Code { .persistentHistoryTokenExpired }
}
