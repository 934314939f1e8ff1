/**
 * Opens a connection to a host: resolve, check the address against the egress policy, connect to that very address,
 * shake hands.
 *
 * One attempt to one address, unless any address is enough. Trying the next address after a failure would hide that half
 * of a site is down.
 */

import { isIP } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { TlsTerms } from '../../core/monitors/monitor.ts'
import { type Failure, ProbeError } from '../../core/results/verdict.ts'
import { describeLastKnown, type Resolution } from '../dns/last-known.ts'
import type { IpFamily } from '../dns/resolver.ts'
import { findCertificateProblem } from '../tls/certificate.ts'
import { findHandshakeProblem } from '../tls/handshake.ts'
import type { TlsTrust } from '../tls/tls.ts'
import type { Trace } from '../trace/trace.ts'
import { traceDial, traceTls } from '../trace/trace-steps.ts'
import { Connection, formatEndpoint, type OpenListener, type TlsOptions } from './connection.ts'
import type { Deadline } from './deadline.ts'
import type { DialTarget, IpVersion, TlsRequirements } from './dial-target.ts'
import { type Failed, fail, failTimeout, judgeSystemError, NoRoute } from './failure.ts'
import type { MemoryShare } from './memory-budget.ts'
import type { ProbeTools } from './tools.ts'

/** Address families by IP version, the preferred one first. */
const FAMILIES: Record<IpVersion, readonly IpFamily[]> = { auto: [4, 6], '4': [4], '6': [6] }

/** Context that one check passes from phase to phase. */
export interface CheckContext {
  tools: ProbeTools
  deadline: Deadline
  trace: Trace
  memory: MemoryShare
  /** Values of secret variables in the settings; see `Assignment`. */
  secrets?: readonly string[] | undefined
  /** TLS requirements of a certificate watch. */
  tlsTerms?: TlsTerms | undefined
  /** Returns whether the response of a passing check with this status is captured; absent when none is. */
  keepsGood?: ((status: number | null) => boolean) | undefined
}

/** @throws ProbeError for trouble on the probe's side */
export async function dial(target: DialTarget, context: CheckContext): Promise<Connection | Failed> {
  return reach(target.host, target.ipVersion, context, (address, family, addresses) =>
    target.address === 'any' ? dialAny(addresses, family, target, context) : dialAddress(address, target, context),
  )
}

/** Maximum of addresses of one IP version that a check tries. */
const MAX_ADDRESSES = 8

/** Longest attempt while other addresses are left. It allows for one lost packet, which the kernel repeats after 1 s. */
const MAX_ATTEMPT_MS = 3_000

/**
 * Tries the addresses of a name one after another, IPv6 addresses after IPv4 addresses. An attempt takes at most its share
 * of the remaining time.
 *
 * @throws NoRoute when this machine has no route to any of the addresses
 */
async function dialAny(
  addresses: readonly string[],
  family: IpFamily,
  target: DialTarget,
  context: CheckContext,
): Promise<Connection | Failed> {
  const hasOthers = family === 4 && target.ipVersion === 'auto'
  const failures: Failure[] = []
  const connection = await dialInTurn(addresses, hasOthers ? 1 : 0, failures, target, context)
  if (connection) return connection
  if (hasOthers) {
    const others = await limitTo(2, context, (part) => resolve(target.host, 6, part)).catch(expectTrouble)
    const found = 'addresses' in others ? others.addresses : []
    const other = await dialInTurn(found, 0, failures, target, context).catch(expectNoRoute)
    if (other instanceof Connection) return other
  }
  const [first, ...more] = failures.map(({ message }) => message)
  const cause = failures.every((failure) => failure.cause === failures[0]!.cause)
    ? failures[0]!.cause
    : 'connection_error'
  return fail(
    cause,
    more.length === 0 ? first! : `no address of ${target.host} answered: ${[first, ...more].join('; ')}`,
  )
}

