/**
 * Deletes what nobody's plan keeps any more: a walk a day over everything that there is, in steps so small that nobody
 * waits for one. How far it has come is a row that each step moves in its own transaction: a crash loses nothing, and
 * whichever server is free takes the next step.
 */
import { DAY_MS, startOfDay } from '../../core/platform/time/time.ts'
import { getWalkDay, lockWalk, saveWalk, type Walk } from '../../store/retention/retention-walk.ts'
import { accounts, organizations, projects } from './retention-keepers.ts'
import { monitors } from './retention-monitors.ts'
import { space } from './retention-space.ts'
import { type Keeping, Room, type Stage } from './stage.ts'

/** Monitors go by what their organizations may keep, and days of results are dropped when all monitors were seen. */
const STAGES: Readonly<Record<string, Stage>> = { organizations, projects, monitors, accounts, space }
const NAMES = Object.keys(STAGES)
const OVER = 'over'

export type RetentionStep =
  /** Another server is at it. */
  | { kind: 'busy' }
  /** Nothing to do before then, Unix ms. */
  | { kind: 'rest'; until: number }
  /** @param finished rows by table, when this was the last step of the walk */
  | { kind: 'step'; finished: Record<string, number> | null }

/** Rows deleted in one transaction: some milliseconds. */
const ROWS = 1_000

export async function stepRetention(keeping: Keeping, rows = ROWS): Promise<RetentionStep> {
  return keeping.store.transact(async (tx) => {
    const last = await lockWalk(tx)
    if (!last) return { kind: 'busy' }
    const today = startOfDay(keeping.now())
    if (last.stage === OVER && last.day >= today) return { kind: 'rest', until: last.day + DAY_MS }
    const walk = last.stage === OVER ? begin(last, today) : last
    const deleted = { ...walk.deleted }
    const after = await STAGES[walk.stage]!(tx, keeping, walk, new Room(rows, deleted))
    const next = after === null ? nextStage(walk.stage) : walk.stage
    await saveWalk(tx, { ...walk, deleted, stage: next, after: after ?? '' })
    return { kind: 'step', finished: next === OVER ? deleted : null }
  })
}

const begin = ({ day }: Walk, today: number): Walk => ({
  day: today,
  stage: NAMES[0]!,
  after: '',
  previousDay: day,
  deleted: {},
})

const nextStage = (name: string): string => NAMES[NAMES.indexOf(name) + 1] ?? OVER

/** Returns the day of the last walk, as its first ms. */
export const lastWalkDay = ({ store }: Keeping): Promise<number> => getWalkDay(store.db)

/** Sees to it that results of the next days have a place of their own. False when somebody reads for long just now. */
export async function prepareDays({ store, now }: Keeping): Promise<boolean> {
  try {
    await store.transact((tx) => store.traits.space.prepare(tx, now()))
    return true
  } catch (error) {
    if (store.traits.isBusy(error)) return false
    throw error
  }
}
