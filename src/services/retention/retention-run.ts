/**
 * Periodic runs over all data, in steps so small that no request waits noticeably. Each step moves the stored cursor in
 * its transaction. A crash loses nothing, and any server can run the next step.
 */

import type { Tx } from '../../store/platform/store.ts'
import { lockRetentionRun, type RetentionRun, saveRetentionRun } from '../../store/retention/retention-run.ts'
import type { Context } from '../platform/context.ts'

/** A periodic run over all data. */
export interface RunDefinition {
  /** Key of its row in `retention_run`. */
  id: number
  /** A run begins at a multiple of this time. */
  periodMs: number
  /** By name, in order. */
  stages: Readonly<Record<string, RetentionStage>>
}

const FINISHED = 'over'

export type RetentionStep =
  /** Another server is running a step. */
  | { kind: 'busy' }
  /** Nothing to do before this time, Unix ms. */
  | { kind: 'rest'; until: number }
  /** @param finished affected rows by table after the last step of a run; otherwise null */
  | { kind: 'step'; finished: Record<string, number> | null }

/** Rows deleted in one transaction, which takes some milliseconds. */
const ROWS_PER_STEP = 1_000

export async function runStep(
  context: RetentionContext,
  { id, periodMs, stages }: RunDefinition,
  rows = ROWS_PER_STEP,
): Promise<RetentionStep> {
  const names = Object.keys(stages)
  return context.store.transact(async (tx) => {
    const last = await lockRetentionRun(tx, id)
    if (!last) return { kind: 'busy' }
    const present = Math.floor(context.now() / periodMs) * periodMs
    if (last.stage === FINISHED && last.startsAt >= present) return { kind: 'rest', until: last.startsAt + periodMs }
    const run = last.stage === FINISHED ? createRun(last, present, names[0]!) : last
    const deleted = { ...run.deleted }
    const cursor = await stages[run.stage]!(tx, context, run, new RowBudget(rows, deleted))
    const next = cursor === null ? (names[names.indexOf(run.stage) + 1] ?? FINISHED) : run.stage
    await saveRetentionRun(tx, id, { ...run, deleted, stage: next, cursor: cursor ?? '' })
    return { kind: 'step', finished: next === FINISHED ? deleted : null }
  })
}

const createRun = (last: RetentionRun, startsAt: number, stage: string): RetentionRun => ({
  startsAt,
  stage,
  cursor: '',
  previousStart: last.startsAt,
  deleted: {},
})

export type RetentionContext = Pick<Context, 'store' | 'now' | 'plans'>

/** Number of rows a step may still delete, and the rows it has deleted. */
export class RowBudget {
  left: number
  readonly deleted: Record<string, number>

  /** @param deleted receives the counts by table */
  constructor(rows: number, deleted: Record<string, number>) {
    this.left = rows
    this.deleted = deleted
  }

  take(table: string, rows: number): void {
    if (rows === 0) return
    this.left -= rows
    this.deleted[table] = (this.deleted[table] ?? 0) + rows
  }
}

/**
 * Runs one step of a stage: one page of its rows.
 *
 * @returns the cursor to continue after; null at the end of the stage
 */
export type RetentionStage = (
  tx: Tx,
  context: RetentionContext,
  run: RetentionRun,
  budget: RowBudget,
) => Promise<string | null>
