/**
 * Judges each check by the probe's own connection: a pass shows that it works, and a fresh failure is held back until it
 * is known whose it is, the target's or the connection's.
 */

import { SECOND_MS } from '../../core/platform/time/time.ts'
import type { ProbeKind } from '../../core/probes/protocol.ts'
import { PUBLIC } from '../../core/probes/witness.ts'
import type { ProberOutcome } from '../../probers/run-check.ts'
import { addressInQuestion, isAnswer, mayBeOurs, ours } from '../push/outcomes.ts'
import { isLoopback } from '../schedule/target-host.ts'
import type { OwnConnection, Subject } from './own-connection.ts'

/** A check that has ended. */
interface Ended {
  type: ProbeKind
  /** Of the target. */
  host: string
  /** When the check began and ended, monotonic ms. */
  from: number
  to: number
  /** Whether the monitor is down already. */
  isDown: boolean
}

/** Why a failure is the probe's own; null when it is the target's. */
type Blame = string | null

/** An answer in the last moments of a check vouches for it: a line that goes then does not explain what came before. */
const PROOF_MS = SECOND_MS / 2

export class SecondLook {
  readonly #connection: OwnConnection
  readonly #onDoubt: () => void

  /** @param onDoubt a check found trouble on the probe's side by itself */
  constructor(connection: OwnConnection, onDoubt: () => void) {
    this.#connection = connection
    this.#onDoubt = onDoubt
  }

  /** Returns the outcome as it counts: at once for most checks, within a few seconds for a failure in doubt. */
  judge(outcome: ProberOutcome, ended: Ended): ProberOutcome | Promise<ProberOutcome> {
    if (mayBeOurs(outcome)) return ended.isDown ? outcome : this.#weigh(outcome, ended)
    if (outcome.status === 'inconclusive') this.#onDoubt()
    const trouble = outcome.status === 'degraded' ? this.#connection.troubleOf(outcome, ended) : null
    if (isAnswer(outcome)) this.#connection.passed(outcome, ended)
    return trouble === null ? outcome : ours(outcome, trouble)
  }

  async #weigh(outcome: ProberOutcome, ended: Ended): Promise<ProberOutcome> {
    const blame = await this.#blame(addressInQuestion(outcome), ended)
    if (blame !== null) return ours(outcome, blame)
    this.#connection.failed(outcome)
    return outcome
  }

  async #blame(address: string | null, ended: Ended): Promise<Blame> {
    if (isLoopback(ended.host) || (address !== null && isLoopback(address))) return null
    const subject = address === null ? this.#connection.aboutNames : await this.#connection.findSubject(address)
    if (subject === 'here') return null
    return subject === null ? `no route to ${address}` : this.#decide(subject, ended)
  }

  #decide(subject: Subject, { from, to }: Ended): Promise<Blame> {
    const { path, question } = subject
    const scope = question?.scope ?? PUBLIC
    return new Promise((resolve) => {
      let unwatch = () => {}
      let isSettled = false
      const settle = (blame: Blame) => {
        isSettled = true
        unwatch()
        resolve(blame)
      }
      // An answer from long before the end of the check proves nothing about that end
      const provenAt = Math.max(from, to - PROOF_MS)
      const look = (): boolean => {
        const trouble = path.troubleIn(scope, from, to)
        if (trouble !== null) settle(trouble.reason)
        else if (path.isGoodAfter(scope, provenAt)) settle(null)
        else return false
        return true
      }
      if (look()) return
      unwatch = path.watch(look)
      const ask = async (): Promise<void> => {
        const { kind } = await this.#connection.ask(subject)
        if (kind === 'unknown') settle(null)
        // An answer that others shared may be too old for this failure
        else if (!isSettled) await ask()
      }
      void ask()
    })
  }
}
