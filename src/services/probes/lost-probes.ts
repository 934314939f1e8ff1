/**
 * Detects lost probes. Other probes take over, but only if a server could have received the lost probe's heartbeats.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../core/platform/time/time.ts'
import type { Tx } from '../../store/platform/store.ts'
import { deleteEndedOrders, releaseOrders } from '../../store/probes/probe-orders.ts'
import {
  closeServerSessions,
  deleteLostProbes,
  expireLeases,
  extendLeases,
  findNextLeaseEnd,
  listAllLiveProbes,
  listLapsedRegions,
  type Probe,
  saveScanTime,
  shortenLeases,
} from '../../store/probes/probes.ts'
import { listRegions, lockRegions, type Region, saveServing, startEpoch } from '../../store/probes/regions.ts'
import type { Context } from '../platform/context.ts'
import { listAffectedRegions } from './assignments.ts'
import { LEASE_MS } from './probes.ts'
import { changeMembers } from './region-members.ts'

type ProbeRegistry = Pick<Context, 'store' | 'now' | 'wake'>

/** How long a region may be without probes before other regions check its automatic monitors. */
const REGION_GRACE_MS = 2 * MINUTE_MS

/** How long lost probes are kept. */
const LOST_RETENTION_MS = 7 * DAY_MS

/** Probes that lived for less time, as in a crash loop, are kept for a shorter time. */
const SHORT_LIVED_MS = MINUTE_MS
const SHORT_LIVED_RETENTION_MS = HOUR_MS

/** Servers scan for lost probes every few seconds. After a longer gap, no server was able to receive heartbeats. */
const MAX_SCAN_GAP_MS = 10 * SECOND_MS

/** Closes the probe sessions of crashed servers. Only called on startup when no other server can be running. */
export async function closeServerProbeSessions(tx: Tx, now: number): Promise<void> {
  const keys = (await listRegions(tx)).map(({ key }) => key).sort((a, b) => a - b)
  await changeMembers(tx, keys, now, () => closeServerSessions(tx))
}

/**
 * Removes probes whose leases have expired, and stops waiting for regions without probes.
 *
 * @param now not later than the last `extendLeasesAfterGap`, Unix ms
 * @returns the lost probes
 */
export async function expireLostProbes(context: ProbeRegistry, now = context.now()): Promise<Probe[]> {
  const { lost, isChange } = await context.store.transact(async (tx) => {
    const regions = await listLapsedRegions(tx, now)
    const ended = regions.length > 0 ? await changeMembers(tx, regions, now, () => expireLeases(tx, regions, now)) : []
    const keys = ended.map(({ key }) => key)
    await releaseOrders(tx, keys)
    const isReleased = await releaseIdleRegions(tx, now)
    await deleteLostProbes(tx, now - LOST_RETENTION_MS, { ms: SHORT_LIVED_MS, before: now - SHORT_LIVED_RETENTION_MS })
    await deleteEndedOrders(tx, now)
    return { lost: ended, isChange: isReleased || ended.length > 0 }
  })
  if (isChange) context.wake('assignments')
  return lost
}

/**
 * Releases the automatic monitors of regions without probes to other regions, if there are any.
 *
 * @returns whether there were such regions
 */
async function releaseIdleRegions(tx: Tx, now: number): Promise<boolean> {
  if ((await listIdleRegions(tx, now)).length === 0) return false
  // A probe may be registering at this moment
  const before = await listRegions(tx)
  await lockRegions(
    tx,
    before.map(({ key }) => key),
  )
  const idle = await listIdleRegions(tx, now)
  for (const { key } of idle) await saveServing(tx, key, false)
  await startEpoch(tx, listAffectedRegions(before, await listRegions(tx)), now)
  return idle.length > 0
}

/** Returns no region unless another region can take over. */
async function listIdleRegions(tx: Tx, now: number): Promise<Region[]> {
  const serving = (await listRegions(tx)).filter(({ isDefault, isServing }) => isDefault && isServing)
  if (serving.length < 2) return []
  const served = new Set((await listAllLiveProbes(tx)).map(({ region }) => region))
  const idle = serving.filter(({ key, epochSince }) => epochSince < now - REGION_GRACE_MS && !served.has(key))
  return idle.length < serving.length ? idle : []
}

/**
 * Extends leases after a gap in which no server could receive heartbeats: no server ran, or none could reach the
 * database. Shortens leases that end too late after this server's clock was set back.
 *
 * @param isSetBack whether the clock was set back since the last call
 */
export async function extendLeasesAfterGap({ store, now }: ProbeRegistry, isSetBack = false): Promise<void> {
  await store.transact(async (tx) => {
    const [at, until] = [now(), now() + LEASE_MS]
    const scannedAt = await saveScanTime(tx, at)
    if (Math.abs(at - scannedAt) > MAX_SCAN_GAP_MS) await extendLeases(tx, until)
    // Only with one server; several may disagree about the time
    const wasAhead = store.dialect === 'sqlite' && scannedAt - at > MAX_SCAN_GAP_MS
    if (isSetBack || wasAhead) await shortenLeases(tx, until)
  })
}

/** Returns the next end of a lease, Unix ms; null when no probe is live. */
export const findNextLossTime = ({ store }: Pick<Context, 'store'>): Promise<number | null> =>
  findNextLeaseEnd(store.db)
