/**
 * Dependencies between monitors, for example of servers behind a router. While a dependency is down, users are notified
 * only of the dependency. Dependencies must not form a cycle, or its monitors would all wait for each other.
 */

import { getOrCreate } from '../platform/maps.ts'

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

/** Reason why a dependency is not allowed: the keys of the cycle or of the chain that would result. */
interface DependencyIssue {
  kind: 'cycle' | 'chain' | 'unchecked'
  keys: readonly number[]
}

/** How often each link is followed at most, on average. Only thousands of refused dependencies take more. */
const MAX_VISITS = 50

/** Links and monitors that are visited between two yields. */
const WORK_AT_ONCE = 5_000

/** Links in both directions. They change while monitors are compared. */
class LinkGraph {
  readonly #parents = new Map<number, readonly number[]>()
  readonly #children = new Map<number, Set<number>>()
  /** Number of links followed. */
  steps = 0

  constructor(links: readonly DependencyLink[]) {
    for (const [key, parents] of groupByMonitor(links)) this.replace(key, parents)
  }

  /** Replaces the dependencies of a monitor, and returns the previous ones. */
  replace(key: number, parents: readonly number[]): readonly number[] {
    const before = this.#listParents(key)
    for (const parent of before) this.#children.get(parent)!.delete(key)
    for (const parent of parents) getOrCreate(this.#children, parent, () => new Set()).add(key)
    this.#parents.set(key, parents)
    return before
  }

  readonly #listParents = (key: number): readonly number[] => this.#parents.get(key) ?? []
  readonly #listChildren = (key: number): Iterable<number> => this.#children.get(key) ?? []

  /** Returns whether no chain through these monitors is too long. A cycle is an endless chain. */
  areAllowed(keys: readonly number[]): boolean {
    const [above, below] = [new Map<number, number>(), new Map<number, number>()]
    return keys.every((key) => {
      const up = this.#measure(key, this.#listParents, above, MAX_CHAIN_LENGTH)
      return up !== null && this.#measure(key, this.#listChildren, below, MAX_CHAIN_LENGTH - up) !== null
    })
  }

  /**
   * Returns the number of links in the longest chain that begins with a monitor; null if it exceeds the limit. The
   * search ends there, so each link is followed once.
   *
   * @param known lengths of chains that were followed to their end
   */
  #measure(
    key: number,
    list: (key: number) => Iterable<number>,
    known: Map<number, number>,
    limit: number,
  ): number | null {
    let longest = known.get(key) ?? 0
    if (known.has(key)) return longest <= limit ? longest : null
    for (const next of list(key)) {
      this.steps++
      const length = limit === 0 ? null : this.#measure(next, list, known, limit - 1)
      if (length === null) return null
      longest = Math.max(longest, length + 1)
    }
    known.set(key, longest)
    return longest
  }

  /** Returns why the dependencies of a monitor are refused. Without them, the links contain no cycle. */
  findIssue(key: number): DependencyIssue {
    const cycle = this.#findCycle(key)
    if (cycle) return { kind: 'cycle', keys: cycle }
    const [up, down] = [this.#findLongestChain(key, this.#listParents), this.#findLongestChain(key, this.#listChildren)]
    return { kind: 'chain', keys: [...down.slice(1).reverse(), ...up] }
  }

  /** Returns the shortest cycle from a monitor back to itself, which begins and ends with it; null if there is none. */
  #findCycle(key: number): number[] | null {
    const cameFrom = new Map<number, number>()
    const waiting = [key]
    for (const at of waiting)
      for (const parent of this.#listParents(at)) {
        this.steps++
        if (cameFrom.has(parent)) continue
        cameFrom.set(parent, at)
        if (parent === key) return this.#tracePath(key, cameFrom)
        waiting.push(parent)
      }
    return null
  }

  #tracePath(key: number, cameFrom: ReadonlyMap<number, number>): number[] {
    const path = [key]
    for (let at = cameFrom.get(key)!; at !== key; at = cameFrom.get(at)!) path.push(at)
    return [...path, key].reverse()
  }

  #findLongestChain(key: number, list: (key: number) => Iterable<number>): number[] {
    const known = new Map<number, number>()
    this.#measure(key, list, known, Number.POSITIVE_INFINITY)
    const chain: number[] = []
    for (let at: number | undefined = key; at !== undefined; ) {
      chain.push(at)
      const rest: number = known.get(at)! - 1
      at = [...list(at)].find((next) => known.get(next) === rest)
    }
    return chain
  }
}

/**
 * Finds the monitors whose planned dependencies are not allowed. Changes that are allowed together need no order: two
 * monitors may swap their dependency. Refused changes are halved, and the second half is compared with the
 * accepted monitors of the first.
 *
 * @param current links of all monitors that a chain could contain
 * @param planned new dependencies by monitor key, in the order of the request
 * @yields after each few milliseconds of work
 */
export function* findDependencyIssues(
  current: readonly DependencyLink[],
  planned: Dependencies,
): Generator<void, Map<number, DependencyIssue>> {
  const graph = new LinkGraph(current)
  const issues = new Map<number, DependencyIssue>()
  const maxSteps = MAX_VISITS * (current.length + planned.values().reduce((sum, { length }) => sum + length, 0))
  let work = 0
  function* compare(changes: readonly (readonly [key: number, parents: readonly number[]])[]): Generator<void> {
    const stepsBefore = graph.steps
    const keys = changes.map(([key]) => key)
    if (graph.steps > maxSteps) {
      for (const key of keys) issues.set(key, { kind: 'unchecked', keys: [] })
      return
    }
    const before = changes.map(([key, parents]) => [key, graph.replace(key, parents)] as const)
    const areAllowed = graph.areAllowed(keys)
    work += changes.length + graph.steps - stepsBefore
    if (work >= WORK_AT_ONCE) {
      work = 0
      yield
    }
    if (areAllowed) return
    if (changes.length === 1) issues.set(keys[0]!, graph.findIssue(keys[0]!))
    for (const [key, parents] of before) graph.replace(key, parents)
    if (changes.length === 1) return
    const half = Math.ceil(changes.length / 2)
    yield* compare(changes.slice(0, half))
    yield* compare(changes.slice(half))
  }
  yield* compare([...planned])
  return issues
}

/** Describes the issue. Each monitor precedes the monitor that it depends on. */
export function describeDependencyIssue({ kind, keys }: DependencyIssue, nameOf: (key: number) => string): string {
  if (kind === 'unchecked')
    return 'was not checked, because too many other dependencies are refused; correct them first'
  const path = keys.map((key) => `"${nameOf(key)}"`).join(' -> ')
  return kind === 'cycle'
    ? `would create a cycle: ${path}`
    : `would create a chain of ${keys.length - 1} dependencies; at most ${MAX_CHAIN_LENGTH} are allowed: ${path}`
}
