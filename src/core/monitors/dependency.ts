/**
 * Dependencies between monitors, for example of servers behind a router. While a dependency is down, users are notified
 * only of the dependency. Dependencies must not form a cycle, or its monitors would all wait for each other.
 */

/** Keys of the dependencies of each monitor, by monitor key, in the user's order. */
export type Dependencies = ReadonlyMap<number, readonly number[]>

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
 * @param dependencies planned dependencies of the monitor, and their dependencies
 * @param dependents current dependents of the monitor, and their dependents
 */
export function findDependencyIssue(
  key: number,
  dependencies: Dependencies,
  dependents: Dependencies,
): DependencyIssue | null {
  const cycle = findCycle(key, dependencies)
  if (cycle) return { kind: 'cycle', keys: cycle }
  const up = findLongestChain(key, dependencies)
  const down = findLongestChain(key, dependents).slice(1).reverse()
  const chain = [...down, ...up]
  return chain.length > MAX_CHAIN_LENGTH + 1 ? { kind: 'chain', keys: chain } : null
}

/**
 * Finds the monitors whose planned dependencies are not allowed. Changes that are allowed together need no order: two
 * monitors may swap their dependency. Otherwise each monitor is compared with the monitors accepted before it.
 *
 * @param current links of all monitors that a chain could contain
 * @param planned new dependencies by monitor key, in the order of the request
 */
export function findDependencyIssues(
  current: readonly DependencyLink[],
  planned: Dependencies,
): Map<number, DependencyIssue> {
  const dependencies = new Map(groupByMonitor(current))
  if (areAllowed([...planned.keys()], new Map([...dependencies, ...planned]))) return new Map()
  const dependents = new Map(groupByParent(current))
  const issues = new Map<number, DependencyIssue>()
  for (const [key, parents] of planned) {
    const before = dependencies.get(key) ?? []
    const issue = findDependencyIssue(key, dependencies.set(key, parents), dependents)
    if (issue) {
      issues.set(key, issue)
      dependencies.set(key, before)
      continue
    }
    for (const parent of before)
      dependents.set(
        parent,
        dependents.get(parent)!.filter((each) => each !== key),
      )
    for (const parent of parents) dependents.set(parent, [...(dependents.get(parent) ?? []), key])
  }
  return issues
}

/** The current links contain no cycle, so every cycle contains a changed monitor. */
function areAllowed(keys: readonly number[], dependencies: Dependencies): boolean {
  if (keys.some((key) => findCycle(key, dependencies) !== null)) return false
  const links = [...dependencies].flatMap(([monitorKey, parents]) =>
    parents.map((parentKey) => ({ monitorKey, parentKey })),
  )
  const dependents = groupByParent(links)
  return keys.every((key) => findDependencyIssue(key, dependencies, dependents) === null)
}

/** Describes the issue. Each monitor precedes the monitor that it depends on. */
export function describeDependencyIssue({ kind, keys }: DependencyIssue, nameOf: (key: number) => string): string {
  const path = keys.map((key) => `"${nameOf(key)}"`).join(' -> ')
  return kind === 'cycle'
    ? `would create a cycle: ${path}`
    : `would create a chain of ${keys.length - 1} dependencies; at most ${MAX_CHAIN_LENGTH} are allowed: ${path}`
}
