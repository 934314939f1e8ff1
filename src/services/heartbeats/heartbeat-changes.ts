/** Keeps the deadlines of heartbeat monitors in step with their configuration. */
import type { HeartbeatSettings } from '../../core/heartbeats/heartbeat.ts'
import { disarmed, rearmed } from '../../core/heartbeats/heartbeat-state.ts'
import type { AppliedChange, AppliedUpdate } from '../../core/monitors/monitor-change.ts'
import { insertHeartbeats, lockHeartbeatsOf, saveHeartbeats } from '../../store/heartbeats/heartbeats.ts'
import type { Tx } from '../../store/platform/store.ts'

/** Begins the heartbeats of new monitors. */
export async function beginHeartbeats(tx: Tx, created: readonly AppliedChange[]): Promise<void> {
  const jobs = created.filter(({ after }) => after.type === 'HEARTBEAT')
  await insertHeartbeats(
    tx,
    jobs.map(({ key, after }) => ({ monitorKey: key, token: after.target })),
  )
}

/** Ends the deadlines of monitors that are stopped or started, and moves those whose settings change. */
export async function followHeartbeats(
  tx: Tx,
  updates: readonly AppliedUpdate[],
  { at }: { at: number },
): Promise<void> {
  const concerned = new Map(updates.filter(concernsDeadline).map((update) => [update.key, update]))
  const heartbeats = await lockHeartbeatsOf(tx, [...concerned.keys()])
  await saveHeartbeats(
    tx,
    heartbeats.map((heartbeat) => {
      const { move, after } = concerned.get(heartbeat.monitorKey)!
      const state = move ? disarmed(heartbeat.state) : rearmed(heartbeat.state, after.settings as HeartbeatSettings, at)
      return { ...heartbeat, state }
    }),
  )
}

const concernsDeadline = ({ before, after, move }: AppliedUpdate): boolean =>
  after.type === 'HEARTBEAT' && (move !== null || JSON.stringify(before.settings) !== JSON.stringify(after.settings))
