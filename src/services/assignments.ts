/** What a probe is to check. */
import type { Assignment, AssignmentsAnswer, ProbeKind } from '../core/protocol.ts'
import { NO_COUNTERS } from '../core/state.ts'
import { tlsTermsOf } from '../core/tls-terms.ts'
import { type AssignedMonitor, listAssignmentChanges, readRevision } from '../store/assignments.ts'
import { findRegion, listRegions } from '../store/regions.ts'
import type { Context } from './context.ts'

/** Most monitors one answer names; more come at once with the next question, so memory is bounded on both sides. */
const PAGE = 5_000

/**
 * What changed for a region after a revision.
 *
 * @param since 0 asks for everything
 * @throws Error when there is no such region
 */
export async function pullAssignments(
  { store }: Context,
  regionCode: string,
  since: number,
  pageSize = PAGE,
): Promise<AssignmentsAnswer> {
  const region = findRegion(await listRegions(store.db), regionCode)
  // Read before the changes: what is committed in between is told again rather than never
  const current = await readRevision(store.db)
  if (since > 0 && since === current) return { revision: since, changed: [], removed: [] }
  const { changes, more } = await listAssignmentChanges(store.db, region, since, pageSize)
  const last = changes.at(-1)?.revision ?? 0
  return {
    revision: more ? last : Math.max(current, last),
    changed: changes.flatMap(({ monitor }) => (monitor ? [assignmentOf(monitor)] : [])),
    removed: changes.filter(({ monitor }) => monitor === null).map(({ key }) => key),
    more,
  }
}

/** As the messages have it; secrets go to the probe in clear, for it must send them. */
export function assignmentOf(monitor: AssignedMonitor): Assignment {
  const type = monitor.type as ProbeKind
  const tls = tlsTermsOf(type, monitor.sslMonitoring)
  return {
    monitorKey: monitor.key,
    monitorId: monitor.id,
    type,
    target: monitor.target,
    intervalSeconds: monitor.intervalSeconds,
    timeoutMs: monitor.timeoutMs,
    failureThreshold: monitor.failureThreshold,
    recoveryThreshold: monitor.recoveryThreshold,
    settings: monitor.settings,
    ...(tls && { tls }),
    counters: monitor.counters ?? NO_COUNTERS,
  }
}