/**
 * Returns the first connection; null when no address answered.
 *
 * @param reserved number of shares of the time that stay for other attempts
 * @param failures receives the failures
 * @throws NoRoute when this machine has no route to any address so far
 */
async function dialInTurn(
  addresses: readonly string[],
  reserved: number,
  failures: Failure[],
  target: DialTarget,
  context: CheckContext,
): Promise<Connection | null> {
  const tried = addresses.slice(0, MAX_ADDRESSES)
  let noRoute: NoRoute | null = null
  for (const [index, address] of tried.entries()) {
    const shares = tried.length - index + reserved
    const dialed = await limitTo(shares, context, (part) => dialAddress(address, target, part)).catch(expectNoRoute)
    if (dialed instanceof NoRoute) noRoute = dialed
    else if ('failure' in dialed) failures.push(dialed.failure)
    else {
      if (failures.length > 0) context.trace.unanswered = failures.map(({ message }) => message).join('; ')
      return dialed
    }
  }
  if (noRoute && failures.length === 0) throw noRoute
  return null
}

/** Runs a phase with a share of the remaining time. The last share is all of it. */
async function limitTo<T>(shares: number, context: CheckContext, run: (part: CheckContext) => Promise<T>): Promise<T> {
  if (shares === 1) return run(context)
  const { tools, deadline } = context
  const remainingMs = Math.max(0, deadline.totalMs - deadline.getElapsedMs())
  const part = tools.deadline(Math.ceil(Math.min(MAX_ATTEMPT_MS, remainingMs / shares)))
  try {
    return await run({ ...context, deadline: part })
  } finally {
    part.clear()
  }
}

/**
 * Resolves a host and calls a function with its first address, and with all addresses of the same IP version.
 *
 * @throws ProbeError for trouble on the probe's side
 */
export async function reach<T>(
  host: string,
  ipVersion: IpVersion,
  context: CheckContext,
  use: (address: string, family: IpFamily, addresses: readonly string[]) => Promise<T>,
): Promise<T | Failed> {
  const { tools, trace } = context
  let noRoute: NoRoute | null = null
  if (isIP(host) === 0) trace.onPhase?.({ kind: 'resolve', subject: host })
  for (const family of FAMILIES[ipVersion]) {
    const resolution = await resolve(host, family, context)
    if ('addresses' in resolution) {
      const { addresses } = resolution
      const used = await use(addresses[0]!, family, addresses).catch(expectNoRoute)
      if (!(used instanceof NoRoute)) return used
      // A missing route in this family concerns only this machine; there may be a route in the other family
      noRoute ??= used
    } else if (!resolution.noAddress || ipVersion !== 'auto') {
      const isHidden = resolution.isAbsent && tools.egress.hidesNetwork && isIP(host) === 0
      return isHidden ? failUnreachableName(host) : resolution
    }
  }
  if (noRoute) throw noRoute
  if (tools.egress.hidesNetwork) return failUnreachableName(host)
  return fail('dns_error', `resolve ${host}: neither an IPv4 nor an IPv6 address`)
}

function expectNoRoute(error: unknown): NoRoute {
  if (error instanceof NoRoute) return error
  throw error
}

/** Name servers that do not answer about IPv6 prove nothing about the addresses that were tried. */
function expectTrouble(error: unknown): ProbeError {
  if (error instanceof ProbeError) return error
  throw error
}

async function resolve(host: string, family: IpFamily, { tools, deadline, trace }: CheckContext): Promise<Resolution> {
  if (isIP(host) !== 0) return tools.resolver.resolve(host, family, deadline)
  const startedAt = performance.now()
  const resolution = await tools.resolver.resolve(host, family, deadline, trace.log)
  trace.lastKnown = resolution.lastKnown ? describeLastKnown(resolution.lastKnown) : null
  // A cached address took no time of the target's name servers
  trace.add('dnsMs', startedAt, resolution.lastKnown ? startedAt : performance.now())
  return resolution
}

