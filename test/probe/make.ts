import type { TestContext } from 'node:test'
import type {
  Assignment,
  AssignmentsRequest,
  AssignmentsResponse,
  CheckResult,
  ProbeRegistration,
  ProbeRegistrationReply,
} from '../../src/core/probes/protocol.ts'
import { NO_COUNTERS } from '../../src/core/results/state.ts'
import { NO_TIMINGS } from '../../src/core/results/verdict.ts'
import type { ProbeTools } from '../../src/net/connection/tools.ts'
import { Runner, type RunnerOptions } from '../../src/probe/runner.ts'
import type { ProbeLink } from '../../src/probe/server/link.ts'
import type { CheckRequest, ProberOutcome } from '../../src/probers/run-check.ts'
import { FakeNetwork } from './fake-network.ts'
import { MovableClock, START, settle } from './movable-clock.ts'

export const REGION = 'eu-1'

export const NO_TOOLS = {} as ProbeTools

/** Assignment whose last check ended when the clock starts, so that the next one is due in its slot. */
export function makeAssignment(monitorKey: number, change: Partial<Assignment> = {}): Assignment {
  return {
    monitorKey,
    monitorId: `019c1a2b-3c4d-7000-8000-${monitorKey.toString(16).padStart(12, '0')}`,
    type: 'HTTP',
    target: `https://host-${monitorKey}.example.com/`,
    intervalSeconds: 60,
    timeoutMs: 10_000,
    failureThreshold: 2,
    recoveryThreshold: 2,
    settings: { method: 'GET' },
    counters: NO_COUNTERS,
    checkedAt: START,
    ...change,
  }
}

export const PASS: ProberOutcome = {
  status: 'up',
  responseTimeMs: 12,
  statusCode: 200,
  errorType: null,
  errorMessage: null,
  timings: NO_TIMINGS,
  remoteAddress: '192.0.2.1',
}

export const TIMEOUT: ProberOutcome = {
  ...PASS,
  status: 'down',
  statusCode: null,
  errorType: 'timeout',
  errorMessage: 'connect 192.0.2.1:443: no answer in 10000 ms',
  remoteAddress: null,
}

/** A failure with an answer, which is always attributed to the target. */
export const WRONG_STATUS: ProberOutcome = {
  ...PASS,
  status: 'down',
  statusCode: 500,
  errorType: 'status_code',
  errorMessage: 'status 500',
}

export function makeResult(monitorKey: number, change: Partial<CheckResult> = {}): CheckResult {
  const at = Date.parse('2026-01-31T12:00:00Z') + monitorKey
  return { monitorKey, kind: 'check', scheduledAt: at, startedAt: at, ...PASS, ...change }
}

export const WELCOME: ProbeRegistrationReply = { session: 'session', leaseMs: 15_000, now: 0 }

/** A server without a network: answers polls when there are assignments, and stores pushed results. */
export class FakeLink implements ProbeLink {
  readonly hellos: ProbeRegistration[] = []
  readonly batches: CheckResult[][] = []
  readonly asked: number[] = []
  readonly requests: AssignmentsRequest[] = []
  /** Wait times that the probe granted for its polls. */
  readonly waits: number[] = []
  /** Replaces the handling of a push; throws to refuse it. */
  onPush: (results: readonly CheckResult[]) => void | Promise<void> = () => {}
  runNow: (assignment: Assignment) => Promise<CheckResult> = () => Promise.reject(new Error('not begun'))
  isClosed = false
  #revision = 1
  #answers: AssignmentsResponse[] = []
  #waiting: PromiseWithResolvers<AssignmentsResponse> | null = null

  get results(): CheckResult[] {
    return this.batches.flat()
  }

  assign(...changed: Assignment[]): void {
    this.answer({ revision: ++this.#revision, changed, removed: [] })
  }

  remove(...removed: number[]): void {
    this.answer({ revision: ++this.#revision, changed: [], removed })
  }

  answer(answer: AssignmentsResponse): void {
    if (this.#waiting === null) this.#answers.push(answer)
    this.#waiting?.resolve(answer)
    this.#waiting = null
  }

  /** Rejects the pending poll. */
  fail(error: Error): void {
    this.#waiting?.reject(error)
    this.#waiting = null
  }

  async register(hello: ProbeRegistration): Promise<ProbeRegistrationReply> {
    this.hellos.push(hello)
    return WELCOME
  }

  async pull(request: AssignmentsRequest, waitMs: number): Promise<AssignmentsResponse> {
    this.asked.push(request.since)
    this.requests.push(request)
    this.waits.push(waitMs)
    const ready = this.#answers.shift()
    if (ready !== undefined) return ready
    this.#waiting = Promise.withResolvers()
    return this.#waiting.promise
  }

  async push(results: readonly CheckResult[]): Promise<void> {
    await this.onPush(results)
    this.batches.push([...results])
  }

  onRunNow(handler: (assignment: Assignment) => Promise<CheckResult>): void {
    this.runNow = handler
  }

  close(): void {
    this.isClosed = true
    this.#waiting?.reject(new Error('closed'))
  }
}

/** One check as seen by the fake prober. */
export interface Seen {
  target: string
  at: number
}

/** Targets with configurable answers and durations. */
export class FakeTargets {
  readonly seen: Seen[] = []
  running = 0
  mostAtOnce = 0
  /** Checks that started while another check of the same target was running. */
  overlaps = 0
  answer: (target: string) => ProberOutcome = () => PASS
  durationMs: (target: string) => number = () => 5
  readonly #busy = new Set<string>()
  readonly #clock: MovableClock

  constructor(clock: MovableClock) {
    this.#clock = clock
  }

  check = ({ target }: CheckRequest): Promise<ProberOutcome> => {
    this.seen.push({ target, at: this.#clock.now() })
    if (this.#busy.has(target)) this.overlaps += 1
    this.#busy.add(target)
    this.running += 1
    this.mostAtOnce = Math.max(this.mostAtOnce, this.running)
    const { promise, resolve } = Promise.withResolvers<ProberOutcome>()
    this.#clock.after(this.durationMs(target), () => {
      this.#busy.delete(target)
      this.running -= 1
      resolve(this.answer(target))
    })
    return promise
  }

  timesOf(target: string): number[] {
    return this.seen.filter((seen) => seen.target === target).map(({ at }) => at)
  }
}

export interface World {
  clock: MovableClock
  link: FakeLink
  targets: FakeTargets
  runner: Runner
  reports: string[]
}

/** A started runner with assignments: monitors, or pages of a list. */
export async function startRunner(
  t: TestContext,
  first: Assignment[] | AssignmentsResponse[],
  change: Partial<RunnerOptions> = {},
): Promise<World> {
  const clock = new MovableClock()
  const link = new FakeLink()
  const targets = new FakeTargets(clock)
  const reports: string[] = []
  const runner = new Runner({
    region: REGION,
    probeId: 'probe-1',
    name: 'here',
    version: '1.2.3',
    capabilities: { icmp: false, ipv6: true },
    link,
    clock,
    runCheck: targets.check,
    tools: NO_TOOLS,
    network: new FakeNetwork(),
    report: (message) => reports.push(message),
    ...change,
  })
  const pages = first.filter((item) => 'revision' in item)
  for (const page of pages) link.answer(page)
  if (pages.length === 0) link.assign(...(first as Assignment[]))
  runner.start()
  await settle()
  t.after(async () => {
    const stopped = runner.stop()
    await clock.pass(20_000)
    await stopped
  })
  return { clock, link, targets, runner, reports }
}
