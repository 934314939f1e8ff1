/** On-demand checks of a probe thread, until their results return. */
import type { Assignment, CheckResult } from '../core/probes/protocol.ts'
import type { ThreadOrder, ThreadOrderPhase, ThreadOrderReply } from '../core/probes/thread-messages.ts'
import type { TimedPhaseListener } from '../core/results/check-phase.ts'

interface OpenOrder {
  result: PromiseWithResolvers<CheckResult>
  onPhase: TimedPhaseListener | undefined
}

export class ThreadOrders {
  readonly #send: (order: ThreadOrder) => void
  readonly #open = new Map<number, OpenOrder>()
  #lastId = 0
  #isEnded = false

  constructor(send: (order: ThreadOrder) => void) {
    this.#send = send
  }

  /** @throws Error when the probe is gone, rejects the order, or has not answered in time */
  async runOrder(assignment: Assignment, timeoutMs: number, onPhase?: TimedPhaseListener): Promise<CheckResult> {
    if (this.#isEnded) throw createGoneError()
    const id = ++this.#lastId
    const result = Promise.withResolvers<CheckResult>()
    this.#open.set(id, { result, onPhase })
    const timer = setTimeout(
      () => result.reject(new Error(`the probe did not respond within ${timeoutMs} ms`)),
      timeoutMs,
    )
    this.#send({ kind: 'run', id, assignment, isWatched: onPhase !== undefined })
    try {
      return await result.promise
    } finally {
      clearTimeout(timer)
      this.#open.delete(id)
    }
  }

  completeOrder(reply: ThreadOrderReply): void {
    const result = this.#open.get(reply.id)?.result
    if (reply.kind === 'ran') result?.resolve(reply.result)
    else result?.reject(new Error(reply.message))
  }

  reportPhase({ id, phase }: ThreadOrderPhase): void {
    this.#open.get(id)?.onPhase?.(phase)
  }

  failAll(): void {
    this.#isEnded = true
    for (const { result } of this.#open.values()) result.reject(createGoneError())
  }
}

const createGoneError = (): Error => new Error('the probe has stopped')
