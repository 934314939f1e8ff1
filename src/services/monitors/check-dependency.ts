/** A check at once of something that others depend on, so that an alert in doubt waits for seconds only. */
import { Problem } from '../../core/platform/errors.ts'
import { listIncidentMonitors } from '../../store/incidents/incident-monitors.ts'
import { markSuppressionsDue } from '../../store/incidents/incident-suppressions.ts'
import { findMonitor, type StoredMonitor } from '../../store/monitors/monitors.ts'
import type { Reader } from '../../store/platform/store.ts'
import { checkNow, type RunCheck } from './check-now.ts'
import type { MonitorContext } from './monitor-context.ts'

/**
 * Checks a monitor, which counts like any other check: should it fail, the probe makes sure by itself. Then has what
 * waits for it looked at. Where no probe can check it at this time, its next turn has to do.
 */
export async function checkDependency(context: MonitorContext, run: RunCheck, monitorKey: number): Promise<void> {
  const { store, now } = context
  const monitor = await findByKey(store.db, monitorKey)
  if (monitor?.status !== 'active' || monitor.type === 'HEARTBEAT') return
  try {
    await checkNow(context, run, monitor)
  } catch (error) {
    if (error instanceof Problem) return
    throw error
  }
  await store.transact((tx) => markSuppressionsDue(tx, [monitorKey], now()))
}

async function findByKey(db: Reader, key: number): Promise<StoredMonitor | null> {
  const place = (await listIncidentMonitors(db, [key])).get(key)
  return place ? findMonitor(db, place.projectId, place.id) : null
}
