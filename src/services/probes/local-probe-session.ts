/** Session of a probe that runs inside the server. */

import type {
  Assignment,
  AssignmentsRequest,
  AssignmentsResponse,
  CheckResult,
  ProbeRegistration,
  ProbeRegistrationReply,
} from '../../core/probes/protocol.ts'
import type { Probe } from '../../store/probes/probes.ts'
import { markPastResults } from '../evaluation/past-results.ts'
import { recordResults } from '../evaluation/record-results.ts'
import type { Context } from '../platform/context.ts'
import type { Seal } from '../platform/seal.ts'
import { pullAssignments } from './assignments.ts'
import { claimOrders, completeOrder } from './probe-orders.ts'
import { checkSession, closeProbeSession, recordProbeHeartbeat, registerProbe } from './probes.ts'

/** The session of this server's probe thread. */
export class LocalProbeSession {
  readonly #context: Context
  readonly #region: string
  #current: { probe: Probe; session: string } | null = null
  /** Running orders; an order may be received twice. */
  readonly #running = new Set<string>()

  /** @param region code of the probe's region */
  constructor(context: Context, region: string) {
    this.#context = context
    this.#region = region
  }

  async register(hello: ProbeRegistration): Promise<ProbeRegistrationReply> {
    const reply = await registerProbe(this.#context, { hello, tokenId: null, address: null })
    const { session } = reply
    this.#current = { probe: await checkSession(this.#context, session, null), session }
    return reply
  }

  /** @throws UnregisteredError when the probe must register again */
  async recordHeartbeat(request: AssignmentsRequest): Promise<void> {
    if (this.#current === null) return
    const { session } = this.#current
    await recordProbeHeartbeat(this.#context, session, await checkSession(this.#context, session, null), request)
  }

  pull(request: AssignmentsRequest): Promise<AssignmentsResponse> {
    return pullAssignments(this.#context, this.#region, this.#current?.probe.id ?? null, request)
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
    if (this.#current) await closeProbeSession(this.#context, this.#current.session)
    this.#current = null
  }
}
