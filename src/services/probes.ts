/**
 * Probes come, are heard of, and go. A probe is a member of its region from its registration until its lease ends; every
 * change of the members begins an epoch, in which the monitors of the region are shared anew.
 */
import { randomBytes } from 'node:crypto'
import { Problem } from '../core/errors.ts'
import { isStuckSince } from '../core/probe-health.ts'
import { type AssignmentsRequest, type ProbeHello, type ProbeWelcome, Unregistered } from '../core/protocol.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../core/time.ts'
import { deleteEndedOrders } from '../store/probe-orders.ts'
import {
  deleteLostProbes,
  endLeases,
  endSession,
  extendLeases,
  findProbe,
  findSession,
  listProbes,
  nextLeaseEnd,
  type Probe,
  saveRegistration,
  saveSign,
} from '../store/probes.ts'
import { beginEpoch, findRegion, listRegions, lockRegion, type Region, saveServing } from '../store/regions.ts'
import type { Tx } from '../store/store.ts'
import type { Context } from './context.ts'

type Registry = Pick<Context, 'store' | 'now' | 'wake'>

/** A probe asks every five seconds: when it has not been heard of for three times as long, others take over. */
export const LEASE_MS = 15 * SECOND_MS

/** How long a region without probes is waited for before others check its automatic monitors. */
const REGION_PATIENCE_MS = 2 * MINUTE_MS

/** How long lost probes are remembered. */
const LOST_MS = 7 * DAY_MS

/** Who registers: the thread of a server, or somebody with a token. */
export interface Registrant {
  hello: ProbeHello
  /** Null for the thread of a server. */
  tokenId: string | null
  /** Where it was seen to come from. */
  address: string | null
}

/** The form of what a probe shows that it is still who registered: its id, and chance. */
export const SESSION = '^[0-9a-f-]{36}\\.[0-9a-f]{32}$'

export const probeOfSession = (session: string): string => session.slice(0, session.indexOf('.'))

/**
 * @throws Problem CONFLICT when a probe of that name is alive elsewhere
 * @throws Error when there is no such region
 */
export async function registerProbe(context: Registry, { hello, tokenId, address }: Registrant): Promise<ProbeWelcome> {
  const now = context.now()
  const session = `${hello.probeId}.${randomBytes(16).toString('hex')}`
  const isChange = await context.store.transact(async (tx) => {
    const regions = await listRegions(tx)
    const region = findRegion(regions, hello.region)
    await lockRegion(tx, region.key)
    const before = await findProbe(tx, hello.probeId)
    if (before?.isLive && before.tokenId !== tokenId)
      throw new Problem('CONFLICT', `A probe ${hello.probeId} is at work with another token`)
    const isMember = before?.isLive && before.region === region.key && isAsCapable(before, hello)
    const epoch = (await epochOf(tx, region.key)) + (isMember ? 0 : 1)
    await saveRegistration(
      tx,
      {
        hello,
        region: region.key,
        tokenId,
        address,
        session,
        leaseUntil: now + LEASE_MS,
        // Who holds nothing has nothing to let go
        epoch: hello.held === 0 ? epoch : 0,
      },
      now,
    )
    if (!isMember) await beginEpoch(tx, before?.isLive ? [before.region, region.key] : [region.key], now)
    if (!region.isServing) await serveAgain(tx, region, regions, now)
    return !isMember
  })
  if (isChange) context.wake('assignments')
  return { session, leaseMs: LEASE_MS, now }
}

const isAsCapable = ({ capabilities }: Probe, hello: ProbeHello): boolean =>
  capabilities.icmp === hello.capabilities.icmp && capabilities.ipv6 === hello.capabilities.ipv6

/** Read anew: the lock may have been waited for. */
async function epochOf(tx: Tx, key: number): Promise<number> {
  return (await listRegions(tx)).find((region) => region.key === key)!.epoch
}

/** A region that has probes again takes its part in the monitors that pin none. */
async function serveAgain(tx: Tx, region: Region, regions: readonly Region[], now: number): Promise<void> {
  await saveServing(tx, region.key, true)
  const others = regions.filter(({ key, isDefault }) => isDefault && key !== region.key).map(({ key }) => key)
  if (region.isDefault) await beginEpoch(tx, others.sort(byNumber), now)
}

