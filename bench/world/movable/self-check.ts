/** The self-check of `probe/self-check.ts` over a simulated network. */
import type { Clock } from '../../../src/probe/clock.ts'
import type { SelfCheck } from '../../../src/probe/second-look.ts'
import type { SimulatedNetwork } from './network.ts'

const ANSWER_MS = 1_500

export function makeSelfCheck(network: SimulatedNetwork, clock: Clock): SelfCheck {
  let hadWayOut = false
  let hadAnswer = false
  const check = async (): Promise<boolean> => {
    const isOut = network.hasLink()
    hadWayOut ||= isOut
    if (hadWayOut && !isOut) return false
    const isAnswered = network.answersRoot()
    await new Promise<void>((resolve) => clock.after(isAnswered ? 20 : ANSWER_MS, resolve))
    hadAnswer ||= isAnswered
    return isAnswered || !hadAnswer
  }
  void check()
  return check
}