async function dialAddress(address: string, target: DialTarget, context: CheckContext): Promise<Connection | Failed> {
  const { tools, deadline, trace } = context
  const refused = refuseAddress(`connect ${formatEndpoint(target.host, target.port)}`, target.host, address, context)
  if (refused) return refused
  const to = formatEndpoint(address, target.port)
  trace.remoteAddress = address
  trace.remotePort = target.port
  trace.onPhase?.({ kind: 'connect', subject: to })
  const startedAt = performance.now()
  const tls = target.tls && toTlsOptions(target.host, to, target.tls, tools)
  const chainKey = tls && getChainKey(to, tls, context)
  if (chainKey) tls.context = tools.tls.verifiedChains.getContext(chainKey)
  const { connection, problem } = await open(address, target.port, tls, context)
  if (chainKey && problem === null && !isVerified(chainKey, tls, connection, context)) {
    connection.end()
    return dialAddress(address, target, context)
  }
  if (trace.log) traceDial(trace.log, target, getTrust(target.tls, tools), { connection, startedAt, problem })
  if (target.tls && problem && needsLenientTls(to, target.tls, problem, tools))
    return dialAddress(address, target, context)
  const { connectedAt } = connection
  if (connectedAt !== null) trace.add('connectMs', startedAt, connectedAt)
  const phase = connectedAt === null ? `connect ${to}` : `tls ${to}`
  if (problem === 'expired') return failTimeout(phase, deadline)
  if (problem) return explain(phase, address, problem)
  if (target.tls !== null) trace.add('tlsMs', connectedAt ?? startedAt)
  if (!target.isProxy) trace.certificate?.record(connection, target, getTrust(target.tls, tools))
  return target.tls?.verify ? verifyCertificate(connection, { ...target, tls: target.tls }, phase, context) : connection
}

/** The target of a handshake. Behind a proxy, the connection itself has another address and port. */
export type TlsTarget = Pick<DialTarget, 'host' | 'port'> & { tls: TlsRequirements }

/**
 * Upgrades a plain connection to TLS. Closes the connection when the upgrade fails.
 *
 * @throws ProbeError for trouble on the probe's side
 */
export async function upgradeToTls(
  connection: Connection,
  target: TlsTarget,
  context: CheckContext,
): Promise<Connection | Failed> {
  const { tools, deadline, trace } = context
  const { host, tls } = target
  const phase = `tls ${connection.endpoint}`
  trace.onPhase?.({ kind: 'tls', subject: null })
  const startedAt = performance.now()
  const problem = await waitUntilOpen(deadline, (opener) => {
    connection.startTls(toTlsOptions(host, connection.endpoint, tls, tools), opener)
    return connection
  })
  if (trace.log) traceTls(trace.log, target, getTrust(tls, tools), { connection, startedAt, problem })
  if (problem) needsLenientTls(connection.endpoint, tls, problem, tools)
  if (problem === 'expired') return failTimeout(phase, deadline)
  if (problem) return explain(phase, connection.address, problem)
  trace.add('tlsMs', startedAt)
  trace.certificate?.record(connection, target, getTrust(tls, tools))
  return tls.verify ? verifyCertificate(connection, target, phase, context) : connection
}

/**
 * Refuses an address that the egress policy forbids.
 *
 * @param phase contains the host as the user wrote it; addresses of an internal network must not be disclosed
 */
export function refuseAddress(
  phase: string,
  host: string,
  address: string,
  { tools, trace }: CheckContext,
): Failed | null {
  const refusal = tools.egress.refuse(address)
  if (refusal === null) return null
  trace.log?.note({ kind: 'refused', address, error: refusal })
  const isKnownToAll = tools.egress.refuseHost(host) !== null
  if (tools.egress.hidesNetwork && !isKnownToAll) return failUnreachableName(host)
  return fail('connection_error', `${phase}: refused by the egress policy, ${refusal}`)
}

/**
 * The same answer for names that do not exist and names that resolve to internal addresses. Users must not learn which
 * internal names are in use.
 */
