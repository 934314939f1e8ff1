/**
 * Judges each check by the probe's own connection. A pass shows that the connection works. A fresh failure is pending
 * until it is attributed to the target or to the connection.
 */

import { SECOND_MS } from '../../core/platform/time/time.ts'
import type { ProbeKind } from '../../core/probes/protocol.ts'
import { PUBLIC } from '../../core/probes/witness.ts'
import type { ProberOutcome } from '../../probers/run-check.ts'
import { canBeProbeFault, findSuspectAddress, hasTargetAnswered, toConnectionTrouble } from '../push/outcomes.ts'
import { isLoopback } from '../schedule/target-host.ts'
import type { ConnectionHealth, ConnectionSubject } from './connection-health.ts'

/** A finished check. */
interface EndedCheck {
  type: ProbeKind
  /** Host of the target. */
  host: string
  /** Start and end of the check, monotonic ms. */
  from: number
  to: number
  /** Whether the monitor is already down. */
  isDown: boolean
}

/** Why a failure is attributed to the probe; null when it is attributed to the target. */
type Attribution = string | null

/**
 * An answer this close to the end of a check proves that the connection worked. A later outage does not explain the
 * failure.
 */
const PROOF_MS = SECOND_MS / 2

export class FailureTriage {
  readonly #connection: ConnectionHealth
  readonly #onProbeTrouble: () => void

  /** @param onProbeTrouble called when a check itself found trouble on the probe's side */
  constructor(connection: ConnectionHealth, onProbeTrouble: () => void) {
    this.#connection = connection
    this.#onProbeTrouble = onProbeTrouble
  }

  /** Returns the final outcome: at once for most checks, within a few seconds for a doubtful failure. */
  judge(outcome: ProberOutcome, ended: EndedCheck): ProberOutcome | Promise<ProberOutcome> {
    if (canBeProbeFault(outcome)) return ended.isDown ? outcome : this.#judgeFailure(outcome, ended)
    if (outcome.status === 'inconclusive') this.#onProbeTrouble()
    const trouble = outcome.status === 'degraded' ? this.#connection.findTrouble(outcome, ended) : null
    if (hasTargetAnswered(outcome)) this.#connection.recordPass(outcome, ended)
    return trouble === null ? outcome : toConnectionTrouble(outcome, trouble)
  }

  async #judgeFailure(outcome: ProberOutcome, ended: EndedCheck): Promise<ProberOutcome> {
    const cause = await this.#findCause(findSuspectAddress(outcome), ended)
    if (cause !== null) return toConnectionTrouble(outcome, cause)
    this.#connection.recordFailure(outcome)
    return outcome
  }

  async #findCause(address: string | null, ended: EndedCheck): Promise<Attribution> {
    if (isLoopback(ended.host) || (address !== null && isLoopback(address))) return null
    const subject = address === null ? this.#connection.nameServerSubject : await this.#connection.findSubject(address)
    if (subject === 'here') return null
    return subject === null ? `no route to ${address}` : this.#decide(subject, ended)
  }

  #decide(subject: ConnectionSubject, { from, to }: EndedCheck): Promise<Attribution> {
    const { path, question } = subject
    const scope = question?.scope ?? PUBLIC
    return new Promise((resolve) => {
      let unwatch = () => {}
      let isSettled = false
      const settle = (cause: Attribution) => {
        isSettled = true
        unwatch()
        resolve(cause)
      }
      // An answer from long before the end of the check proves nothing about that end
      const provenAt = Math.max(from, to - PROOF_MS)
      const settleIfKnown = (): boolean => {
        const trouble = path.findTrouble(scope, from, to)
        if (trouble !== null) settle(trouble.reason)
        else if (path.hasAnswerAfter(scope, provenAt)) settle(null)
        else return false
        return true
      }
      if (settleIfKnown()) return
      unwatch = path.watch(settleIfKnown)
      const verify = async (): Promise<void> => {
        const { kind } = await this.#connection.verify(subject)
        if (kind === 'unknown') settle(null)
        // A shared answer may be too old for this failure
        else if (!isSettled) await verify()
      }
      void verify()
    })
  }
}