const byNumber = (a: number, b: number): number => a - b

/**
 * A probe has asked, and so it is alive; what it says of itself is kept.
 *
 * @throws Unregistered when it has to introduce itself anew
 */
export async function hearProbe(
  context: Registry,
  session: string,
  { epoch = 0, vitals = undefined }: AssignmentsRequest,
): Promise<void> {
  const now = context.now()
  const heard = await context.store.transact(async (tx) => {
    const signOf = (before: Probe) => ({
      leaseUntil: now + LEASE_MS,
      epoch: Math.max(epoch, before.epoch),
      vitals: vitals ?? before.vitals,
      stuckSince: isStuckSince(before.stuckSince, vitals?.overdueMs ?? 0, now),
    })
    const found = await saveSign(tx, { id: probeOfSession(session), session }, signOf, now)
    if (!found) return null
    const { before, sign } = found
    const isTurned = (before.stuckSince === null) !== (sign.stuckSince === null)
    if (isTurned) await beginEpoch(tx, [before.region], now)
    // Others may wait for this one to let go
    return { isNews: isTurned || sign.epoch > before.epoch }
  })
  if (!heard) throw new Unregistered('the session is void')
  if (heard.isNews) context.wake('assignments')
}

/**
 * @param tokenId of the token that came with it
 * @throws Unregistered when it is not that of a live probe with this token
 */
export async function checkSession(
  { store }: Pick<Context, 'store'>,
  session: string,
  tokenId: string | null,
): Promise<void> {
  const owner = await findSession(store.db, probeOfSession(session), session)
  if (owner?.tokenId !== tokenId) throw new Unregistered('the session is void')
}

/** It stops: others take over at once. */
export async function dismissProbe(context: Registry, session: string): Promise<void> {
  const region = await context.store.transact(async (tx) => {
    const key = await endSession(tx, probeOfSession(session), session)
    if (key !== null) await beginEpoch(tx, [key], context.now())
    return key
  })
  if (region !== null) context.wake('assignments')
}

/**
 * Probes that were not heard of are members no more; regions without any are waited for no longer.
 *
 * @returns those that were lost
 */
export async function endLostProbes(context: Registry): Promise<Probe[]> {
  const now = context.now()
  const { lost, isChange } = await context.store.transact(async (tx) => {
    const ended = await endLeases(tx, now)
    await beginEpoch(tx, [...new Set(ended.map(({ region }) => region))].sort(byNumber), now)
    const isLeft = await leaveIdleRegions(tx, now)
    await deleteLostProbes(tx, now - LOST_MS)
    await deleteEndedOrders(tx, now)
    return { lost: ended, isChange: isLeft || ended.length > 0 }
  })
  if (isChange) context.wake('assignments')
  return lost
}

/** Their automatic monitors go to other regions, where there are some. @returns whether there were any */
async function leaveIdleRegions(tx: Tx, now: number): Promise<boolean> {
  const regions = (await listRegions(tx)).filter(({ isDefault }) => isDefault)
  const serving = regions.filter(({ isServing }) => isServing)
  if (serving.length < 2) return false
  const probes = await listProbes(tx)
  const isIdle = ({ key, epochSince }: Region): boolean =>
    epochSince < now - REGION_PATIENCE_MS && !probes.some(({ region, isLive }) => region === key && isLive)
  const idle = serving.filter(isIdle)
  if (idle.length === 0 || idle.length === serving.length) return false
  for (const { key } of idle) await saveServing(tx, key, false)
  await beginEpoch(tx, regions.map(({ key }) => key).sort(byNumber), now)
  return true
}

/** We were away ourselves, and nobody could be heard meanwhile: that is no reason to give anybody up. */
export const forgiveSilence = async ({ store, now }: Registry): Promise<void> =>
  store.transact((tx) => extendLeases(tx, now() + LEASE_MS))

/** Unix ms; null when nobody is alive. */
export const nextLoss = ({ store }: Pick<Context, 'store'>): Promise<number | null> => nextLeaseEnd(store.db)
