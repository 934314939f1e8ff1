/** An attack on the running program: its actions, its limits, and its result. */
import type { Stage } from './stage/stage.ts'

export const DATABASES = ['sqlite', 'postgres'] as const
export type Database = (typeof DATABASES)[number]

export interface Attack {
  /** The command-line argument that selects the attack. */
  name: string
  title: string
  /** The requirement with its limits. */
  bar: string
  /** Databases on which the result can differ. */
  databases: readonly Database[]
  /** Mostly waits for real timeouts. Such attacks run concurrently. */
  isWaiting?: boolean
  /** Records figures and failures on the stage. An exception also counts as a failure. */
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
  /** Figures in the order of measurement. */
  figures: Record<string, string | number>
  /** The failed requirements, or why the attack did not run. */
  reasons: string[]
  seconds: number
}

/** The machine lacks a requirement of the attack, which then never counts as passed. */
export class NotRun extends Error {}

/** Formats the report of one attack as text lines. */
export function formatReport({ name, title, bar, database, outcome, figures, reasons, seconds }: AttackReport): string {
  const measured = Object.entries(figures).map(([figure, value]) => `    ${figure}: ${value}`)
  const head = `${outcome.toUpperCase().padEnd(8)} ${name} on ${database}: ${title} (${seconds} s)`
  return [head, `    bar: ${bar}`, ...measured, ...reasons.map((reason) => `    ! ${reason}`)].join('\n')
}

/** Returns 1 when a requirement failed. Attacks that did not run count as neither failed nor passed. */
export const exitCodeOf = (reports: readonly AttackReport[]): number =>
  reports.some(({ outcome }) => outcome === 'failed') ? 1 : 0
