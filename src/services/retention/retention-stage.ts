/** Retention stages and their row budget. */

import type { Tx } from '../../store/platform/store.ts'
import type { RetentionRun } from '../../store/retention/retention-run.ts'
import type { Context } from '../platform/context.ts'

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
