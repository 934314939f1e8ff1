/** Assignments of probes. */

import { isDeepStrictEqual } from 'node:util'
import { type MonitorType, toTlsTerms } from '../../core/monitors/monitor.ts'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import { selectWorking } from '../../core/probes/probe-health.ts'
import { isOfThread, listThreadShares, ONLY_THREAD, type ProbeThread } from '../../core/probes/probe-threads.ts'
import type {
  Assignment,
  AssignmentsRequest,
  AssignmentsResponse,
  Member,
  ProbeKind,
} from '../../core/probes/protocol.ts'
import { getRegionSelection, getShareOwners, type RegionSelection, type ShareOwners } from '../../core/probes/shares.ts'
import { NO_COUNTERS } from '../../core/results/state.ts'
import type { Reader } from '../../store/platform/store.ts'
import type { AssignedMonitor, AssignmentChange } from '../../store/probes/assignment-rows.ts'
import { ALL_SHARES, listAssigned, listAssignmentChanges, type ShareFilter } from '../../store/probes/assignments.ts'
import { listLiveProbes, type Probe } from '../../store/probes/probes.ts'
import {
  findRegion,
  listAutomaticCodes,
  listRegions,
  type Region,
  type RegionVersion,
  readRegionVersion,
  readRevision,
} from '../../store/probes/regions.ts'
import type { Context } from '../platform/context.ts'

/**
 * Maximum number of monitors in one response. The probe requests the rest immediately, so memory is bounded on both
 * sides.
 */
const PAGE = 5_000

/**
 * How long probes may take to release monitors that are now assigned to other probes. Slower probes are not waited for.
 */
const HANDOVER_MS = 20 * SECOND_MS

type PullContext = Pick<Context, 'store' | 'now'>

/** The probe that asks for its assignments. */
interface AssignedProbe {
  regionCode: string
  /** Null when a single probe checks all monitors. */
  probeId: string | null
  /** The thread of the probe that asks, if it has several. */
  thread?: ProbeThread
  pageSize?: number
}

/**
 * Returns the changes for a probe since its last request. When the members of its region have changed, the probe first
 * receives the new members and releases the monitors of other probes. It receives its new list when all members have
 * done so. Therefore no monitor is checked twice.
 *
 * @throws Error when the region does not exist
 */
export async function pullAssignments(
  { store, now }: PullContext,
  { regionCode, probeId, thread = ONLY_THREAD, pageSize = PAGE }: AssignedProbe,
  request: AssignmentsRequest,
): Promise<AssignmentsResponse> {
  // Fast path: nearly all requests find no change
  if (probeId !== null && isUpToDate(request, await readRegionVersion(store.db, regionCode)))
    return toUnchanged(request)
  const regions = await listRegions(store.db)
  const region = findRegion(regions, regionCode)
  if (probeId === null) return loadPage(store.db, new Share(region, regions, [], null, thread), request, pageSize)
  const { epoch } = region
  const live = await listLiveProbes(store.db, region.key)
  const members = selectWorking(live)
  const membership = request.epoch === epoch ? {} : { epoch, members: members.map(toMember) }
  const isListed = request.listEpoch === epoch
  if (!isListed && (request.waitedMs ?? 0) <= HANDOVER_MS && !hasHandedOver(live, probeId, region, now()))
    return { ...toUnchanged(request), ...membership }
  const share = new Share(region, regions, members, probeId, thread)
  const answer = await loadPage(store.db, share, isListed ? request : { since: 0 }, pageSize)
  return { ...answer, ...membership, isWhole: !isListed, listEpoch: epoch }
}

const isUpToDate = (
  { since, epoch, listEpoch, listUntil }: AssignmentsRequest,
  version: RegionVersion | null,
): boolean =>
  version !== null &&
  since === version.revision &&
  epoch === version.epoch &&
  listEpoch === version.epoch &&
  listUntil === undefined

/** Lists all assignments page by page, and then the changes. */
const loadPage = (
  db: Reader,
  share: Share,
  request: AssignmentsRequest,
  limit: number,
): Promise<AssignmentsResponse> =>
  request.since === 0 || request.listUntil !== undefined
    ? list(db, share, request, limit)
    : listChangesSince(db, share, request.since, limit)

const toMember = ({ id, capabilities }: Probe): Member => ({ id, capabilities })

/**
 * Returns an answer without changes. Also used while a list is being sent: the members changed, and the next list
 * starts over.
 */
const toUnchanged = ({ since, listEpoch, listUntil }: AssignmentsRequest): AssignmentsResponse => ({
  revision: since,
  changed: [],
  removed: [],
  isWhole: false,
  ...(listEpoch !== undefined && { listEpoch }),
  ...(listUntil !== undefined && { listUntil }),
})

