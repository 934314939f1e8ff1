/** The part of a Map or a WeakMap that is needed. */
interface Entries<K, V> {
  get(key: K): V | undefined
  set(key: K, value: V): unknown
}

/** Returns the value of a key, and creates it first when there is none. Node 24 has no `getOrInsertComputed`. */
export function getOrCreate<K, V>(entries: Entries<K, V>, key: K, create: (key: K) => V): V {
  const known = entries.get(key)
  if (known !== undefined) return known
  const value = create(key)
  entries.set(key, value)
  return value
}