const failUnreachableName = (host: string): Failed =>
  fail('dns_error', `resolve ${host}: the name does not exist, or has no address that this server may connect to`)

function toTlsOptions(host: string, endpoint: string, requirements: TlsRequirements, tools: ProbeTools): TlsOptions {
  const { serverName = host, alpn, verify } = requirements
  const trust = getTrust(requirements, tools)
  return {
    context: !verify && tools.tls.lenientEndpoints.has(endpoint) ? trust.getLenient() : trust.getShared(),
    // Server Name Indication is for names, without a trailing dot. Source: RFC 6066, section 3
    serverName: isIP(serverName) === 0 ? serverName.replace(/\.$/, '') : undefined,
    alpn,
  }
}

const getTrust = (tls: TlsRequirements | null, tools: ProbeTools): TlsTrust => tls?.own ?? tools.tls

/** Returns null for a handshake that is traced, or that accepts the TLS of old devices: its chain is verified completely. */
const getChainKey = (endpoint: string, { context, serverName }: TlsOptions, { tools, trace }: CheckContext) =>
  trace.log === null && context === tools.tls.getShared() ? `${endpoint} ${serverName ?? ''}` : null

/** Whether the handshake need not be repeated with complete verification. */
const isVerified = (chainKey: string, tls: TlsOptions, { socket }: Connection, { tools }: CheckContext): boolean =>
  tools.tls.verifiedChains.accept(chainKey, tls.context, socket as TLSSocket)

/**
 * Whether another attempt is worthwhile, with the TLS of old devices. Without verification, the question is only whether
 * the target answers. The endpoint is remembered, so the next connection uses that TLS at once.
 */
function needsLenientTls(
  endpoint: string,
  { verify }: TlsRequirements,
  problem: Error | 'expired',
  { tls: { lenientEndpoints } }: ProbeTools,
): boolean {
  if (verify || problem === 'expired' || findHandshakeProblem(problem) === null) return false
  if (lenientEndpoints.has(endpoint)) return false
  lenientEndpoints.add(endpoint)
  return true
}

type Problem = Error | 'expired' | null

async function open(address: string, port: number, tls: TlsOptions | null, { deadline, trace }: CheckContext) {
  const { onPhase } = trace
  let connection: Connection | undefined
  const problem = await waitUntilOpen(deadline, (opener) => {
    connection = new Connection(address, port, tls, opener)
    if (tls && onPhase) connection.socket.once('connect', () => onPhase({ kind: 'tls', subject: null }))
    return connection
  })
  return { connection: connection!, problem }
}

/**
 * Waits until the connection is ready, has failed, or the deadline expires. Closes the connection in the last two
 * cases.
 */
function waitUntilOpen(deadline: Deadline, begin: (opener: OpenListener) => Connection): Promise<Problem> {
  return new Promise((settle) => {
    const finish = (problem: Problem) => {
      deadline.clearWatch()
      if (problem) connection.close()
      settle(problem)
    }
    const connection = begin({ onOpen: () => finish(null), onError: finish })
    deadline.watch(() => finish('expired'))
  })
}

async function explain(phase: string, address: string, error: Error): Promise<Failed> {
  const handshake = findHandshakeProblem(error)
  if (handshake !== null) return { ...fail('ssl_error', `${phase}: ${handshake}`), handshakeError: error }
  return judgeSystemError(phase, address, error)
}

/**
 * Verifies the certificate after the handshake. The handshake accepts any certificate, so that an invalid one can be
 * named.
 */
function verifyCertificate(
  connection: Connection,
  { host, tls }: TlsTarget,
  phase: string,
  { tools, tlsTerms }: CheckContext,
): Connection | Failed {
  const acceptsSelfSigned = tlsTerms?.acceptSelfSigned ?? false
  const socket = connection.socket as TLSSocket
  const problem = findCertificateProblem(socket, tls.serverName ?? host, getTrust(tls, tools), acceptsSelfSigned)
  if (problem === null) return connection
  connection.end()
  return fail('ssl_error', `${phase}: ${problem}`)
}
