/** Keys of the resources of a project in its configuration document. */
import type { Managed } from '../platform/managed.ts'
import { SlugList, toSlug } from '../platform/slug.ts'

interface Keyed extends Managed {
  id: string
  name: string
}

/**
 * Returns the key of each resource by its id. A resource that was never applied gets a key from its name. Older
 * resources choose first, so that a new resource changes no existing key.
 *
 * @param fallback key of a name without any letter or digit
 */
export function assignKeys(resources: readonly Keyed[], fallback: string): Map<string, string> {
  const keys = new Map(resources.flatMap(({ id, origin }) => (origin ? [[id, origin.key] as const] : [])))
  const slugs = new SlugList(keys.values())
  const unnamed = resources.filter(({ origin }) => !origin)
  for (const { id, name } of unnamed.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    keys.set(id, slugs.take(toSlug(name, fallback)))
  return keys
}
