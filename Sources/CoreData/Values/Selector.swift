// Selectors and the observers that they call: Foundation on Linux has neither.

public import Foundation

/// The name of a method, with the way to call it.
///
/// `port` writes one for each `#selector`, since a method cannot be called by its name here.
public struct Selector: Hashable, ExpressibleByStringLiteral, CustomStringConvertible,
  @unchecked Sendable
{
  /// The name, such as `changed:`.
  public let name: String
  private let call: ((Any, Notification) -> Void)?

  /// Makes a selector that only names a method.
  public init(_ name: String) {
    self.name = name
    call = nil
  }

  /// Makes a selector that only names a method.
  public init(stringLiteral name: String) { self.init(name) }

  /// Makes a selector of a method of a type; an observer of another type stops the program, as it does where a method is
  /// not recognized.
  public init<Target>(
    _ name: String, of _: Target.Type, _ call: @escaping (Target, Notification) -> Void
  ) {
    self.name = name
    self.call = { observer, notification in
      guard let target = observer as? Target else {
        preconditionFailure(
          "'\(name)' is a method of \(Target.self), and the observer is a \(type(of: observer)); add an observer that has it."
        )
      }
      call(target, notification)
    }
  }

  func perform(on target: Any, _ notification: Notification) { call?(target, notification) }

  /// Selectors of the same name are equal.
  public static func == (one: Selector, other: Selector) -> Bool { one.name == other.name }

  /// Feeds the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The name.
  public var description: String { name }
}

/// Returns the name of a selector.
public func NSStringFromSelector(_ selector: Selector) -> String { selector.name }

extension NotificationCenter {
  /// Lets a method of an object be called for each notification; the object is not kept.
  public func addObserver(
    _ observer: Any, selector: Selector, name: Notification.Name?, object: Any?
  ) {
    guard let target = observer as AnyObject? else { return }
    SelectorObservers.add(target, selector, name, object, to: self)
  }

  /// Ends the notification of an object, or that of a token.
  public func _removeObserver(_ observer: Any) {
    SelectorObservers.remove(observer as AnyObject, name: nil, from: self)
    if observer is any NSObjectProtocol { removeObserver(observer) }
  }

  /// Ends the notification of an object of one name.
  public func _removeObserver(_ observer: Any, name: Notification.Name?, object: Any?) {
    SelectorObservers.remove(observer as AnyObject, name: name, from: self)
    if let observer = observer as? any NSObjectProtocol {
      removeObserver(observer, name: name, object: object)
    }
  }
}

/// The objects whose methods are called for notifications.
private enum SelectorObservers {
  private final class Entry {
    weak var target: AnyObject?
    let name: Notification.Name?
    let center: NotificationCenter
    var token: (any NSObjectProtocol)?

    init(_ target: AnyObject, _ name: Notification.Name?, _ center: NotificationCenter) {
      self.target = target
      self.name = name
      self.center = center
    }
  }

  private static let lock = NSLock()
  nonisolated(unsafe) private static var entries: [ObjectIdentifier: [Entry]] = [:]

  static func add(
    _ target: AnyObject, _ selector: Selector, _ name: Notification.Name?, _ object: Any?,
    to center: NotificationCenter
  ) {
    let entry = Entry(target, name, center)
    entry.token = center.addObserver(forName: name, object: object, queue: nil) {
      [weak entry] notification in
      guard let entry else { return }
      if let target = entry.target {
        selector.perform(on: target, notification)
      } else if let token = entry.token {
        center.removeObserver(token)
      }
    }
    lock.withLock { entries[ObjectIdentifier(target), default: []].append(entry) }
  }

  static func remove(_ target: AnyObject, name: Notification.Name?, from center: NotificationCenter)
  {
    let key = ObjectIdentifier(target)
    let removed = lock.withLock { () -> [Entry] in
      let known = entries[key] ?? []
      let ends: (Entry) -> Bool = { $0.center === center && (name == nil || $0.name == name) }
      let rest = known.filter { !ends($0) }
      entries[key] = rest.isEmpty ? nil : rest
      return known.filter(ends)
    }
    for entry in removed { entry.token.map(center.removeObserver) }
  }
}
