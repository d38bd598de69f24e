// The notifications that a manager posts; the object of each is the manager.

public import Foundation

extension UndoManager {
  /// Posted before a group is opened or closed, undone or done again: changes that are pending belong to what was before.
  public static let checkpointNotification = Notification.Name("UndoManagerCheckpoint")
  /// Posted when a group was opened.
  public static let didOpenUndoGroupNotification = Notification.Name("UndoManagerDidOpenUndoGroup")
  /// Posted before a group is closed.
  public static let willCloseUndoGroupNotification = Notification.Name(
    "UndoManagerWillCloseUndoGroup")
  /// Posted when a group was closed.
  public static let didCloseUndoGroupNotification = Notification.Name(
    "UndoManagerDidCloseUndoGroup")
  /// Posted before a group is undone.
  public static let willUndoChangeNotification = Notification.Name("UndoManagerWillUndoChange")
  /// Posted when a group was undone.
  public static let didUndoChangeNotification = Notification.Name("UndoManagerDidUndoChange")
  /// Posted before a group is done again.
  public static let willRedoChangeNotification = Notification.Name("UndoManagerWillRedoChange")
  /// Posted when a group was done again.
  public static let didRedoChangeNotification = Notification.Name("UndoManagerDidRedoChange")

  func post(_ name: Notification.Name) {
    NotificationCenter.default.post(name: name, object: self)
  }
}
