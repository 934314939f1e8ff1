/** The probe of one region, which runs outside the server and keeps its results while it cannot reach the server. */
import type {
  AssignmentsRequest,
  AssignmentsResponse,
  CheckResult,
  ProbeRegistration,
  ProbeRegistrationReply,
} from '../../../src/core/probes/protocol.ts'
import { PUSH_LIMIT, UnregisteredError } from '../../../src/core/probes/protocol.ts'
import type { Backlog, BacklogBatch } from '../../../src/probe/push/backlog.ts'
import { type Clock, wait } from '../../../src/probe/schedule/clock.ts'
import type { ProbeLink } from '../../../src/probe/server/link.ts'
import type { CheckRequest } from '../../../src/probers/run-check.ts'
import { LocalProbeSession } from '../../../src/services/probes/local-probe-session.ts'
import type { ScriptedMonitor } from '../script.ts'
import { createRunCheck } from './checks.ts'
import type { Owner, WorldClock } from './clock.ts'
import { DirectLink } from './link.ts'
import type { SimulatedNetwork } from './network.ts'
import { createRunner, probeClock, type Service } from './service.ts'
import { createWorldMemory } from './witnesses.ts'

export interface RegionProbeOptions {
  region: string
  probeId: string
  clock: WorldClock
  network: SimulatedNetwork
  findMonitor: (request: CheckRequest) => ScriptedMonitor
  /** The server, if the probe can reach it now. */
  server: () => Service | null
  log: (message: string, details: unknown) => void
}

export class RegionProbe {
  readonly #options: RegionProbeOptions
  readonly #memory = createWorldMemory()
  readonly #backlog = new KeptResults()
  #process: Owner = { isStopped: false, isDead: true }

  constructor(options: RegionProbeOptions) {
    this.#options = options
  }

  start(): void {
    const { clock, network, findMonitor, server } = this.#options
    const process: Owner = { isStopped: false, isDead: false }
    this.#process = process
    const later = (delayMs: number, run: () => void) => void clock.scheduleAfter(process, delayMs, run)
    const runCheck = createRunCheck(network, findMonitor, clock.now, later)
    const link = new RegionLink(this.#options.region, server, probeClock({ clock, process }))
    // The class has private fields; a probe uses only these methods
    const backlog = this.#backlog as unknown as Backlog
    createRunner({ ...this.#options, process, runCheck, memory: this.#memory, backlog }, link).start()
  }

  /** Results in its memory are lost; kept results stay. */
  kill(): void {
    this.#process.isDead = true
  }

  stop(): void {
    this.#options.clock.stop(this.#process)
  }

  resume(): void {
    this.#options.clock.resume(this.#process)
  }
}

/** How long a request waits for a server that cannot be reached. */
const UNREACHABLE_MS = 3_000

/** Connects a probe with the current process of the server, if there is one. */
class RegionLink implements ProbeLink {
  readonly #region: string
  readonly #server: () => Service | null
  readonly #clock: Clock
  #current: { service: Service; link: DirectLink; isRegistered: boolean } | null = null

  constructor(region: string, server: () => Service | null, clock: Clock) {
    this.#region = region
    this.#server = server
    this.#clock = clock
  }

  async register(hello: ProbeRegistration): Promise<ProbeRegistrationReply> {
    const current = await this.#reach()
    const reply = await current.link.register(hello)
    current.isRegistered = true
    return reply
  }

  async pull(request: AssignmentsRequest, waitMs: number): Promise<AssignmentsResponse> {
    const answer = await (await this.#reachRegistered()).link.pull(request, waitMs)
    await this.#reach()
    return answer
  }

  async push(results: readonly CheckResult[]): Promise<void> {
    await (await this.#reachRegistered()).link.push(results)
  }

  onRunNow(): void {}

  close(): void {}

  async #reachRegistered() {
    const current = await this.#reach()
    if (!current.isRegistered) throw new UnregisteredError('the server has restarted')
    return current
  }

  async #reach() {
    const service = this.#server()
    if (service === null) {
      await wait(this.#clock, UNREACHABLE_MS).done
      throw new Error('the server cannot be reached')
    }
    if (this.#current?.service !== service) {
      const link = new DirectLink(new LocalProbeSession(service.context, this.#region), this.#clock)
      this.#current = { service, link, isRegistered: false }
    }
    return this.#current
  }
}

/** A spool in memory that survives a kill, in place of `probe/push/backlog.ts` and its files. */
class KeptResults {
  #kept: CheckResult[] = []
  readonly dropped = 0

  get size(): number {
    return this.#kept.length
  }

  async fetchNext(): Promise<BacklogBatch | null> {
    const results = this.#kept.slice(0, PUSH_LIMIT)
    if (results.length === 0) return null
    return {
      results,
      complete: async () => {
        this.#kept = this.#kept.filter((result) => !results.includes(result))
      },
    }
  }

  async save(results: readonly CheckResult[]): Promise<boolean> {
    this.#kept.push(...results)
    return true
  }

  async close(): Promise<void> {}
}
