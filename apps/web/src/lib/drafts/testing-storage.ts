/** A browser storage, whose keys are its own properties. */
export function createStorage(): Storage {
  const storage = Object.create({
    getItem: (name: string) => (Object.hasOwn(storage, name) ? storage[name] : null),
    setItem: (name: string, text: string) => void Reflect.set(storage, name, text),
    removeItem: (name: string) => void Reflect.deleteProperty(storage, name),
  });
  return storage;
}
