/**
 * Budget of the fast lane: counted expensive work. Seconds depend on the machine and its load; these numbers are nearly
 * the same everywhere.
 *
 * They take most of the lane's time. On one core a database takes about 5 ms, an app 50 ms, a thread 100 ms and a
 * process 400 ms. A change that needs more raises its number here, where reviewers see it.
 */
import { existsSync, readFileSync } from 'node:fs'
import type { Work } from '../test/support/programs/work.ts'

/**
 * The measured counts plus 10 %. A slow machine starts more apps, because some tests keep an app for only three
 * seconds.
 */
const BUDGET: Record<Work, number> = { databases: 1_450, apps: 900, processes: 4, threads: 34 }

export type Counts = Record<Work, number>

/** Work of one process of the run. */
export interface ProcessWork {
  /** Its entry file. */
  entry: string
  /** With its ended children, ms. */
  cpuTimeMs: number
  counts: Partial<Counts>
}

/** @param file one line of JSON per process, written by `count-work.ts`; absent if all processes were killed */
export const readWork = (file: string): ProcessWork[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : []

export function addCounts(works: readonly ProcessWork[]): Counts {
  const total: Counts = { databases: 0, apps: 0, processes: 0, threads: 0 }
  for (const { counts } of works) for (const [kind, count] of Object.entries(counts)) total[kind as Work] += count
  return total
}

const LISTED = 30

/**
 * Lists the processes with the most CPU time, and the total.
 *
 * @param names names of the processes by entry file
 */
export function formatCpuTimes(works: readonly ProcessWork[], names: ReadonlyMap<string, string>): string {
  const tests = works.filter(({ entry }) => names.has(entry))
  const most = tests.toSorted((one, other) => other.cpuTimeMs - one.cpuTimeMs).slice(0, LISTED)
  const totalMs = tests.reduce((sum, { cpuTimeMs }) => sum + cpuTimeMs, 0)
  const lines = [
    ...most.map(({ entry, cpuTimeMs }) => [cpuTimeMs, names.get(entry)!] as const),
    [totalMs, 'in total'] as const,
  ]
  return `CPU time:\n${lines.map(([ms, name]) => `${(ms / 1_000).toFixed(1).padStart(8)} s  ${name}\n`).join('')}`
}

/** @returns one sentence for each exceeded kind of work */
export const listExcesses = (counts: Counts, budget = BUDGET): string[] =>
  (Object.keys(budget) as Work[])
    .filter((kind) => counts[kind] > budget[kind])
    .map((kind) => `The tests of the fast lane start ${counts[kind]} ${kind}, and the budget is ${budget[kind]}.`)
