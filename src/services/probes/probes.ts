/**
 * Registration and heartbeats of probes. A probe is a member of its region from its registration until its lease ends.
 * Every change of the members starts an epoch, in which the monitors of the region are divided again.
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
import { releaseOrders } from '../../store/probes/probe-orders.ts'
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
import { listAffectedRegions } from './assignments.ts'
import { changeMembers, hasChangedMembers } from './region-members.ts'

type ProbeRegistry = Pick<Context, 'store' | 'now' | 'wake'>

/** A probe sends a request every five seconds. After three missed requests, other probes take over. */
export const LEASE_MS = 15 * SECOND_MS

/** The registering probe: the thread of a server, or a remote probe with a token. */
interface Registrant {
  hello: ProbeRegistration
  /** Null for the thread of a server. */
  tokenId: string | null
  /** Client address of the probe; null for a thread. */
  address: string | null
}

/** Format of a session: the probe's id and a random part. */
export const SESSION = '^[0-9a-f-]{36}\\.[0-9a-f]{32}$'

const parseProbeId = (session: string): string => session.slice(0, session.indexOf('.'))

/**
 * @throws Problem CONFLICT when a probe with this id is live with another token
 * @throws Error when the region does not exist
 */
export async function registerProbe(context: ProbeRegistry, registrant: Registrant): Promise<ProbeRegistrationReply> {
  const { hello, tokenId } = registrant
  const now = context.now()
  const session = `${hello.probeId}.${randomBytes(16).toString('hex')}`
  const isChange = await context.store.transact(async (tx) => {
    const { key } = findRegion(await listRegions(tx), hello.region)
    const known = await findProbe(tx, hello.probeId)
    await lockRegions(tx, known?.isLive ? [known.region, key] : [key])
    // Read again after waiting for the lock
    const region = findRegion(await listRegions(tx), hello.region)
    const before = await findProbe(tx, hello.probeId)
    if (before?.isLive && before.tokenId !== tokenId)
      throw new Problem('CONFLICT', `Probe ${hello.probeId} is already active with another token`)
    const isJoining = await join(tx, registrant, { region, before, session, now })
    await releaseOrders(tx, before ? [before.key] : [])
    const hasReturned = !region.isServing && (await resumeServing(tx, region, now))
    return isJoining || hasReturned
  })
  if (isChange) context.wake('assignments')
  return { session, leaseMs: LEASE_MS, now }
}

interface Arrival {
  region: Region
  /** The probe's stored row; null for a new probe. */
  before: Probe | null
  session: string
  now: number
}

/** @returns whether the members of a region changed */
async function join(tx: Tx, { hello, tokenId, address }: Registrant, arrival: Arrival): Promise<boolean> {
  const { region, before, session, now } = arrival
  const live = await listLiveProbes(tx, region.key)
  const others = live.filter(({ id }) => id !== hello.probeId)
  const isMember = before?.isLive && before.region === region.key && hasSameCapabilities(before, hello)
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
      // A probe without monitors has nothing to release
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

const hasSameCapabilities = ({ capabilities }: Probe, hello: ProbeRegistration): boolean =>
  capabilities.icmp === hello.capabilities.icmp && capabilities.ipv6 === hello.capabilities.ipv6

/**
 * Computes the probe's absence. Without other probes in the meantime, its stored results are current, and there is no
 * absence.
 */
function computeAbsence(before: Probe | null, hasOthers: boolean, now: number): Absence | null {
  if (before === null || before.isLive || !hasOthers) return before?.absence ?? null
  return extendAbsence(before.absence, before.isStopped ? before.seenAt : before.leaseUntil, now)
}

/**
 * Resumes a region that has probes again: it takes its share of the monitors without pinned regions.
 *
 * @returns whether the shares of other regions changed
 */
async function resumeServing(tx: Tx, { key }: Region, now: number): Promise<boolean> {
  const before = await listRegions(tx)
  await saveServing(tx, key, true)
  const others = listAffectedRegions(before, await listRegions(tx)).filter((other) => other !== key)
  await lockRegions(tx, others)
  await startEpoch(tx, others, now)
  return others.length > 0
}

/**
 * Records a request of a probe as a heartbeat, with the vitals it reports.
 *
 * @param before the probe that `checkSession` has just found
 * @throws UnregisteredError when the probe must register again
 */
export async function recordProbeHeartbeat(
  context: ProbeRegistry,
  session: string,
  before: Probe,
  request: AssignmentsRequest,
): Promise<void> {
  const identity = { id: before.id, session }
  const now = context.now()
  const heartbeat = toProbeHeartbeat(before, request, now)
  // Most heartbeats change nothing else
  const hasHealthChanged = isHealthy(before) !== isHealthy(heartbeat)
  const change = (tx: Tx) => saveProbeHeartbeat(tx, identity, heartbeat, now)
  const isSaved = await context.store.transact((tx) =>
    hasHealthChanged ? changeMembers(tx, [before.region], now, () => change(tx)) : change(tx),
  )
  if (!isSaved) throw new UnregisteredError('the probe session is no longer valid')
  // Other probes may be waiting for this one to release monitors
  if (hasHealthChanged || heartbeat.epoch > before.epoch) context.wake('assignments')
}

const toProbeHeartbeat = (before: Probe, { epoch = 0, vitals }: AssignmentsRequest, now: number): ProbeHeartbeat => ({
  leaseUntil: now + LEASE_MS,
  epoch: Math.max(epoch, before.epoch),
  vitals: vitals ?? before.vitals,
  stuckSince: computeStuckSince(before.stuckSince, vitals?.overdueMs ?? 0, now),
  trialUntil: clearEndedTrial(before.trialUntil, now),
})

/**
 * @param tokenId token sent with the session
 * @returns the probe of the session
 * @throws UnregisteredError when no live probe has this session and token
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

/** Closes the session of a stopping probe. Other probes take over immediately. */
export async function closeProbeSession(context: ProbeRegistry, session: string): Promise<void> {
  const isChange = await context.store.transact(async (tx) => {
    const probe = await findSession(tx, parseProbeId(session), session)
    if (!probe) return false
    await changeMembers(tx, [probe.region], context.now(), () => closeSession(tx, probe.id, session))
    await releaseOrders(tx, [probe.key])
    return true
  })
  if (isChange) context.wake('assignments')
}
