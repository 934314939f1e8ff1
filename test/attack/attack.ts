/** One attack on the running program: what it does, what must hold, and what came of it. */
import type { Stage } from './stage/stage.ts'

export const DATABASES = ['sqlite', 'postgres'] as const
export type Database = (typeof DATABASES)[number]

export interface Attack {
  /** The argument that selects it. */
  name: string
  title: string
  /** Must hold, as one sentence with its limits. */
  bar: string
  /** Databases that can make a difference. */
  databases: readonly Database[]
  /** Waits for real timeouts most of the time, so that attacks of this kind run at the same time. */
  isWaiting?: boolean
  /** Records figures and failures on the stage. An exception is a failure too. */
  run(stage: Stage): Promise<void>
}

export const defineAttack = (attack: Attack): Attack => attack

export type Outcome = 'passed' | 'failed' | 'not run'

export interface AttackReport {
  name: string
  title: string
  bar: string
  database: Database
  outcome: Outcome
  /** Measured figures, in the order of measurement. */
  figures: Record<string, string | number>
  /** The bars that did not hold, or why the attack did not run. */
  reasons: string[]
  seconds: number
}

/** The machine lacks something that the attack needs. Never counted as passed. */
export class NotRun extends Error {}

/** One attack as lines for people. */
export function formatReport({ name, title, bar, database, outcome, figures, reasons, seconds }: AttackReport): string {
  const measured = Object.entries(figures).map(([figure, value]) => `    ${figure}: ${value}`)
  const head = `${outcome.toUpperCase().padEnd(8)} ${name} on ${database}: ${title} (${seconds} s)`
  return [head, `    bar: ${bar}`, ...measured, ...reasons.map((reason) => `    ! ${reason}`)].join('\n')
}

/** 1 when a bar did not hold; attacks that did not run are no failures, and no passes. */
export const exitCodeOf = (reports: readonly AttackReport[]): number =>
  reports.some(({ outcome }) => outcome === 'failed') ? 1 : 0
