/** One probe and what it says, whatever carries its messages. */

import type { Absence } from '../core/probe-health.ts'
import type {
  Assignment,
  AssignmentsAnswer,
  AssignmentsRequest,
  CheckResult,
  ProbeHello,
  ProbeWelcome,
} from '../core/protocol.ts'
import { asFound } from './absence.ts'
import { pullAssignments } from './assignments.ts'
import type { Context } from './context.ts'
import { claimOrders, settleOrderOf } from './probe-orders.ts'
import { checkSession, dismissProbe, hearProbe, registerProbe } from './probes.ts'
import { recordResults } from './results.ts'
import type { Seal } from './seal.ts'

/** The thread of this server. */
export class ProbeLine {
  readonly #context: Context
  readonly #region: string
  #current: { probeId: string; session: string; absence: Absence | null } | null = null
  /** Orders under way: one may be told twice. */
  readonly #running = new Set<string>()

  /** @param region code of the one that it stands in */
  constructor(context: Context, region: string) {
    this.#context = context
    this.#region = region
  }

  async register(hello: ProbeHello): Promise<ProbeWelcome> {
    const welcome = await registerProbe(this.#context, { hello, tokenId: null, address: null })
    const { absence } = await checkSession(this.#context, welcome.session, null)
    this.#current = { probeId: hello.probeId, session: welcome.session, absence }
    return welcome
  }

  /** @throws Unregistered when it has to introduce itself anew */
  async heard(request: AssignmentsRequest): Promise<void> {
    if (this.#current === null) return
    const { session } = this.#current
    await hearProbe(this.#context, session, await checkSession(this.#context, session, null), request)
  }

  pull(request: AssignmentsRequest): Promise<AssignmentsAnswer> {
    return pullAssignments(this.#context, this.#region, this.#current?.probeId ?? null, request)
  }

  /** Has the checks run that other servers wait for. They are under way when this returns. */
  async obey(seal: Seal, run: (assignment: Assignment) => Promise<CheckResult>): Promise<void> {
    const probeId = this.#current?.probeId
    if (probeId === undefined) return
    for (const { id, assignment } of await claimOrders(this.#context, seal, probeId)) {
      if (this.#running.has(id)) continue
      this.#running.add(id)
      void run(assignment)
        .then(
          (result) => ({ result }),
          (error: Error) => ({ failure: error.message }),
        )
        .then((outcome) => settleOrderOf(this.#context, probeId, id, outcome))
        .catch(() => {}) // nobody hears of it, and whoever waits is told that no probe answered
        .finally(() => this.#running.delete(id))
    }
  }

  record(results: CheckResult[]): Promise<void> {
    return recordResults(this.#context, this.#region, asFound(results, this.#current?.absence ?? null))
  }

  /** It has ended, and everything of it is stored: others take over at once. */
  async leave(): Promise<void> {
    if (this.#current) await dismissProbe(this.#context, this.#current.session)
    this.#current = null
  }
}
