/** One probe and what it says, whatever carries its messages. */

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

/** The thread of this server. */
export class LocalProbeSession {
  readonly #context: Context
  readonly #region: string
  #current: { probe: Probe; session: string } | null = null
  /** Orders under way: one may be told twice. */
  readonly #running = new Set<string>()

  /** @param region code of the one that it stands in */
  constructor(context: Context, region: string) {
    this.#context = context
    this.#region = region
  }

  async register(hello: ProbeRegistration): Promise<ProbeRegistrationReply> {
    const welcome = await registerProbe(this.#context, { hello, tokenId: null, address: null })
    const { session } = welcome
    this.#current = { probe: await checkSession(this.#context, session, null), session }
    return welcome
  }

  /** @throws Unregistered when it has to introduce itself anew */
  async recordHeartbeat(request: AssignmentsRequest): Promise<void> {
    if (this.#current === null) return
    const { session } = this.#current
    await recordProbeHeartbeat(this.#context, session, await checkSession(this.#context, session, null), request)
  }

  pull(request: AssignmentsRequest): Promise<AssignmentsResponse> {
    return pullAssignments(this.#context, this.#region, this.#current?.probe.id ?? null, request)
  }

  /** Has the checks run that other servers wait for. They are under way when this returns. */
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
        .catch(() => {}) // nobody hears of it, and whoever waits is told that no probe answered
        .finally(() => this.#running.delete(id))
    }
  }

  record(results: CheckResult[]): Promise<void> {
    return recordResults(this.#context, this.#region, markPastResults(results, this.#current?.probe.absence ?? null))
  }

  /** It has ended, and everything of it is stored: others take over at once. */
  async leave(): Promise<void> {
    if (this.#current) await closeProbeSession(this.#context, this.#current.session)
    this.#current = null
  }
}
