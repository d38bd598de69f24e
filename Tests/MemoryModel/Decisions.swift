// What the model does where the rules are silent.

/// The decisions behind the model.
///
/// The rules are those of the articles Rules and Behaviours; names and numbers in comments are theirs. They leave open:
///
/// **Objects and pools**
/// - A to-one relationship leads to an object once it is followed or set, not when its owner is realized.
/// - A pool keeps what a fetch, an insertion or the reading of a to-one relationship hands out, also where a change reads
///   what it replaces. It does not keep the members of a to-many relationship.
/// - An undo hands out the destinations that it replaces, and no others. Where a relationship is one to one, the other ends
///   follow at once.
/// - What an undo takes out lives until changes are processed: observers are still to be notified of it. So does what was
///   saved until other contexts have merged it by themselves.
/// - A sorted fetch judges changed objects as they are here, and finds those whose rows were removed elsewhere. One without
///   an order takes what the store lists.
///
/// **Relationships**
/// - A to-many relationship that was not read holds what came since the last save, and lets go of it with the save.
/// - A to-many relationship of a new object counts as read once it is read or changed; otherwise the save leaves it unread.
/// - Adding a member reads the relationship where the other end is to-many or absent. A to-one end knows by itself.
/// - Adding a member that is there changes nothing; setting a to-one relationship to what it was is a change (104).
/// - A save reads an ordered relationship whose order is not the saved one, for it writes the whole order. Where a member has
///   left, the order of the others is; where one came and left again, it is once more.
/// - A member that is removed leaves, also where its to-one end is older than what the parent has and leads elsewhere; that
///   end is then left alone.
/// - A relationship that was set stays as it is when a row is merged, also where it was set to what it was.
/// - Reading members again for a merge is a request, and no fault that fires (F9).
/// - Clearing both ends is part of a deletion, also where the rule is to cascade. Where it is to deny, only a save asks.
///
/// **Row cache**
/// - An object uses the version of a row that it was given, by a fetch of values, by firing or by a save. A fault that was
///   fetched as a key uses none. A row is in the cache as long as an object uses this version of it.
/// - A merging refresh counts as a look into the cache; a merge of a save does not, and asks once an entity for the rows that
///   are not there, or that are no newer than what the object has.
/// - A save that a store refuses has asked it once; one that is refused before that has not.
///
/// **Undo**
/// - An undo or a redo that has nothing to go back to does not process changes either.
/// - A relationship that was changed back and forth in one event is an action, which holds the object.
/// - Undone and done again, an object that equals its row is not updated; set to what it was, it is (U6, 104).
/// - A deletion that is done again follows the same rules: what denies it is left alone.
/// - A relationship that has no changes left after an undo is as if it had not been touched.
/// - A rollback leaves relationships unread that were touched, be it back and forth.
///
/// **Retain cycles**
/// - Two are of one kind if all their self-references read the same; where they have none, all their inverse pairs; where
///   they have neither, all their references.
///
/// **Families**
/// - A child that reads its parent's realized object uses its row where the object is unchanged; what it reads of a changed
///   one is in no row cache. Its parent's faults are passed over.
/// - A save into a parent processes the parent's changes at once. The child's objects use no cached rows after it.
/// - A save into a parent fills the parent's fault with what the child has read, if that was the store's row and still is;
///   else the fault fires. An object that was set to what it was is no change there, and no relationship is followed for it.
/// - What a child has saved can be merged into its parent, where its new objects are new already.
/// - A merging refresh in a child, or a merge of what its parent has saved, reads loaded relationships again unless the
///   parent's object has no changes and both lie on the same cached row.
/// - A context that merges by itself does so in the turn of the save, before the save ends.
///
/// It plays no steps whose outcome depends on more than it knows: a refresh without merging of an object with a changed
/// relationship (C4), a deletion that is merged among objects that refer to what was deleted, one save that is merged twice,
/// and an order that goes up with a nested save.
enum Decisions {}
