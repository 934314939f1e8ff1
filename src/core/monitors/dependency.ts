/**
 * Monitors that depend on others, as shops behind a router do: while the other one is down, it is what people are told
 * of. Dependencies make no circle, or everything in it would wait for everything else.
 */

/** The keys of what each depends on, by its own key, in the user's order. */
type Dependencies = ReadonlyMap<number, readonly number[]>

/** What one monitor may depend on directly. */
export const MOST_PARENTS = 20

/** The longest chain: so many monitors may lie one behind the other, above the last of them. */
const LONGEST_CHAIN = 5

/** One dependency. */
export interface Dependency {
  monitorKey: number
  parentKey: number
}

/** @param links of each monitor in the user's order */
export function dependenciesOf(links: readonly Dependency[]): Dependencies {
  const dependencies = new Map<number, number[]>()
  for (const { monitorKey, parentKey } of links) {
    const parents = dependencies.get(monitorKey)
    if (parents) parents.push(parentKey)
    else dependencies.set(monitorKey, [parentKey])
  }
  return dependencies
}

/** The same, seen from the other end: what depends on each. */
export const dependentsOf = (links: readonly Dependency[]): Dependencies =>
  dependenciesOf(links.map(({ monitorKey, parentKey }) => ({ monitorKey: parentKey, parentKey: monitorKey })))

/** Everything that a monitor depends on, the nearest first, each once. */
export function ancestorsOf(key: number, dependencies: Dependencies): number[] {
  const found = new Set<number>()
  let level = [key]
  while (level.length > 0) {
    const next: number[] = []
    for (const parent of level.flatMap((each) => dependencies.get(each) ?? [])) {
      if (found.has(parent)) continue
      found.add(parent)
      next.push(parent)
    }
    level = next
  }
  return [...found]
}

/**
 * The way from a monitor back to itself, both ends being it; null when there is none.
 *
 * @param dependencies as they would be; without those of the monitor they make no circle
 */
function findCircle(key: number, dependencies: Dependencies): number[] | null {
  const seen = new Set<number>()
  const walk = (at: number, way: readonly number[]): number[] | null => {
    for (const parent of dependencies.get(at) ?? []) {
      if (parent === key) return [...way, parent]
      if (seen.has(parent)) continue
      seen.add(parent)
      const found = walk(parent, [...way, parent])
      if (found) return found
    }
    return null
  }
  return walk(key, [key])
}

/** The longest chain that begins at a monitor, which is its first link. @param dependencies without a circle */
export function longestChain(key: number, dependencies: Dependencies): number[] {
  const known = new Map<number, number[]>()
  const chainFrom = (at: number): number[] => {
    const done = known.get(at)
    if (done) return done
    const longest = (dependencies.get(at) ?? [])
      .map(chainFrom)
      .reduce<number[]>((best, chain) => (chain.length > best.length ? chain : best), [])
    const chain = [at, ...longest]
    known.set(at, chain)
    return chain
  }
  return chainFrom(key)
}

/** Why a monitor may not depend on something: the keys of the circle or of the chain that would come of it. */
interface DependencyFault {
  kind: 'circle' | 'chain'
  keys: number[]
}

/**
 * @param above what the monitor would depend on, and what that depends on
 * @param below what depends on it now, and what depends on that
 */
export function findFault(
  key: number,
  above: readonly Dependency[],
  below: readonly Dependency[],
): DependencyFault | null {
  const dependencies = dependenciesOf(above)
  const circle = findCircle(key, dependencies)
  if (circle) return { kind: 'circle', keys: circle }
  const up = longestChain(key, dependencies)
  const down = longestChain(key, dependentsOf(below)).slice(1).reverse()
  const chain = [...down, ...up]
  return chain.length > LONGEST_CHAIN + 1 ? { kind: 'chain', keys: chain } : null
}

/** In words, each monitor before the one that it depends on. */
export function faultInWords({ kind, keys }: DependencyFault, nameOf: (key: number) => string): string {
  const way = keys.map((key) => `"${nameOf(key)}"`).join(' -> ')
  return kind === 'circle'
    ? `would make a circle: ${way}`
    : `would make a chain of ${keys.length - 1} dependencies, and at most ${LONGEST_CHAIN} are allowed: ${way}`
}
