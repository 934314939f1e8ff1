/** Probes without checks: they register, ask, and hold what they are given, one question at a time. */
import type {
  Assignment,
  AssignmentsAnswer,
  AssignmentsRequest,
  ProbeCapabilities,
} from '../../../src/core/probes/protocol.ts'
import { Unregistered } from '../../../src/core/probes/protocol.ts'
import { Division } from '../../../src/core/probes/shares.ts'
import { pullAssignments } from '../../../src/services/probes/assignments.ts'
import { checkSession, dismissProbe, hearProbe, registerProbe } from '../../../src/services/probes/probes.ts'
import type { TestContext } from './context.ts'

export const VITALS = { held: 0, waiting: 0, dropped: 0, overdueMs: 0, clockAheadMs: null }

const CAPABLE: ProbeCapabilities = { icmp: true, ipv6: true }

let made = 0

/** A UUID that sorts by its number. */
export const probeId = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

export class TestProbe {
  readonly id = probeId(++made)
  readonly held = new Map<number, Assignment>()
  overdueMs = 0
  session = ''
  readonly #context: TestContext
  readonly #region: string
  readonly #capabilities: ProbeCapabilities
  #request: AssignmentsRequest = { since: 0 }
  /** Since when its list is out of date, Unix ms. */
  #waitsSince: number | null = null
  /** Named so far by the list that is being read. */
  #named: Set<number> | null = null

  constructor(context: TestContext, region = 'local', capabilities = CAPABLE) {
    this.#context = context
    this.#region = region
    this.#capabilities = capabilities
  }

  get keys(): number[] {
    return [...this.held.keys()].sort((a, b) => a - b)
  }

  async register(): Promise<void> {
    const { session } = await registerProbe(this.#context, {
      hello: {
        protocol: 1,
        version: '1.2.3',
        region: this.#region,
        capabilities: this.#capabilities,
        probeId: this.id,
        name: 'host',
        held: this.held.size,
      },
      tokenId: null,
      address: null,
    })
    this.session = session
  }

  /** One question. @param pageSize monitors in an answer */
  async ask(pageSize = 5_000): Promise<AssignmentsAnswer> {
    const waited = this.#waitsSince === null ? {} : { waitedMs: this.#context.now() - this.#waitsSince }
    const request = {
      ...this.#request,
      ...waited,
      vitals: { ...VITALS, held: this.held.size, overdueMs: this.overdueMs },
    }
    await hearProbe(this.#context, this.session, await checkSession(this.#context, this.session, null), request)
    const answer = await pullAssignments(this.#context, this.#region, this.id, request, pageSize)
    this.#take(answer)
    return answer
  }

  /** As a probe does that has been given up: it introduces itself again. */
  async askOrRegister(): Promise<void> {
    try {
      await this.ask()
    } catch (error) {
      if (!(error instanceof Unregistered)) throw error
      await this.register()
    }
  }

  leave(): Promise<void> {
    return dismissProbe(this.#context, this.session)
  }

  /** As after `kill -9`. */
  forget(): void {
    this.held.clear()
    this.#request = { since: 0 }
    this.#named = null
    this.#waitsSince = null
  }

  #take(answer: AssignmentsAnswer): void {
    if (answer.members) this.#divide(new Division(answer.members))
    if (answer.isWhole) this.#named = new Set()
    for (const key of answer.removed) this.held.delete(key)
    for (const assignment of answer.changed) {
      this.held.set(assignment.monitorKey, assignment)
      this.#named?.add(assignment.monitorKey)
    }
    if (!answer.more && answer.listUntil === undefined && this.#named) {
      for (const key of this.held.keys()) if (!this.#named.has(key)) this.held.delete(key)
      this.#named = null
    }
    const { revision: since, epoch = this.#request.epoch, listEpoch, listUntil } = answer
    this.#request = {
      since,
      ...(epoch !== undefined && { epoch }),
      ...(listEpoch !== undefined && { listEpoch }),
      ...(listUntil !== undefined && { listUntil }),
    }
    const isListed = listEpoch === epoch && listUntil === undefined
    this.#waitsSince = isListed ? null : (this.#waitsSince ?? this.#context.now())
  }

  #divide(division: Division): void {
    for (const { monitorKey, type } of this.held.values())
      if (division.ownerOf(monitorKey, type) !== this.id) this.held.delete(monitorKey)
  }
}

/** Every one asks in turn, until all have what is theirs. */
export async function settleProbes(probes: readonly TestProbe[], rounds = 4): Promise<void> {
  for (let round = 0; round < rounds; round++) for (const probe of probes) await probe.ask()
}
