import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { type Static, Type } from 'typebox'
import type { EgressPolicy } from '../core/platform/egress.ts'
import { type Observation, PASSED, type RoundTrip, toFailedVerdict, type Verdict } from '../core/results/verdict.ts'
import { type CheckContext, reach, refuseAddress } from '../net/connection/dial.ts'
import { type Failed, fail, failTimeout, judgeSystemError } from '../net/connection/failure.ts'
import type { IpFamily } from '../net/dns/resolver.ts'
import type { PingReport } from '../net/icmp/ping-run.ts'
import { refuseHostTarget } from './check-target.ts'
import { defineProber } from './prober.ts'

export const IcmpSettings = Type.Object(
  {
    packetCount: Type.Integer({
      title: 'Packet count',
      minimum: 1,
      maximum: 10,
      default: 3,
      description: 'Packets sent per check',
    }),
    packetSize: Type.Integer({
      title: 'Packet size',
      minimum: 8,
      maximum: 1_400,
      default: 56,
      description: 'Payload after the ICMP header\n\nIn bytes.',
    }),
    timeoutMs: Type.Integer({
      title: 'Reply timeout',
      minimum: 100,
      maximum: 30_000,
      default: 2_000,
      description: 'Applies to each reply; the timeout of the monitor limits all packets together\n\nIn milliseconds.',
    }),
    ttl: Type.Integer({
      title: 'Time to live',
      minimum: 1,
      maximum: 255,
      default: 64,
      description: 'Maximum number of router hops',
    }),
    maxPacketLossPercent: Type.Integer({
      title: 'Maximum packet loss',
      minimum: 0,
      maximum: 99,
      default: 50,
      description: 'Share of packets that may get no reply\n\nIn percent.',
    }),
  },
  { additionalProperties: false },
)
export type IcmpSettings = Static<typeof IcmpSettings>

export interface PingObservation extends Observation {
  /** Null when no packet was sent. */
  ping: PingReport | null
}

/** Checks that a host answers echo requests. */
export const icmp = defineProber({
  settings: IcmpSettings,
  refuseTarget: refusePingTarget,
  observe: observePing,
  judge: judgePing,
})

function refusePingTarget(target: string, egress: EgressPolicy): string | null {
  const kind = isIP(target) === 0 ? null : refuseManyHosts(target)
  return kind === null ? refuseHostTarget(target, egress) : `must be the address of a single host, not ${kind} address`
}

/** Replies to such a ping come from other addresses, so the answering host would be unknown. */
const MANY_HOSTS: Partial<Record<string, string>> = {
  unspecified: 'an unspecified',
  broadcast: 'a broadcast',
  multicast: 'a multicast',
}

/** First numbers of the IPv4 addresses that the library assigns to these ranges. */
const MANY_HOSTS_V4 = /^(?:0|22[4-9]|23\d|255)\./

/** Almost every address is an IPv4 address outside these ranges, and the library is slow. */
const refuseManyHosts = (address: string): string | null =>
  isIP(address) === 4 && !MANY_HOSTS_V4.test(address) ? null : (MANY_HOSTS[ipaddr.process(address).range()] ?? null)

async function observePing(target: string, settings: IcmpSettings, context: CheckContext): Promise<PingObservation> {
  // IPv4-mapped IPv6 addresses are pinged over IPv4
  const host = isIP(target) === 6 ? ipaddr.process(target).toString() : target
  const ping = await reach(
    host,
    'auto',
    context,
    async (address, family) =>
      refuseAddress(`ping ${host}`, host, address, context) ?? pingAddress(address, family, settings, context),
  )
  return 'failure' in ping
    ? { ...toObservationFacts(context), failure: ping.failure, ping: null }
    : { ...toObservationFacts(context, ping), failure: null, ping }
}

async function pingAddress(
  address: string,
  family: IpFamily,
  settings: IcmpSettings,
  { tools, deadline, trace }: CheckContext,
): Promise<PingReport | Failed> {
  const phase = `ping ${address}`
  const kind = refuseManyHosts(address)
  if (kind !== null) return fail('connection_error', `${phase}: ${kind} address is not the address of a single host`)
  trace.remoteAddress = address
  const { packetCount, packetSize, timeoutMs, ttl } = settings
  const packets = { packets: packetCount, packetBytes: packetSize, replyTimeoutMs: timeoutMs, ttl }
  const plan = { address, family, ...packets, log: trace.log, onPhase: trace.onPhase }
  const report = await tools.icmp.ping(plan, deadline)
  const { systemError, sent } = report
  if (systemError !== null) return judgeSystemError(phase, address, toSystemError(systemError))
  return sent === 0 ? failTimeout(phase, deadline) : report
}

const toSystemError = (code: string): Error => Object.assign(new Error(code), { code })

/** Duration of the name lookup and round trip; without an answer, the time waited. */
function toObservationFacts(
  { deadline, trace }: CheckContext,
  ping?: PingReport,
): Omit<PingObservation, 'failure' | 'ping'> {
  const roundTrip = ping ? computeRoundTrip(ping.roundTripsMs) : null
  if (roundTrip) trace.timings.firstByteMs = roundTrip.avgMs
  return {
    durationMs: roundTrip ? (trace.timings.dnsMs ?? 0) + roundTrip.avgMs : deadline.getElapsedMs(),
    timings: trace.timings,
    remoteAddress: trace.remoteAddress,
    statusCode: null,
    ...(ping && { extras: { kind: 'ping', packetLossPercent: computeLoss(ping), roundTrip } }),
  }
}

function computeRoundTrip(times: readonly number[]): RoundTrip | null {
  if (times.length === 0) return null
  const steps = times.slice(1).map((ms, i) => Math.abs(ms - times[i]!))
  return {
    minMs: Math.min(...times),
    avgMs: computeMean(times),
    maxMs: Math.max(...times),
    jitterMs: computeMean(steps),
  }
}

const computeMean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

/** Rounded to two decimals. */
const computeLoss = ({ sent, roundTripsMs }: PingReport): number =>
  Math.round(((sent - roundTripsMs.length) / sent) * 10_000) / 100

export function judgePing(
  { failure, ping, remoteAddress }: PingObservation,
  { maxPacketLossPercent }: IcmpSettings,
): Verdict {
  if (failure) return toFailedVerdict(failure)
  if (!ping || computeLoss(ping) <= maxPacketLossPercent) return PASSED
  const phase = `ping ${remoteAddress}`
  const answered = ping.roundTripsMs.length
  const limit = answered === 0 ? '' : `, where ${maxPacketLossPercent} % are allowed`
  const lost = `${ping.sent - answered} of ${ping.sent} packets lost, ${computeLoss(ping)} %${limit}`
  if (!ping.error) return toFailedVerdict({ cause: 'timeout', message: `${phase}: ${lost}` })
  const { error, by } = ping.error
  return toFailedVerdict({
    cause: 'connection_error',
    message: `${phase}: ${error.code}, ${error.message}, reported by ${by}; ${lost}`,
  })
}
