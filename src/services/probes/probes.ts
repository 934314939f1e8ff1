/**
 * Probes come, are heard of, and go. A probe is a member of its region from its registration until its lease ends; every
 * change of the members begins an epoch, in which the monitors of the region are shared anew.
 */
import { randomBytes } from 'node:crypto'
import { Problem } from '../../core/platform/errors.ts'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import {
  type Absence,
  clearEndedTrial,
  computeStuckSince,
  computeTrialUntil,
  extendAbsence,
  isHealthy,
} from '../../core/probes/probe-health.ts'
import {
  type AssignmentsRequest,
  type ProbeRegistration,
  type ProbeRegistrationReply,
  UnregisteredError,
} from '../../core/probes/protocol.ts'
import type { Tx } from '../../store/platform/store.ts'
import { returnOrders } from '../../store/probes/probe-orders.ts'
import {
  closeSession,
  findProbe,
  findSession,
  listLiveProbes,
  type Probe,
  type ProbeHeartbeat,
  saveProbeHeartbeat,
  saveRegistration,
} from '../../store/probes/probes.ts'
import {
  findRegion,
  listRegions,
  lockRegions,
  type Region,
  saveServing,
  startEpoch,
} from '../../store/probes/regions.ts'
import type { Context } from '../platform/context.ts'
import { changeMembers, hasChangedMembers } from './region-members.ts'
import { listAffectedRegions } from './share.ts'

type ProbeRegistry = Pick<Context, 'store' | 'now' | 'wake'>

/** A probe asks every five seconds: when it has not been heard of for three times as long, others take over. */
export const LEASE_MS = 15 * SECOND_MS

/** Who registers: the thread of a server, or somebody with a token. */
interface Registrant {
  hello: ProbeRegistration
  /** Null for the thread of a server. */
  tokenId: string | null
  /** Where it was seen to come from. */
  address: string | null
}

/** The form of what a probe shows that it is still who registered: its id, and chance. */
export const SESSION = '^[0-9a-f-]{36}\\.[0-9a-f]{32}$'

const parseProbeId = (session: string): string => session.slice(0, session.indexOf('.'))

/**
 * @throws Problem CONFLICT when a probe of that name is alive elsewhere
 * @throws Error when there is no such region
 */
export async function registerProbe(context: ProbeRegistry, registrant: Registrant): Promise<ProbeRegistrationReply> {
  const { hello, tokenId } = registrant
  const now = context.now()
  const session = `${hello.probeId}.${randomBytes(16).toString('hex')}`
  const isChange = await context.store.transact(async (tx) => {
    const { key } = findRegion(await listRegions(tx), hello.region)
    const known = await findProbe(tx, hello.probeId)
    await lockRegions(tx, known?.isLive ? [known.region, key] : [key])
    // Read anew: the lock may have been waited for
    const region = findRegion(await listRegions(tx), hello.region)
    const before = await findProbe(tx, hello.probeId)
    if (before?.isLive && before.tokenId !== tokenId)
      throw new Problem('CONFLICT', `Probe ${hello.probeId} is already active with another token`)
    const isJoining = await join(tx, registrant, { region, before, session, now })
    await returnOrders(tx, before ? [before.key] : [])
    const hasReturned = !region.isServing && (await resumeServing(tx, region, now))
    return isJoining || hasReturned
  })
  if (isChange) context.wake('assignments')
  return { session, leaseMs: LEASE_MS, now }
}

interface Arrival {
  region: Region
  /** What was known of it. */
  before: Probe | null
  session: string
  now: number
}

