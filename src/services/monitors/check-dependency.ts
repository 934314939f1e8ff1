/** Runs an immediate check of a dependency, so that an alert in doubt waits only for seconds. */
import { Problem } from '../../core/platform/errors.ts'
import { markSuppressionsDue } from '../../store/incidents/incident-holds.ts'
import { listIncidentMonitors } from '../../store/incidents/incident-monitors.ts'
import { findMonitor, type StoredMonitor } from '../../store/monitors/monitors.ts'
import type { Reader } from '../../store/platform/store.ts'
import { checkNow, type RunCheck } from './check-now.ts'
import type { MonitorContext } from './monitor-context.ts'

/**
 * Checks a monitor, then makes the suppressions that wait for this check due for review. The check counts like any
 * other, and the probe confirms a failure itself. When no probe can run it now, the next scheduled check decides.
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
  const ref = (await listIncidentMonitors(db, [key])).get(key)
  return ref ? findMonitor(db, ref.projectId, ref.id) : null
}
