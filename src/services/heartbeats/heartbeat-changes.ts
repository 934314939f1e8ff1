/** Updates the deadlines of heartbeat monitors when their configuration changes. */
import type { HeartbeatSettings } from '../../core/heartbeats/heartbeat.ts'
import { clearExpectation, rescheduleDeadline } from '../../core/heartbeats/heartbeat-state.ts'
import type { AppliedChange, AppliedUpdate } from '../../core/monitors/monitor-change.ts'
import { insertHeartbeats, lockHeartbeatsOf, saveHeartbeats } from '../../store/heartbeats/heartbeats.ts'
import type { Tx } from '../../store/platform/store.ts'

/** Creates the heartbeats of new monitors. */
export async function createHeartbeats(tx: Tx, created: readonly AppliedChange[]): Promise<void> {
  const jobs = created.filter(({ after }) => after.type === 'HEARTBEAT')
  await insertHeartbeats(
    tx,
    jobs.map(({ key, after }) => ({ monitorKey: key, token: after.target })),
  )
}

/** Clears the deadlines of paused or resumed monitors, and moves deadlines when settings change. */
export async function syncHeartbeats(tx: Tx, updates: readonly AppliedUpdate[], { at }: { at: number }): Promise<void> {
  const affected = new Map(updates.filter(hasDeadlineChange).map((update) => [update.key, update]))
  const heartbeats = await lockHeartbeatsOf(tx, [...affected.keys()])
  await saveHeartbeats(
    tx,
    heartbeats.map((heartbeat) => {
      const { transition, after } = affected.get(heartbeat.monitorKey)!
      const state = transition
        ? clearExpectation(heartbeat.state)
        : rescheduleDeadline(heartbeat.state, after.settings as HeartbeatSettings, at)
      return { ...heartbeat, state }
    }),
  )
}

const hasDeadlineChange = ({ before, after, transition }: AppliedUpdate): boolean =>
  after.type === 'HEARTBEAT' &&
  (transition !== null || JSON.stringify(before.settings) !== JSON.stringify(after.settings))
