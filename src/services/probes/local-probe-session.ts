/** Session of a probe that runs inside the server. */

import { ONLY_THREAD, type ProbeThread, ThreadReports } from '../../core/probes/probe-threads.ts'
import type {
  Assignment,
  AssignmentsRequest,
  AssignmentsResponse,
  CheckResult,
  ProbeRegistration,
  ProbeRegistrationReply,
} from '../../core/probes/protocol.ts'
import type { Probe } from '../../store/probes/probes.ts'
import { markPastResults } from '../evaluation/evaluation-batch.ts'
import { recordResults } from '../evaluation/record-results.ts'
import type { Context } from '../platform/context.ts'
import type { Seal } from '../platform/sealing/seal.ts'
import { pullAssignments } from './assignments.ts'
import { claimOrders, completeOrder } from './probe-orders.ts'
import { checkSession, closeProbeSession, recordProbeHeartbeat, registerProbe } from './probes.ts'

interface OpenSession {
  probe: Probe
  reply: ProbeRegistrationReply
  /** Threads that have registered in this session. */
  joined: Set<number>
}

/** The session of this server's probe. Its threads share it: to the region they are one probe. */
export class LocalProbeSession {
  readonly #context: Context
  readonly #region: string
  readonly #reports: ThreadReports
  #current: OpenSession | null = null
  /** The last registration: one at a time. */
  #registering: Promise<unknown> = Promise.resolve()
  /** Running orders; an order may be received twice. */
  readonly #running = new Set<string>()

  /** @param region code of the probe's region */
  constructor(context: Context, region: string, threads = 1) {
    this.#context = context
    this.#region = region
    this.#reports = new ThreadReports(threads)
  }

  /**
   * Registers the probe with its first thread. Other threads join the session. A thread that registers again has
   * restarted, or has received an `UnregisteredError`; then the whole probe registers again.
   */
  register(hello: ProbeRegistration, { number } = ONLY_THREAD): Promise<ProbeRegistrationReply> {
    const registered = this.#registering.then(() => this.#join(hello, number))
    this.#registering = registered.catch(() => {})
    return registered
  }

  async #join(hello: ProbeRegistration, number: number): Promise<ProbeRegistrationReply> {
    const { reply, joined } = this.#current ?? {}
    if (reply !== undefined && !joined!.has(number)) {
      joined!.add(number)
      return { ...reply, now: this.#context.now() }
    }
    const held = hello.held + this.#reports.countHeldByOthers(number)
    const made = await registerProbe(this.#context, { hello: { ...hello, held }, tokenId: null, address: null })
    const probe = await checkSession(this.#context, made.session, null)
    this.#current = { probe, reply: made, joined: new Set([number]) }
    return made
  }

  /** @throws UnregisteredError when the probe must register again */
  async recordHeartbeat(request: AssignmentsRequest, { number } = ONLY_THREAD): Promise<void> {
    const report = this.#reports.add(number, request, this.#context.now())
    if (this.#current === null) return
    const { session } = this.#current.reply
    await recordProbeHeartbeat(this.#context, session, await checkSession(this.#context, session, null), report)
  }

  /** Records that a thread has ended and holds no monitors. */
  removeThread({ number }: ProbeThread): void {
    this.#reports.remove(number)
  }

  pull(request: AssignmentsRequest, thread = ONLY_THREAD): Promise<AssignmentsResponse> {
    const probe = { regionCode: this.#region, probeId: this.#current?.probe.id ?? null, thread }
    return pullAssignments(this.#context, probe, request)
  }

  /** Runs the checks that other servers ordered. They are running when this returns. */
  async runOrders(seal: Seal, run: (assignment: Assignment) => Promise<CheckResult>): Promise<void> {
    if (this.#current === null) return
    const { probe } = this.#current
    for (const { id, assignment } of await claimOrders(this.#context, seal, probe)) {
      if (this.#running.has(id)) continue
      this.#running.add(id)
      void run(assignment)
        .then(
          (result) => ({ result }),
          (error: Error) => ({ failure: error.message }),
        )
        .then((outcome) => completeOrder(this.#context, probe.id, id, outcome))
        .catch(() => {}) // not reported: the waiting server reports that no probe answered
        .finally(() => this.#running.delete(id))
    }
  }

  record(results: CheckResult[]): Promise<void> {
    return recordResults(this.#context, this.#region, markPastResults(results, this.#current?.probe.absence ?? null))
  }

  /** Leaves the region after the probe ended and all its results are stored. Other probes take over immediately. */
  async leave(): Promise<void> {
    if (this.#current) await closeProbeSession(this.#context, this.#current.reply.session)
    this.#current = null
  }
}
