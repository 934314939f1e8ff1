import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { type Static, Type } from 'typebox'
import type { EgressPolicy } from '../core/platform/egress.ts'
import {
  failed,
  type Observation,
  PASSED,
  ProbeTrouble,
  type RoundTrip,
  type Verdict,
} from '../core/results/verdict.ts'
import { type CheckContext, reach, refuseAddress } from '../net/connection/dial.ts'
import { type Failed, fail, judgeSystemError, timedOut } from '../net/connection/failure.ts'
import type { IpFamily } from '../net/dns/resolver.ts'
import type { PingReport } from '../net/icmp/ping-run.ts'
import { refuseHostTarget } from './host-target.ts'
import { defineProber } from './prober.ts'

export const IcmpSettings = Type.Object(
  {
    packetCount: Type.Integer({ title: 'Packets', minimum: 1, maximum: 10, default: 3, description: 'Sent per check' }),
    packetSize: Type.Integer({
      title: 'Packet size',
      minimum: 8,
      maximum: 1_400,
      default: 56,
      description: 'Bytes behind the ICMP header',
    }),
    timeoutMs: Type.Integer({
      title: 'Reply timeout',
      minimum: 100,
      maximum: 30_000,
      default: 2_000,
      description: 'For each answer; the timeout of the monitor bounds all packets together',
    }),
    ttl: Type.Integer({
      title: 'Time to live',
      minimum: 1,
      maximum: 255,
      default: 64,
      description: 'Routers on the way that a packet may pass',
    }),
    maxPacketLossPercent: Type.Integer({
      title: 'Tolerated loss',
      minimum: 0,
      maximum: 99,
      default: 50,
      description: 'Percent of the packets that may stay without an answer',
    }),
  },
  { additionalProperties: false },
)
export type IcmpSettings = Static<typeof IcmpSettings>

export interface PingObservation extends Observation {
  /** Null when no packet left. */
  ping: PingReport | null
}

/** A host answers echo requests. */
export const icmp = defineProber({
  settings: IcmpSettings,
  refuseTarget: refusePingTarget,
  observe: observePing,
  judge: judgePing,
})

function refusePingTarget(target: string, egress: EgressPolicy): string | null {
  const kind = isIP(target) === 0 ? null : manyHosts(target)
  return kind === null ? refuseHostTarget(target, egress) : `must be the address of one host, not ${kind} address`
}

/** Whoever answers such a ping does so from another address, so that nobody could say whose answer it is. */
const MANY_HOSTS: Partial<Record<string, string>> = {
  unspecified: 'an unspecified',
  broadcast: 'a broadcast',
  multicast: 'a multicast',
}

const manyHosts = (address: string): string | null => MANY_HOSTS[ipaddr.process(address).range()] ?? null

async function observePing(target: string, settings: IcmpSettings, context: CheckContext): Promise<PingObservation> {
  // Addresses of IPv4 in the dress of IPv6 are pinged as what they are
  const host = isIP(target) === 0 ? target : ipaddr.process(target).toString()
  const ping = await reach(
    host,
    'auto',
    context,
    async (address, family) =>
      refuseAddress(`ping ${host}`, host, address, context) ?? pingAddress(address, family, settings, context),
  )
  return 'failure' in ping
    ? { ...seen(context), failure: ping.failure, ping: null }
    : { ...seen(context, ping), failure: null, ping }
}

async function pingAddress(
  address: string,
  family: IpFamily,
  settings: IcmpSettings,
  { tools, deadline, trace }: CheckContext,
): Promise<PingReport | Failed> {
  const phase = `ping ${address}`
  const kind = manyHosts(address)
  if (kind !== null) return fail('connection_error', `${phase}: ${kind} address is not that of one host`)
  const incapable = await tools.icmp.refusal(family)
  if (incapable !== null) throw new ProbeTrouble(`${phase}: ${incapable}`)
  trace.remoteAddress = address
  const { packetCount, packetSize, timeoutMs, ttl } = settings
  const packets = { packets: packetCount, packetBytes: packetSize, replyTimeoutMs: timeoutMs, ttl }
  const plan = { address, family, ...packets, log: trace.log }
  const report = await tools.icmp.ping(plan, deadline)
  const { systemError, sent } = report
  if (systemError !== null) return judgeSystemError(phase, address, systemFailure(systemError))
  return sent === 0 ? timedOut(phase, deadline) : report
}

const systemFailure = (code: string): Error => Object.assign(new Error(code), { code })

/** How long it took to resolve the name and for a packet to go there and back; without an answer, how long was waited. */
function seen({ deadline, trace }: CheckContext, ping?: PingReport): Omit<PingObservation, 'failure' | 'ping'> {
  const roundTrip = ping ? roundTripOf(ping.roundTripsMs) : null
  if (roundTrip) trace.timings.firstByteMs = roundTrip.avgMs
  return {
    durationMs: roundTrip ? (trace.timings.dnsMs ?? 0) + roundTrip.avgMs : deadline.elapsedMs(),
    timings: trace.timings,
    remoteAddress: trace.remoteAddress,
    statusCode: null,
    ...(ping && { extras: { kind: 'ping', packetLossPercent: lossOf(ping), roundTrip } }),
  }
}

function roundTripOf(times: readonly number[]): RoundTrip | null {
  if (times.length === 0) return null
  const steps = times.slice(1).map((ms, i) => Math.abs(ms - times[i]!))
  return { minMs: Math.min(...times), avgMs: mean(times), maxMs: Math.max(...times), jitterMs: mean(steps) }
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

/** Two decimals. */
const lossOf = ({ sent, roundTripsMs }: PingReport): number =>
  Math.round(((sent - roundTripsMs.length) / sent) * 10_000) / 100

export function judgePing(
  { failure, ping, remoteAddress }: PingObservation,
  { maxPacketLossPercent }: IcmpSettings,
): Verdict {
  if (failure) return failed(failure)
  if (!ping || lossOf(ping) <= maxPacketLossPercent) return PASSED
  const phase = `ping ${remoteAddress}`
  const answered = ping.roundTripsMs.length
  const limit = answered === 0 ? '' : `, where ${maxPacketLossPercent} % are allowed`
  const lost = `${ping.sent - answered} of ${ping.sent} packets lost, ${lossOf(ping)} %${limit}`
  if (!ping.error) return failed({ cause: 'timeout', message: `${phase}: ${lost}` })
  const { error, by } = ping.error
  return failed({ cause: 'connection_error', message: `${phase}: ${error.code}, ${error.words}, says ${by}; ${lost}` })
}
