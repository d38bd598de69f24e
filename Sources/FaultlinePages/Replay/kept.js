'use strict';
// What a reader has answered stays on the device, as far as the browser keeps anything for a page.
const kept = (() => {
const mark = 'faultline ';
const own = new Map();
let store = null;
try {
  store = localStorage;
  store.setItem(mark, '1');
  store.removeItem(mark);
} catch { store = null; }
return {
  isKept: () => store !== null,
  read: name => {
    let text = own.get(name);
    try { text = store ? store.getItem(mark + name) : text; } catch { }
    try {
      const value = JSON.parse(text || '{}');
      return value && typeof value === 'object' ? value : {};
    } catch { return {}; }
  },
  write: (name, value) => {
    const text = JSON.stringify(value);
    own.set(name, text);
    try { if (store) store.setItem(mark + name, text); } catch { store = null; }
  },
  forget: name => {
    own.delete(name);
    try { if (store) store.removeItem(mark + name); } catch { }
  },
};
})();
// A list of entries, whatever stands in the storage.
const entries = value => Array.isArray(value) ? value.filter(Array.isArray) : [];
