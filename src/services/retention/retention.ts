/**
 * Deletes data beyond the retention of its plan: a daily run over all data, in steps so small that no request waits
 * noticeably. Each step moves the stored cursor in its transaction. A crash loses nothing, and any server can run the
 * next step.
 */
import { DAY_MS, startOfDay } from '../../core/platform/time/time.ts'
import {
  getRetentionRunDay,
  lockRetentionRun,
  type RetentionRun,
  saveRetentionRun,
} from '../../store/retention/retention-run.ts'
import { pruneMonitors } from './retention-monitors.ts'
import { pruneAccounts, pruneOrganizations, pruneProjects } from './retention-organizations.ts'
import { releaseSpace } from './retention-space.ts'
import { type RetentionContext, type RetentionStage, RowBudget } from './retention-stage.ts'

/** Order matters: monitors use the terms of their organizations, and days of results are dropped after all monitors. */
const STAGES: Readonly<Record<string, RetentionStage>> = {
  organizations: pruneOrganizations,
  projects: pruneProjects,
  monitors: pruneMonitors,
  accounts: pruneAccounts,
  space: releaseSpace,
}
const NAMES = Object.keys(STAGES)
const FINISHED = 'over'

export type RetentionStep =
  /** Another server is running a step. */
  | { kind: 'busy' }
  /** Nothing to do before this time, Unix ms. */
  | { kind: 'rest'; until: number }
  /** @param finished deleted rows by table after the last step of a run; otherwise null */
  | { kind: 'step'; finished: Record<string, number> | null }

/** Rows deleted in one transaction, which takes some milliseconds. */
const ROWS_PER_STEP = 1_000

export async function runRetentionStep(context: RetentionContext, rows = ROWS_PER_STEP): Promise<RetentionStep> {
  return context.store.transact(async (tx) => {
    const last = await lockRetentionRun(tx)
    if (!last) return { kind: 'busy' }
    const today = startOfDay(context.now())
    if (last.stage === FINISHED && last.day >= today) return { kind: 'rest', until: last.day + DAY_MS }
    const run = last.stage === FINISHED ? createRun(last, today) : last
    const deleted = { ...run.deleted }
    const after = await STAGES[run.stage]!(tx, context, run, new RowBudget(rows, deleted))
    const next = after === null ? getNextStage(run.stage) : run.stage
    await saveRetentionRun(tx, { ...run, deleted, stage: next, cursor: after ?? '' })
    return { kind: 'step', finished: next === FINISHED ? deleted : null }
  })
}

const createRun = ({ day }: RetentionRun, today: number): RetentionRun => ({
  day: today,
  stage: NAMES[0]!,
  cursor: '',
  previousDay: day,
  deleted: {},
})

const getNextStage = (name: string): string => NAMES[NAMES.indexOf(name) + 1] ?? FINISHED

/** Returns the day of the last run, as its first ms. */
export const getLastRunDay = ({ store }: RetentionContext): Promise<number> => getRetentionRunDay(store.db)

/** Creates the storage for results of the next days. Returns false while a long-running read blocks it. */
export async function prepareDays({ store, now }: RetentionContext): Promise<boolean> {
  try {
    await store.transact((tx) => store.traits.space.prepare(tx, now()))
    return true
  } catch (error) {
    if (store.traits.isBusy(error)) return false
    throw error
  }
}
