/** What a change of a heartbeat monitor means for its deadline. */
import type { HeartbeatSettings } from '../../core/heartbeats/heartbeat.ts'
import { disarmed, rearmed } from '../../core/heartbeats/heartbeat-state.ts'
import type { MonitorConfig } from '../../core/monitors/monitor-change.ts'
import { lockHeartbeat, lockHeartbeatsOf, saveHeartbeats } from '../../store/heartbeats/heartbeats.ts'
import type { Tx } from '../../store/platform/store.ts'

/**
 * Part of the transaction that changes the monitor, before it writes anything else of it: whoever takes a ping locks
 * the heartbeat first too, so that neither ever waits for the other in a circle.
 */
export async function followHeartbeat(
  tx: Tx,
  before: MonitorConfig & { key: number },
  after: MonitorConfig,
  now: number,
): Promise<void> {
  const isMoved = before.status !== after.status
  const isChanged = JSON.stringify(before.settings) !== JSON.stringify(after.settings)
  if (after.type !== 'HEARTBEAT' || !(isMoved || isChanged)) return
  const heartbeat = await lockHeartbeat(tx, before.key)
  const step = isMoved ? disarmed(heartbeat.state) : rearmed(heartbeat.state, after.settings as HeartbeatSettings, now)
  await saveHeartbeats(tx, [{ ...heartbeat, state: step }])
}

/** The same where nothing but the status changes, for as many as there are. */
export async function disarmHeartbeats(tx: Tx, monitorKeys: readonly number[]): Promise<void> {
  const heartbeats = await lockHeartbeatsOf(tx, monitorKeys)
  await saveHeartbeats(
    tx,
    heartbeats.map((heartbeat) => ({ ...heartbeat, state: disarmed(heartbeat.state) })),
  )
}
