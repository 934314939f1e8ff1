/**
 * Dependencies between monitors, for example of servers behind a router. While a dependency is down, users are notified
 * only of the dependency. Dependencies must not form a cycle, or its monitors would all wait for each other.
 */

/** Keys of the dependencies of each monitor, by monitor key, in the user's order. */
type Dependencies = ReadonlyMap<number, readonly number[]>

/** Maximum number of direct dependencies of a monitor. */
export const MAX_DEPENDENCIES = 20

/** Maximum number of dependencies in a chain that starts at a monitor. */
const MAX_CHAIN_LENGTH = 5

/** A direct dependency of one monitor on another. */
export interface DependencyLink {
  monitorKey: number
  parentKey: number
}

/**
 * Groups links by monitor.
 *
 * @param links in the user's order for each monitor
 */
export function groupByMonitor(links: readonly DependencyLink[]): Dependencies {
  const dependencies = new Map<number, number[]>()
  for (const { monitorKey, parentKey } of links) {
    const parents = dependencies.get(monitorKey)
    if (parents) parents.push(parentKey)
    else dependencies.set(monitorKey, [parentKey])
  }
  return dependencies
}

/** Groups the links in the opposite direction: the dependents of each monitor. */
export const groupByParent = (links: readonly DependencyLink[]): Dependencies =>
  groupByMonitor(links.map(({ monitorKey, parentKey }) => ({ monitorKey: parentKey, parentKey: monitorKey })))

/** Returns all direct and indirect dependencies of a monitor, the nearest first, each once. */
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
 * Returns the cycle from a monitor back to itself; null when there is none. The first and the last key are the
 * monitor's key.
 *
 * @param dependencies planned dependencies; without the dependencies of this monitor they contain no cycle
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

/**
 * Returns the longest chain that begins with a monitor.
 *
 * @param dependencies must not contain a cycle
 */
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

/** Reason why a dependency is not allowed: the keys of the cycle or of the chain that would result. */
interface DependencyIssue {
  kind: 'cycle' | 'chain'
  keys: number[]
}

/**
 * Finds the reason why the planned dependencies of a monitor are not allowed.
 *
 * @param above planned dependencies of the monitor, and their dependencies
 * @param below current dependents of the monitor, and their dependents
 */
export function findDependencyIssue(
  key: number,
  above: readonly DependencyLink[],
  below: readonly DependencyLink[],
): DependencyIssue | null {
  const dependencies = groupByMonitor(above)
  const cycle = findCycle(key, dependencies)
  if (cycle) return { kind: 'cycle', keys: cycle }
  const up = findLongestChain(key, dependencies)
  const down = findLongestChain(key, groupByParent(below)).slice(1).reverse()
  const chain = [...down, ...up]
  return chain.length > MAX_CHAIN_LENGTH + 1 ? { kind: 'chain', keys: chain } : null
}

/** Describes the issue. Each monitor precedes the monitor that it depends on. */
export function describeDependencyIssue({ kind, keys }: DependencyIssue, nameOf: (key: number) => string): string {
  const path = keys.map((key) => `"${nameOf(key)}"`).join(' -> ')
  return kind === 'cycle'
    ? `would create a cycle: ${path}`
    : `would create a chain of ${keys.length - 1} dependencies; at most ${MAX_CHAIN_LENGTH} are allowed: ${path}`
}
