/** Probes without checks: they register, poll and keep their assignments, one request at a time. */
import type {
  Assignment,
  AssignmentsRequest,
  AssignmentsResponse,
  ProbeCapabilities,
} from '../../../src/core/probes/protocol.ts'
import { UnregisteredError } from '../../../src/core/probes/protocol.ts'
import { ShareOwners } from '../../../src/core/probes/shares.ts'
import { pullAssignments } from '../../../src/services/probes/assignments.ts'
import {
  checkSession,
  closeProbeSession,
  recordProbeHeartbeat,
  registerProbe,
} from '../../../src/services/probes/probes.ts'
import type { TestContext } from './context.ts'

export const VITALS = {
  held: 0,
  waiting: 0,
  waitingMs: 0,
  dropped: 0,
  overdueMs: 0,
  lateMs: 0,
  skippedPercent: null,
  clockAheadMs: null,
}

const FULL_CAPABILITIES: ProbeCapabilities = { icmp: true, ipv6: true }

let createdCount = 0

/** Returns a UUID; the order of the UUIDs is the order of the numbers. */
export const probeId = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

export class TestProbe {
  readonly id = probeId(++createdCount)
  readonly held = new Map<number, Assignment>()
  overdueMs = 0
  waitingMs = 0
  lateMs = 0
  session = ''
  readonly #context: TestContext
  readonly #region: string
  readonly #capabilities: ProbeCapabilities
  #request: AssignmentsRequest = { since: 0 }
  /** Time at which its list of assignments became outdated, Unix ms; null while it is current. */
  #waitingSince: number | null = null
  /** Keys received so far of a list that arrives in several answers. */
  #listedKeys: Set<number> | null = null

  constructor(context: TestContext, region = 'local', capabilities = FULL_CAPABILITIES) {
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

  /**
   * Polls once.
   *
   * @param pageSize monitors in an answer
   */
  async poll(pageSize = 5_000): Promise<AssignmentsResponse> {
    const waited = this.#waitingSince === null ? {} : { waitedMs: this.#context.now() - this.#waitingSince }
    const request = {
      ...this.#request,
      ...waited,
      vitals: {
        ...VITALS,
        held: this.held.size,
        overdueMs: this.overdueMs,
        waitingMs: this.waitingMs,
        lateMs: this.lateMs,
      },
    }
    await recordProbeHeartbeat(
      this.#context,
      this.session,
      await checkSession(this.#context, this.session, null),
      request,
    )
    const answer = await pullAssignments(
      this.#context,
      { regionCode: this.#region, probeId: this.id, pageSize },
      request,
    )
    this.#applyAnswer(answer)
    return answer
  }

  /** Polls, or registers again when the server no longer accepts the session. */
  async pollOrRegister(): Promise<void> {
    try {
      await this.poll()
    } catch (error) {
      if (!(error instanceof UnregisteredError)) throw error
      await this.register()
    }
  }

  leave(): Promise<void> {
    return closeProbeSession(this.#context, this.session)
  }

  /** Loses all state, as after `kill -9`. */
  reset(): void {
    this.held.clear()
    this.#request = { since: 0 }
    this.#listedKeys = null
    this.#waitingSince = null
  }

  #applyAnswer(answer: AssignmentsResponse): void {
    if (answer.members) this.#applyDivision(new ShareOwners(answer.members))
    if (answer.isWhole) this.#listedKeys = new Set()
    for (const key of answer.removed) this.held.delete(key)
    for (const assignment of answer.changed) {
      this.held.set(assignment.monitorKey, assignment)
      this.#listedKeys?.add(assignment.monitorKey)
    }
    if (!answer.more && answer.listUntil === undefined && this.#listedKeys) {
      for (const key of this.held.keys()) if (!this.#listedKeys.has(key)) this.held.delete(key)
      this.#listedKeys = null
    }
    const { revision: since, epoch = this.#request.epoch, listEpoch, listUntil } = answer
    this.#request = {
      since,
      ...(epoch !== undefined && { epoch }),
      ...(listEpoch !== undefined && { listEpoch }),
      ...(listUntil !== undefined && { listUntil }),
    }
    const isListed = listEpoch === epoch && listUntil === undefined
    this.#waitingSince = isListed ? null : (this.#waitingSince ?? this.#context.now())
  }

  #applyDivision(division: ShareOwners): void {
    for (const { monitorKey, type } of this.held.values())
      if (division.findOwner(monitorKey, type) !== this.id) this.held.delete(monitorKey)
  }
}

/** Polls each probe in turn until every probe has its share. */
export async function pollUntilSettled(probes: readonly TestProbe[], rounds = 4): Promise<void> {
  for (let round = 0; round < rounds; round++) for (const probe of probes) await probe.poll()
}
