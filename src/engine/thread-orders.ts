/** On-demand checks of a probe thread, until their results return. */
import type { Assignment, CheckResult } from '../core/probes/protocol.ts'
import type { ThreadOrder, ThreadOrderReply } from '../core/probes/thread-messages.ts'

export class ThreadOrders {
  readonly #send: (order: ThreadOrder) => void
  readonly #open = new Map<number, PromiseWithResolvers<CheckResult>>()
  #lastId = 0
  #isEnded = false

  constructor(send: (order: ThreadOrder) => void) {
    this.#send = send
  }

  /** @throws Error when the probe is gone, rejects the order, or has not answered in time */
  async runOrder(assignment: Assignment, timeoutMs: number): Promise<CheckResult> {
    if (this.#isEnded) throw createGoneError()
    const id = ++this.#lastId
    const order = Promise.withResolvers<CheckResult>()
    this.#open.set(id, order)
    const timer = setTimeout(
      () => order.reject(new Error(`the probe did not respond within ${timeoutMs} ms`)),
      timeoutMs,
    )
    this.#send({ kind: 'run', id, assignment })
    try {
      return await order.promise
    } finally {
      clearTimeout(timer)
      this.#open.delete(id)
    }
  }

  completeOrder(reply: ThreadOrderReply): void {
    const order = this.#open.get(reply.id)
    if (reply.kind === 'ran') order?.resolve(reply.result)
    else order?.reject(new Error(reply.message))
  }

  failAll(): void {
    this.#isEnded = true
    for (const order of this.#open.values()) order.reject(createGoneError())
  }
}

const createGoneError = (): Error => new Error('the probe has stopped')
