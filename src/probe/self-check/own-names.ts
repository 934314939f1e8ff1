/** The probe's own name servers, asked for names that no cache can hold. Questions that come at the same time share an answer. */
import { SECOND_MS } from '../../core/platform/time/time.ts'
import { PUBLIC } from '../../core/probes/witness.ts'
import { type Clock, wait } from '../schedule/clock.ts'
import type { Interfaces } from './interfaces.ts'
import { type PathEvents, PathRecord } from './path-record.ts'
import type { NameAnswer, WitnessNetwork } from './witness-network.ts'
import type { Finding } from './witness-round.ts'

interface OwnNamesOptions extends PathEvents {
  clock: Clock
  network: WitnessNetwork
  interfaces: Interfaces
  /** A name that no cache holds was resolved at `at`, monotonic ms, so the line to the server carries. */
  onAnswer: (server: string | null, at: number) => Promise<void>
}

/** They are not asked more often than this. */
const AGAIN_MS = SECOND_MS

const WORDS: Record<Exclude<NameAnswer['kind'], 'answers' | 'unknown'>, string> = {
  silent: 'the name servers do not answer',
  refused: 'the name servers refuse every question',
  failing: 'the name servers resolve no name',
}

export class OwnNames {
  readonly record: PathRecord
  readonly #options: OwnNamesOptions
  #question: Promise<NameAnswer> | null = null
  #askedAt = -Infinity

  constructor(options: OwnNamesOptions) {
    this.#options = options
    this.record = new PathRecord(options)
  }

  /** Notes what comes of it in the record. */
  ask(): Promise<NameAnswer> {
    this.#question ??= this.#askNow().finally(() => {
      this.#question = null
    })
    return this.#question
  }

  /** Without a way out no name server needs to be asked. */
  async find(): Promise<Finding> {
    const lost = await this.#options.interfaces.findLostWaysOut()
    if (lost !== null) {
      this.record.bad(PUBLIC, lost)
      return { kind: 'trouble', reason: lost }
    }
    const { kind } = await this.ask()
    if (kind === 'answers') return { kind: 'works' }
    return kind === 'unknown' ? { kind } : { kind: 'trouble', reason: WORDS[kind] }
  }

  async #askNow(): Promise<NameAnswer> {
    const { clock, network, onAnswer } = this.#options
    const earlyMs = this.#askedAt + AGAIN_MS - clock.monotonic()
    if (earlyMs > 0) await wait(clock, earlyMs).done
    this.#askedAt = clock.monotonic()
    const answer = await network.askName()
    const at = clock.monotonic() - (answer.ageMs ?? 0)
    if (answer.kind === 'answers') {
      await onAnswer(answer.server, at)
      this.record.good(PUBLIC, at)
    } else if (answer.kind !== 'unknown') this.record.bad(PUBLIC, WORDS[answer.kind])
    return answer
  }
}
