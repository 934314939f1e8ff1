/** What a probe is to check. */

import { tlsTermsOf } from '../../core/monitors/tls-terms.ts'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import { atWork } from '../../core/probes/probe-health.ts'
import type {
  Assignment,
  AssignmentsAnswer,
  AssignmentsRequest,
  Member,
  ProbeKind,
} from '../../core/probes/protocol.ts'
import { NO_COUNTERS } from '../../core/results/state.ts'
import type { Reader } from '../../store/platform/store.ts'
import {
  type AssignedMonitor,
  type AssignmentChange,
  listAssigned,
  listAssignmentChanges,
} from '../../store/probes/assignments.ts'
import { listLiveProbes, type Probe } from '../../store/probes/probes.ts'
import { type Pulse, readPulse, readRevision } from '../../store/probes/pulse.ts'
import { findRegion, listRegions, type Region } from '../../store/probes/regions.ts'
import type { Context } from '../platform/context.ts'
import { Share } from './share.ts'

/** Most monitors one answer names; more come at once with the next question, so memory is bounded on both sides. */
const PAGE = 5_000

/** How long probes may take to let go what is others' now. Whoever does not is not waited for. */
const HANDOVER_MS = 20 * SECOND_MS

type Puller = Pick<Context, 'store' | 'now'>

/**
 * What changed for a probe since it last asked. When the live probes of its region are others, it is told so first, and
 * lets go what others have now; its new list comes when all have done that, so that nothing is checked twice.
 *
 * @param probeId null where one probe checks all there is
 * @throws Error when there is no such region
 */
export async function pullAssignments(
  { store, now }: Puller,
  regionCode: string,
  probeId: string | null,
  request: AssignmentsRequest,
  pageSize = PAGE,
): Promise<AssignmentsAnswer> {
  // Asked again and again while nothing happens, which is nearly always
  if (probeId !== null && isUpToDate(request, await readPulse(store.db, regionCode))) return unchanged(request)
  const regions = await listRegions(store.db)
  const region = findRegion(regions, regionCode)
  if (probeId === null) return page(store.db, new Share(region, regions, [], null), request, pageSize)
  const { epoch } = region
  const live = await listLiveProbes(store.db, region.key)
  const members = atWork(live)
  const news = request.epoch === epoch ? {} : { epoch, members: members.map(memberOf) }
  const isListed = request.listEpoch === epoch
  if (!isListed && (request.waitedMs ?? 0) <= HANDOVER_MS && !hasLetGo(live, probeId, region, now()))
    return { ...unchanged(request), ...news }
  const share = new Share(region, regions, members, probeId)
  const answer = await page(store.db, share, isListed ? request : { since: 0 }, pageSize)
  return { ...answer, ...news, isWhole: !isListed, listEpoch: epoch }
}

const isUpToDate = ({ since, epoch, listEpoch, listUntil }: AssignmentsRequest, pulse: Pulse | null): boolean =>
  pulse !== null &&
  since === pulse.revision &&
  epoch === pulse.epoch &&
  listEpoch === pulse.epoch &&
  listUntil === undefined

/** Everything, a page at a time, and then what has changed. */
const page = (db: Reader, share: Share, request: AssignmentsRequest, limit: number): Promise<AssignmentsAnswer> =>
  request.since === 0 || request.listUntil !== undefined
    ? list(db, share, request, limit)
    : changesSince(db, share, request.since, limit)

const memberOf = ({ id, capabilities }: Probe): Member => ({ id, capabilities })

/** Also of a list that is under way: the members changed in the middle of it, and the next one will begin anew. */
const unchanged = ({ since, listEpoch, listUntil }: AssignmentsRequest): AssignmentsAnswer => ({
  revision: since,
  changed: [],
  removed: [],
  isWhole: false,
  ...(listEpoch !== undefined && { listEpoch }),
  ...(listUntil !== undefined && { listUntil }),
})

/** Whether the others go by the present members, and so hold nothing of this one's. */
function hasLetGo(live: readonly Probe[], probeId: string, region: Region, now: number): boolean {
  const isLate = now - region.epochSince > HANDOVER_MS
  return isLate || live.every(({ id, epoch }) => id === probeId || epoch >= region.epoch)
}

/** The next page of everything. */
async function list(
  db: Reader,
  share: Share,
  { since, listUntil }: Pick<AssignmentsRequest, 'since' | 'listUntil'>,
  limit: number,
): Promise<AssignmentsAnswer> {
  const until = listUntil ?? (await readRevision(db))
  const { changes, more } = await listAssigned(db, share.region, { after: since, until, limit }, share.filter())
  return {
    revision: more ? changes.at(-1)!.revision : until,
    changed: assignmentsIn(changes),
    removed: [],
    more,
    ...(more && { listUntil: until }),
  }
}

async function changesSince(db: Reader, share: Share, since: number, limit: number): Promise<AssignmentsAnswer> {
  // Read before the changes: what is committed in between is told again rather than never
  const current = await readRevision(db)
  if (since === current) return { revision: since, changed: [], removed: [] }
  const { changes, more } = await listAssignmentChanges(db, share.region, since, limit)
  const last = changes.at(-1)?.revision ?? 0
  const [own, others] = [changes.filter((change) => share.has(change)), changes.filter((change) => !share.has(change))]
  return {
    revision: more ? last : Math.max(current, last),
    changed: assignmentsIn(own),
    removed: others.map(({ key }) => key),
    more,
  }
}

const assignmentsIn = (changes: readonly AssignmentChange[]): Assignment[] =>
  changes.flatMap(({ monitor }) => (monitor ? [assignmentOf(monitor)] : []))

/** As the messages have it; secrets go to the probe in clear, for it must send them. */
function assignmentOf(monitor: AssignedMonitor): Assignment {
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
    ...(monitor.checkedAt !== null && { checkedAt: monitor.checkedAt }),
  }
}
