/** The probe's own name servers, asked for names that no cache can hold. Questions that come at the same time share an answer. */
import { SECOND_MS } from '../../core/platform/time/time.ts'
import { PUBLIC } from '../../core/probes/witness.ts'
import { type Clock, wait } from '../schedule/clock.ts'
import type { NetworkInterfaces } from './interfaces.ts'
import { type PathEvents, PathRecord } from './path-record.ts'
import type { DnsHealth, WitnessNetwork } from './witness-network.ts'
import type { Finding } from './witness-round.ts'

interface NameServerHealthOptions extends PathEvents {
  clock: Clock
  network: WitnessNetwork
  interfaces: NetworkInterfaces
  /** A name that no cache holds was resolved at `at`, monotonic ms, so the line to the server carries. */
  onAnswer: (server: string | null, at: number) => Promise<void>
}

/** They are not asked more often than this. */
const QUERY_INTERVAL_MS = SECOND_MS

const TROUBLE_REASONS: Record<Exclude<DnsHealth['kind'], 'answers' | 'unknown'>, string> = {
  silent: 'the name servers do not respond',
  refused: 'the name servers refuse every query',
  failing: 'the name servers resolve no name',
}

export class NameServerHealth {
  readonly record: PathRecord
  readonly #options: NameServerHealthOptions
  #underWay: Promise<DnsHealth> | null = null
  #askedAt = -Infinity

  constructor(options: NameServerHealthOptions) {
    this.#options = options
    this.record = new PathRecord(options)
  }

  /** Notes what comes of it in the record. */
  query(): Promise<DnsHealth> {
    this.#underWay ??= this.#queryNow().finally(() => {
      this.#underWay = null
    })
    return this.#underWay
  }

  /** Without a way out no name server needs to be asked. */
  async verify(): Promise<Finding> {
    const lost = await this.#options.interfaces.findLostUplinks()
    if (lost !== null) {
      this.record.recordTrouble(PUBLIC, lost)
      return { kind: 'trouble', reason: lost }
    }
    const { kind } = await this.query()
    if (kind === 'answers') return { kind: 'works' }
    return kind === 'unknown' ? { kind } : { kind: 'trouble', reason: TROUBLE_REASONS[kind] }
  }

  async #queryNow(): Promise<DnsHealth> {
    const { clock, network, onAnswer } = this.#options
    const earlyMs = this.#askedAt + QUERY_INTERVAL_MS - clock.monotonic()
    if (earlyMs > 0) await wait(clock, earlyMs).done
    this.#askedAt = clock.monotonic()
    const answer = await network.queryFreshName()
    const at = clock.monotonic() - (answer.ageMs ?? 0)
    if (answer.kind === 'answers') {
      await onAnswer(answer.server, at)
      this.record.recordAnswer(PUBLIC, at)
    } else if (answer.kind !== 'unknown') this.record.recordTrouble(PUBLIC, TROUBLE_REASONS[answer.kind])
    return answer
  }
}
