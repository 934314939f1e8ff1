/**
 * Monitors that depend on others, as shops behind a router do: while the other one is down, it is what people are told
 * of. Dependencies make no circle, or everything in it would wait for everything else.
 */

/** The keys of what each depends on, by its own key, in the user's order. */
type Dependencies = ReadonlyMap<number, readonly number[]>

/** What one monitor may depend on directly. */
export const MAX_DEPENDENCIES = 20

/** The longest chain: so many monitors may lie one behind the other, above the last of them. */
const MAX_CHAIN_LENGTH = 5

/** One dependency. */
export interface DependencyLink {
  monitorKey: number
  parentKey: number
}

/** @param links of each monitor in the user's order */
export function groupByMonitor(links: readonly DependencyLink[]): Dependencies {
  const dependencies = new Map<number, number[]>()
  for (const { monitorKey, parentKey } of links) {
    const parents = dependencies.get(monitorKey)
    if (parents) parents.push(parentKey)
    else dependencies.set(monitorKey, [parentKey])
  }
  return dependencies
}

/** The same, seen from the other end: what depends on each. */
export const groupByParent = (links: readonly DependencyLink[]): Dependencies =>
  groupByMonitor(links.map(({ monitorKey, parentKey }) => ({ monitorKey: parentKey, parentKey: monitorKey })))

/** Everything that a monitor depends on, the nearest first, each once. */
export function listAncestors(key: number, dependencies: Dependencies): number[] {
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
function findCycle(key: number, dependencies: Dependencies): number[] | null {
  const seen = new Set<number>()
  const walk = (at: number, path: readonly number[]): number[] | null => {
    for (const parent of dependencies.get(at) ?? []) {
      if (parent === key) return [...path, parent]
      if (seen.has(parent)) continue
      seen.add(parent)
      const found = walk(parent, [...path, parent])
      if (found) return found
    }
    return null
  }
  return walk(key, [key])
}

/** The longest chain that begins at a monitor, which is its first link. @param dependencies without a circle */
export function findLongestChain(key: number, dependencies: Dependencies): number[] {
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
interface DependencyIssue {
  kind: 'circle' | 'chain'
  keys: number[]
}

/**
 * @param above what the monitor would depend on, and what that depends on
 * @param below what depends on it now, and what depends on that
 */
export function findDependencyIssue(
  key: number,
  above: readonly DependencyLink[],
  below: readonly DependencyLink[],
): DependencyIssue | null {
  const dependencies = groupByMonitor(above)
  const cycle = findCycle(key, dependencies)
  if (cycle) return { kind: 'circle', keys: cycle }
  const up = findLongestChain(key, dependencies)
  const down = findLongestChain(key, groupByParent(below)).slice(1).reverse()
  const chain = [...down, ...up]
  return chain.length > MAX_CHAIN_LENGTH + 1 ? { kind: 'chain', keys: chain } : null
}

/** In words, each monitor before the one that it depends on. */
export function describeDependencyIssue({ kind, keys }: DependencyIssue, nameOf: (key: number) => string): string {
  const path = keys.map((key) => `"${nameOf(key)}"`).join(' -> ')
  return kind === 'circle'
    ? `would create a cycle: ${path}`
    : `would create a chain of ${keys.length - 1} dependencies; at most ${MAX_CHAIN_LENGTH} are allowed: ${path}`
}
