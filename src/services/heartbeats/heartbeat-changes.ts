/** Updates the deadlines of heartbeat monitors when their configuration changes. */
import type { HeartbeatSettings } from '../../core/heartbeats/heartbeat.ts'
import {
  clearExpectation,
  computeFreshUntil,
  isInTime,
  rescheduleDeadline,
} from '../../core/heartbeats/heartbeat-state.ts'
import type { AppliedChange, AppliedUpdate } from '../../core/monitors/monitor-change.ts'
import { saveFreshness } from '../../store/evaluation/check-states.ts'
import { hasSucceededLast } from '../../store/heartbeats/heartbeat-pings.ts'
import {
  insertHeartbeats,
  loadPingedMonitors,
  lockHeartbeatsOf,
  saveHeartbeats,
} from '../../store/heartbeats/heartbeats.ts'
import type { Tx } from '../../store/platform/store.ts'
import type { RecordContext } from '../evaluation/record-results.ts'
import { recordInTime } from './heartbeats.ts'

/** Creates the heartbeats of new monitors. */
export async function createHeartbeats(tx: Tx, created: readonly AppliedChange[]): Promise<void> {
  const jobs = created.filter(({ after }) => after.type === 'HEARTBEAT')
  await insertHeartbeats(
    tx,
    jobs.map(({ key, after }) => ({ monitorKey: key, token: after.target })),
  )
}

/**
 * Clears the deadlines of paused or resumed monitors. When settings change, it moves deadlines, and with them the time
 * until which the last result stays fresh.
 */
export async function syncHeartbeats(tx: Tx, updates: readonly AppliedUpdate[], { at }: { at: number }): Promise<void> {
  const affected = new Map(updates.filter(hasDeadlineChange).map((update) => [update.key, update]))
  const heartbeats = await lockHeartbeatsOf(tx, [...affected.keys()])
  const changed = heartbeats.map((heartbeat) => {
    const { transition, after } = affected.get(heartbeat.monitorKey)!
    const state = transition
      ? clearExpectation(heartbeat.state)
      : rescheduleDeadline(heartbeat.state, after.settings as HeartbeatSettings, at)
    return { ...heartbeat, state }
  })
  await saveHeartbeats(tx, changed)
  const expected = changed.filter(({ state }) => state.dueAt !== null)
  await saveFreshness(
    tx,
    expected.map(({ monitorKey, lastAt, state }) => ({ monitorKey, freshUntil: computeFreshUntil(state, lastAt) })),
    at,
  )
}

const hasDeadlineChange = ({ before, after, transition }: AppliedUpdate): boolean =>
  after.type === 'HEARTBEAT' &&
  (transition !== null || JSON.stringify(before.settings) !== JSON.stringify(after.settings))

/**
 * Ends the outage of monitors whose job missed deadlines of the former schedule only. By the new schedule, the last
 * successful ping is in time. Call it after the configuration is saved.
 */
export async function reviewHeartbeats(
  tx: Tx,
  updates: readonly AppliedUpdate[],
  context: RecordContext & { at: number },
): Promise<void> {
  const keys = updates.filter((update) => hasDeadlineChange(update) && !update.transition).map(({ key }) => key)
  const heartbeats = (await lockHeartbeatsOf(tx, keys)).filter(({ state }) => isInTime(state, context.at))
  const monitors = await loadPingedMonitors(
    tx,
    heartbeats.map(({ monitorKey }) => monitorKey),
  )
  const recovered = []
  for (const heartbeat of heartbeats) {
    const isDown = monitors.get(heartbeat.monitorKey)?.runtimeStatus === 'down'
    if (isDown && (await hasSucceededLast(tx, heartbeat.monitorKey))) recovered.push(heartbeat)
  }
  if (recovered.length > 0) await recordInTime(tx, context, { heartbeats: recovered, monitors }, context.at)
}
