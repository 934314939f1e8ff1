/** The probe's own name servers, queried for names that no cache can hold. Simultaneous questions share an answer. */
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
  /**
   * Called when a name that no cache holds was resolved at `at`, monotonic ms, which proves that the path to the server
   * works.
   */
  onAnswer: (server: string | null, at: number) => Promise<void>
}

/** Minimum time between two questions. */
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

  /** Queries the name servers and records the result. */
  query(): Promise<DnsHealth> {
    this.#underWay ??= this.#queryNow().finally(() => {
      this.#underWay = null
    })
    return this.#underWay
  }

  /** Verifies the name servers. Without a default route, no question is needed. */
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
