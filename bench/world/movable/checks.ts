/**
 * Checks in a simulated network with the findings and durations of the real probers. A silent target takes the whole
 * timeout, and trouble of the probe itself returns `inconclusive`.
 */
import { type ErrorType, NO_TIMINGS } from '../../../src/core/results/verdict.ts'
import type { RunCheck } from '../../../src/probe/schedule/checker.ts'
import type { CheckRequest, ProberOutcome } from '../../../src/probers/run-check.ts'
import type { Failure, ScriptedMonitor, Target } from '../script.ts'
import type { NameReply, SimulatedNetwork } from './network.ts'

/** A round trip to any target or name server. */
const ROUND_TRIP_MS = 20

/** Calls back after a delay in the time of the probe's process. */
export type ScheduleLater = (delayMs: number, run: () => void) => void

interface Finding {
  outcome: ProberOutcome
  tookMs: number
}

const PASSED: ProberOutcome = {
  status: 'up',
  responseTimeMs: ROUND_TRIP_MS,
  statusCode: null,
  errorType: null,
  errorMessage: null,
  timings: NO_TIMINGS,
  remoteAddress: null,
}

const createFailure = (
  errorType: ErrorType,
  errorMessage: string,
  over: Partial<ProberOutcome> = {},
): ProberOutcome => ({
  ...PASSED,
  status: 'down',
  errorType,
  errorMessage,
  ...over,
})

const createInconclusive = (errorMessage: string): ProberOutcome => ({
  ...PASSED,
  status: 'inconclusive',
  errorMessage,
})

/** @param findMonitor finds the monitor by the target of its checks */
export function createRunCheck(
  network: SimulatedNetwork,
  findMonitor: (request: CheckRequest) => ScriptedMonitor,
  now: () => number,
  later: ScheduleLater,
): RunCheck {
  const resolver = new SimulatedResolver(network, now)
  return (request) =>
    new Promise((resolve) => {
      const startedAt = now()
      const { outcome, tookMs } = simulateCheck(network, resolver, findMonitor(request))
      later(tookMs, () => {
        // A resumed process runs its timers before it reads its sockets
        const isExpired = outcome.status === 'up' && now() - startedAt > request.timeoutMs
        resolve(isExpired ? createFailure('timeout', `no answer in ${request.timeoutMs} ms`) : outcome)
      })
    })
}

function simulateCheck(network: SimulatedNetwork, resolver: SimulatedResolver, monitor: ScriptedMonitor): Finding {
  const target = monitor.target!
  if (target.hostName === null) return connect(network, monitor, target.address, 0)
  const reply = resolver.resolve(target.hostName)
  if (reply.kind !== 'address') return toNameFinding(reply, target)
  const isLast = 'isLast' in reply
  if (target.type !== 'DNS') return connect(network, monitor, reply.address, isLast ? WITNESS_MS : ROUND_TRIP_MS)
  if (isLast)
    return toFinding(createInconclusive(`ask for ${target.hostName}: the name servers have trouble`), WITNESS_MS)
  return toFinding(judgeAnswer(network.findFailure(monitor), target.hostName))
}

/** How long the resolver waits for its witness before it uses the last known address. */
const WITNESS_MS = 1_500

/** Same as in `net/dns/last-known.ts`. */
const LAST_KNOWN_MS = 3 * 60 * 60_000

/** Resolves names like `net/dns/resolver.ts`: to the last known address while the name servers have trouble. */
class SimulatedResolver {
  readonly #network: SimulatedNetwork
  readonly #now: () => number
  readonly #known = new Map<string, { address: string; at: number }>()

  constructor(network: SimulatedNetwork, now: () => number) {
    this.#network = network
    this.#now = now
  }

  resolve(name: string): NameReply | { kind: 'address'; address: string; isLast: true } {
    const reply = this.#network.queryName(name)
    const isTrouble = reply.kind !== 'address' && reply.kind !== 'NXDOMAIN' && this.#network.hasNameTrouble()
    if (reply.kind === 'address') this.#known.set(name, { address: reply.address, at: this.#now() })
    else if (!isTrouble) this.#known.delete(name)
    if (!isTrouble) return reply
    const known = this.#known.get(name)
    if (known !== undefined && this.#now() - known.at < LAST_KNOWN_MS)
      return { ...known, kind: 'address', isLast: true }
    // The name itself is not at fault
    return reply.kind === 'SERVFAIL' ? { kind: 'refused' } : reply
  }
}

const toFinding = (outcome: ProberOutcome, tookMs = ROUND_TRIP_MS): Finding => ({ outcome, tookMs })

/** Uses the messages of `net/dns/resolver.ts`. */
function toNameFinding({ kind }: Exclude<NameReply, { kind: 'address' }>, { hostName, timeoutMs }: Target): Finding {
  const phase = `resolve ${hostName}`
  if (kind === 'silent')
    return toFinding(createInconclusive(`${phase}: no name server answered in ${timeoutMs} ms`), timeoutMs)
  if (kind === 'refused')
    return toFinding(createInconclusive(`${phase}: no usable name server (77.7.7.53 ECONNREFUSED)`))
  if (kind === 'no route')
    return toFinding(createInconclusive(`${phase}: no usable name server (77.7.7.53 ENETUNREACH)`), 1)
  return toFinding(createFailure('dns_error', `${phase}: ${kind}`))
}

const judgeAnswer = (failure: Failure | null, name: string): ProberOutcome =>
  failure === 'wrong-answer' ? createFailure('dns_validation_error', `${name}: A 192.0.2.1, expected another`) : PASSED

function connect(network: SimulatedNetwork, monitor: ScriptedMonitor, address: string, cpuTimeMs: number): Finding {
  const target = monitor.target!
  const reach = network.reach(address)
  const failure = network.findFailure(monitor)
  const at = { remoteAddress: address }
  if (reach === 'no route')
    return toFinding(createInconclusive(`connect ${address}: ENETUNREACH, no route from this probe`), 1)
  if (reach === 'vanishes' || failure === 'hang')
    return toFinding(
      createFailure('timeout', `connect ${address}: no answer in ${target.timeoutMs} ms`, at),
      target.timeoutMs,
    )
  return toFinding(toAnswerOutcome(target, failure, address), cpuTimeMs + ROUND_TRIP_MS)
}

/** Outcome of a check whose target answers. */
function toAnswerOutcome({ type, hostName }: Target, failure: Failure | null, address: string): ProberOutcome {
  const at = { remoteAddress: address, remotePort: 443 }
  if (failure === 'refused') return createFailure('connection_error', `connect ${address}: ECONNREFUSED`, at)
  if (failure === 'reset') return createFailure('connection_error', `response of ${address}: ECONNRESET`, at)
  if (failure === 'status-500')
    return createFailure('status_code', 'status 500, expected 2xx', { ...at, statusCode: 500 })
  if (failure === 'wrong-keyword')
    return createFailure('keyword_missing', 'keyword not found', { ...at, statusCode: 200 })
  if (type === 'DNS') return { ...judgeAnswer(failure, hostName ?? address), ...at }
  return { ...PASSED, ...at, statusCode: type === 'HTTP' || type === 'KEYWORD' ? 200 : null }
}