/** @returns whether the members of a region are others now */
async function join(tx: Tx, { hello, tokenId, address }: Registrant, arrival: Arrival): Promise<boolean> {
  const { region, before, session, now } = arrival
  const live = await listLiveProbes(tx, region.key)
  const others = live.filter(({ id }) => id !== hello.probeId)
  const isMember = before?.isLive && before.region === region.key && isAsCapable(before, hello)
  const trialUntil = computeTrialUntil(isMember ? before : null, others, now)
  const self = { id: hello.probeId, capabilities: hello.capabilities, stuckSince: null, trialUntil }
  const isChange = hasChangedMembers(live, [...others, self])
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
      epoch: hello.held === 0 ? region.epoch + (isChange ? 1 : 0) : 0,
      trialUntil,
      absence: computeAbsence(before, others.length > 0, now),
    },
    now,
  )
  const left = before?.isLive && before.region !== region.key ? [before.region] : []
  await startEpoch(tx, isChange ? [...left, region.key] : left, now)
  return isChange || left.length > 0
}

const isAsCapable = ({ capabilities }: Probe, hello: ProbeRegistration): boolean =>
  capabilities.icmp === hello.capabilities.icmp && capabilities.ipv6 === hello.capabilities.ipv6

/** As long as nobody did its work meanwhile, what it brings is news for all there is to know. */
function computeAbsence(before: Probe | null, hasOthers: boolean, now: number): Absence | null {
  if (before === null || before.isLive || !hasOthers) return before?.absence ?? null
  return extendAbsence(before.absence, before.isDismissed ? before.seenAt : before.leaseUntil, now)
}

/** A region that has probes again takes its part in the monitors that pin none. @returns whether others have another */
async function resumeServing(tx: Tx, { key }: Region, now: number): Promise<boolean> {
  const before = await listRegions(tx)
  await saveServing(tx, key, true)
  const others = listAffectedRegions(before, await listRegions(tx)).filter((other) => other !== key)
  await lockRegions(tx, others)
  await startEpoch(tx, others, now)
  return others.length > 0
}

/**
 * A probe has asked, and so it is alive; what it says of itself is kept.
 *
 * @param before as `checkSession` found it just now
 * @throws Unregistered when it has to introduce itself anew
 */
export async function recordProbeHeartbeat(
  context: ProbeRegistry,
  session: string,
  before: Probe,
  request: AssignmentsRequest,
): Promise<void> {
  const who = { id: before.id, session }
  const now = context.now()
  const sign = toProbeHeartbeat(before, request, now)
  // Most of the time nothing else is touched
  const isTurned = isHealthy(before) !== isHealthy(sign)
  const change = (tx: Tx) => saveProbeHeartbeat(tx, who, sign, now)
  const isHeard = await context.store.transact((tx) =>
    isTurned ? changeMembers(tx, [before.region], now, () => change(tx)) : change(tx),
  )
  if (!isHeard) throw new UnregisteredError('the probe session is no longer valid')
  // Others may wait for this one to let go
  if (isTurned || sign.epoch > before.epoch) context.wake('assignments')
}

const toProbeHeartbeat = (before: Probe, { epoch = 0, vitals }: AssignmentsRequest, now: number): ProbeHeartbeat => ({
  leaseUntil: now + LEASE_MS,
  epoch: Math.max(epoch, before.epoch),
  vitals: vitals ?? before.vitals,
  stuckSince: computeStuckSince(before.stuckSince, vitals?.overdueMs ?? 0, now),
  trialUntil: clearEndedTrial(before.trialUntil, now),
})

/**
 * @param tokenId of the token that came with it
 * @returns whose it is
 * @throws Unregistered when it is not that of a live probe with this token
 */
export async function checkSession(
  { store }: Pick<Context, 'store'>,
  session: string,
  tokenId: string | null,
): Promise<Probe> {
  const owner = await findSession(store.db, parseProbeId(session), session)
  if (owner?.tokenId !== tokenId) throw new UnregisteredError('the probe session is no longer valid')
  return owner!
}

/** It stops: others take over at once. */
export async function closeProbeSession(context: ProbeRegistry, session: string): Promise<void> {
  const isChange = await context.store.transact(async (tx) => {
    const probe = await findSession(tx, parseProbeId(session), session)
    if (!probe) return false
    await changeMembers(tx, [probe.region], context.now(), () => closeSession(tx, probe.id, session))
    await returnOrders(tx, [probe.key])
    return true
  })
  if (isChange) context.wake('assignments')
}
