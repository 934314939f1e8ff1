/**
 * Budget of the fast lane: counted expensive work. Seconds depend on the machine and its load; these numbers are nearly
 * the same everywhere.
 *
 * They take most of the lane's time. On one core a database takes about 5 ms, an app 50 ms, a thread 100 ms and a
 * process 400 ms. A change that needs more raises its number here, where reviewers see it.
 */
import { readFileSync } from 'node:fs'
import type { Work } from '../test/support/programs/work.ts'

/**
 * The measured counts plus 10 %. A slow machine starts more apps, because some tests keep an app for only three
 * seconds.
 */
const BUDGET: Record<Work, number> = { databases: 1_450, apps: 900, processes: 4, threads: 34 }

export type Counts = Record<Work, number>

/** @param file one line of JSON per process, written by `count-work.ts` */
export function readCounts(file: string): Counts {
  const total: Counts = { databases: 0, apps: 0, processes: 0, threads: 0 }
  for (const line of readFileSync(file, 'utf8').trim().split('\n'))
    for (const [kind, count] of Object.entries(JSON.parse(line))) total[kind as Work] += count as number
  return total
}

/** @returns one sentence for each exceeded kind of work */
export const listExcesses = (counts: Counts, budget = BUDGET): string[] =>
  (Object.keys(budget) as Work[])
    .filter((kind) => counts[kind] > budget[kind])
    .map((kind) => `The tests of the fast lane start ${counts[kind]} ${kind}, and the budget is ${budget[kind]}.`)