/** Returns whether all other members follow the current epoch, so that none of them holds this probe's monitors. */
function hasHandedOver(live: readonly Probe[], probeId: string, region: Region, now: number): boolean {
  const isLate = now - region.epochSince > HANDOVER_MS
  return isLate || live.every(({ id, epoch }) => id === probeId || epoch >= region.epoch)
}

/** Returns the next page of all assignments. */
async function list(
  db: Reader,
  share: Share,
  { since, listUntil }: Pick<AssignmentsRequest, 'since' | 'listUntil'>,
  limit: number,
): Promise<AssignmentsResponse> {
  const until = listUntil ?? (await readRevision(db))
  const { changes, more } = await listAssigned(db, share.region, { after: since, until, limit }, share.filter())
  return {
    revision: more ? changes.at(-1)!.revision : until,
    changed: toAssignments(changes),
    removed: [],
    more,
    ...(more && { listUntil: until }),
  }
}

async function listChangesSince(db: Reader, share: Share, since: number, limit: number): Promise<AssignmentsResponse> {
  // Read before the changes, so that a change committed in between is sent twice rather than never
  const current = await readRevision(db)
  if (since === current) return { revision: since, changed: [], removed: [] }
  const { changes, more } = await listAssignmentChanges(db, share.region, since, limit)
  const last = changes.at(-1)?.revision ?? 0
  const [own, others] = [
    changes.filter((change) => share.isIncluded(change)),
    changes.filter((change) => !share.isIncluded(change)),
  ]
  return {
    revision: more ? last : Math.max(current, last),
    changed: toAssignments(own),
    removed: others.map(({ key }) => key),
    more,
  }
}

const toAssignments = (changes: readonly AssignmentChange[]): Assignment[] =>
  changes.flatMap(({ monitor }) => (monitor ? [toAssignment(monitor)] : []))

/** Builds the message format. Secrets are sent in plain text, because the probe needs them. */
function toAssignment(monitor: AssignedMonitor): Assignment {
  const type = monitor.type as ProbeKind
  const tls = toTlsTerms(type, monitor.sslMonitoring)
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
    ...(monitor.secrets.length > 0 && { secrets: monitor.secrets }),
    ...(tls && { tls }),
    counters: monitor.counters ?? NO_COUNTERS,
    ...(monitor.checkedAt !== null && { checkedAt: monitor.checkedAt }),
  }
}

/** A probe's share of the monitors of a region, or the part of one of its threads. */
class Share {
  readonly region: Region
  /** Selects the regions of monitors without pinned regions. */
  readonly #selection: RegionSelection
  readonly #owners: ShareOwners | null
  readonly #probeId: string | null
  readonly #thread: ProbeThread

  /**
   * @param probeId null, or the id of the only member, when a single probe checks all monitors
   * @param thread the thread of that probe
   */
  constructor(
    region: Region,
    regions: readonly Region[],
    members: readonly Member[],
    probeId: string | null,
    thread = ONLY_THREAD,
  ) {
    this.region = region
    this.#probeId = probeId
    this.#thread = thread
    this.#selection = getRegionSelection(listAutomaticCodes(regions))
    const isOnlyProbe = probeId === null || (members.length === 1 && members[0]!.id === probeId)
    this.#owners = isOnlyProbe ? null : getShareOwners(members)
  }

  isIncluded({ key, type, isAutomatic, monitor }: AssignmentChange): boolean {
    if (monitor === null || (isAutomatic && !this.#selection.isChosen(this.region.code, key))) return false
    if (!isOfThread(this.#thread, key)) return false
    return this.#owners === null || this.#owners.findOwner(key, type as MonitorType) === this.#probeId
  }

  filter(): ShareFilter {
    const own = this.#owners?.listShares(this.#probeId ?? '') ?? { pings: null, others: null }
    const ofThread = listThreadShares(this.#thread)
    const [others, pings] = [intersectShares(own.others, ofThread), intersectShares(own.pings, ofThread)]
    const chosen = this.#selection.listShares(this.region.code)
    if (others === null && chosen === null) return ALL_SHARES
    return {
      pinned: others,
      pinnedPings: pings,
      automatic: intersectShares(others, chosen),
      automaticPings: intersectShares(pings, chosen),
    }
  }
}

/** Returns the shares in both lists; null means all shares. */
function intersectShares(one: readonly number[] | null, other: readonly number[] | null): readonly number[] | null {
  if (one === null || other === null) return one ?? other
  const wanted = new Set(other)
  return one.filter((share) => wanted.has(share))
}

/** Returns the keys of regions whose share of monitors without pinned regions changed, in ascending order. */
export function listAffectedRegions(before: readonly Region[], after: readonly Region[]): number[] {
  const [was, is] = [before, after].map((regions) => getRegionSelection(listAutomaticCodes(regions)))
  return after
    .filter(({ code }) => !isDeepStrictEqual(was!.listShares(code), is!.listShares(code)))
    .map(({ key }) => key)
    .sort((a, b) => a - b)
}
