/** Probes that are heard of no more: others take over, once it is certain that somebody could have heard them. */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../core/platform/time/time.ts'
import type { Tx } from '../../store/platform/store.ts'
import { deleteEndedOrders, returnOrders } from '../../store/probes/probe-orders.ts'
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
import { LEASE_MS } from './probes.ts'
import { changeMembers } from './region-members.ts'
import { listAffectedRegions } from './share.ts'

type ProbeRegistry = Pick<Context, 'store' | 'now' | 'wake'>

/** How long a region without probes is waited for before others check its automatic monitors. */
const REGION_GRACE_MS = 2 * MINUTE_MS

/** How long lost probes are remembered. */
const LOST_RETENTION_MS = 7 * DAY_MS

/** One that was there for a moment only, as those are that start and die, over and over, is remembered for less. */
const SHORT_LIVED_MS = MINUTE_MS
const SHORT_LIVED_RETENTION_MS = HOUR_MS

/** Servers look who is gone every few seconds. When none did for so long, nobody could be heard. */
const MAX_SCAN_GAP_MS = 10 * SECOND_MS

/** The threads of servers that ended without taking leave, where the one that starts knows that there is no other. */
export async function closeServerProbeSessions(tx: Tx, now: number): Promise<void> {
  const keys = (await listRegions(tx)).map(({ key }) => key).sort((a, b) => a - b)
  await changeMembers(tx, keys, now, () => closeServerSessions(tx))
}

/**
 * Ends the membership of probes whose leases have ended, and stops to wait for regions without probes.
 *
 * @param now not later than the last `extendLeasesAfterGap`, Unix ms
 * @returns those that were lost
 */
export async function expireLostProbes(context: ProbeRegistry, now = context.now()): Promise<Probe[]> {
  const { lost, isChange } = await context.store.transact(async (tx) => {
    const regions = await listLapsedRegions(tx, now)
    const ended = regions.length > 0 ? await changeMembers(tx, regions, now, () => expireLeases(tx, regions, now)) : []
    const keys = ended.map(({ key }) => key)
    await returnOrders(tx, keys)
    const isLeft = await releaseIdleRegions(tx, now)
    await deleteLostProbes(tx, now - LOST_RETENTION_MS, { ms: SHORT_LIVED_MS, before: now - SHORT_LIVED_RETENTION_MS })
    await deleteEndedOrders(tx, now)
    return { lost: ended, isChange: isLeft || ended.length > 0 }
  })
  if (isChange) context.wake('assignments')
  return lost
}

/** Their automatic monitors go to other regions, where there are some. @returns whether there were any */
async function releaseIdleRegions(tx: Tx, now: number): Promise<boolean> {
  if ((await listIdleRegions(tx, now)).length === 0) return false
  // Somebody may be coming at this moment
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

/** None while no other region could take their place. */
async function listIdleRegions(tx: Tx, now: number): Promise<Region[]> {
  const serving = (await listRegions(tx)).filter(({ isDefault, isServing }) => isDefault && isServing)
  if (serving.length < 2) return []
  const served = new Set((await listAllLiveProbes(tx)).map(({ region }) => region))
  const idle = serving.filter(({ key, epochSince }) => epochSince < now - REGION_GRACE_MS && !served.has(key))
  return idle.length < serving.length ? idle : []
}

/**
 * Who was not heard of because nobody could hear, since no server ran, or none had its database, is given time. So is
 * everybody whose lease ends in a future that never comes, because the clock of this server was set back.
 *
 * @param isSetBack the clock, since this was called last
 */
export async function extendLeasesAfterGap({ store, now }: ProbeRegistry, isSetBack = false): Promise<void> {
  await store.transact(async (tx) => {
    const [at, until] = [now(), now() + LEASE_MS]
    const scannedAt = await saveScanTime(tx, at)
    if (Math.abs(at - scannedAt) > MAX_SCAN_GAP_MS) await extendLeases(tx, until)
    // Of one server; several may disagree, and whose clock is right nobody knows
    const wasAhead = store.dialect === 'sqlite' && scannedAt - at > MAX_SCAN_GAP_MS
    if (isSetBack || wasAhead) await shortenLeases(tx, until)
  })
}

/** Unix ms; null when nobody is alive. */
export const findNextLossTime = ({ store }: Pick<Context, 'store'>): Promise<number | null> =>
  findNextLeaseEnd(store.db)
