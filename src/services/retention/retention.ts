/** Deletes data beyond the retention of its plan: a daily run over all data. */
import { DAY_MS } from '../../core/platform/time/time.ts'
import { getRetentionRunDay } from '../../store/retention/retention-run.ts'
import { pruneMonitors, releaseSpace } from './retention-monitors.ts'
import { pruneAccounts, pruneOrganizations, pruneProjects } from './retention-organizations.ts'
import { type RetentionContext, type RetentionStep, type RunDefinition, runStep } from './retention-run.ts'

/** Order matters: monitors use the terms of their organizations, and days of blocks are dropped after all monitors. */
const RETENTION: RunDefinition = {
  id: 1,
  periodMs: DAY_MS,
  stages: {
    organizations: pruneOrganizations,
    projects: pruneProjects,
    monitors: pruneMonitors,
    accounts: pruneAccounts,
    space: releaseSpace,
  },
}

export const runRetentionStep = (context: RetentionContext, rows?: number): Promise<RetentionStep> =>
  runStep(context, RETENTION, rows)

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
