/** Link of a probe that runs in a worker thread of its server. */
import type { MessagePort } from 'node:worker_threads'
import {
  type AssignmentsRequest,
  type AssignmentsResponse,
  type CheckResult,
  type ProbeRegistration,
  type ProbeRegistrationReply,
  UnregisteredError,
} from '../../core/probes/protocol.ts'
import {
  type FromProbe,
  packResults,
  type ThreadOrder,
  type ThreadReply,
  type ThreadRequest,
  type ToProbe,
} from '../../core/probes/thread-messages.ts'
import type { TimedPhase } from '../../core/results/trace-step.ts'
import type { OrderHandler, ProbeLink } from './link.ts'

type ReplyValue = AssignmentsResponse | ProbeRegistrationReply | undefined

/** A request without its id. `Omit` without the conditional type would merge the kinds. */
type Unnumbered<Q> = Q extends ThreadRequest ? Omit<Q, 'id'> : never

export class ThreadLink implements ProbeLink {
  readonly #port: MessagePort
  /** Pending requests by id. */
  readonly #pending = new Map<number, PromiseWithResolvers<ReplyValue>>()
  #lastId = 0
  #isClosed = false
  #runNow: OrderHandler = () => Promise.reject(new Error('the probe has not started'))

  constructor(port: MessagePort) {
    this.#port = port
    port.on('message', (message: ToProbe) => this.#receive(message))
    port.on('close', () => this.#rejectPending())
  }

  async register(hello: ProbeRegistration): Promise<ProbeRegistrationReply> {
    const welcome = await this.#request({ kind: 'register', hello })
    if (!welcome || !('session' in welcome))
      throw new Error('unexpected response from the server: registration reply missing')
    return welcome
  }

  async pull(request: AssignmentsRequest, waitMs: number): Promise<AssignmentsResponse> {
    const answer = await this.#request({ kind: 'pull', request, waitMs })
    if (!answer || !('changed' in answer)) throw new Error('unexpected response from the server: assignments missing')
    return answer
  }

  async push(results: readonly CheckResult[]): Promise<void> {
    await this.#request({ kind: 'push', batch: packResults(results) })
  }

  onRunNow(handler: OrderHandler): void {
    this.#runNow = handler
  }

  close(): void {
    this.#port.close()
    this.#rejectPending()
  }

  #request(request: Unnumbered<ThreadRequest>): Promise<ReplyValue> {
    // A closed port drops messages silently
    if (this.#isClosed) return Promise.reject(new Error('the connection to the server is closed'))
    const reply = Promise.withResolvers<ReplyValue>()
    const id = ++this.#lastId
    this.#pending.set(id, reply)
    this.#send({ ...request, id })
    return reply.promise
  }

  #send(message: FromProbe): void {
    this.#port.postMessage(message)
  }

  #receive(message: ToProbe): void {
    if (message.kind === 'run') void this.#runOrder(message)
    else this.#resolveReply(message)
  }

  #resolveReply(reply: ThreadReply): void {
    const pending = this.#pending.get(reply.id)
    this.#pending.delete(reply.id)
    if (reply.kind === 'reply') pending?.resolve(reply.value)
    else pending?.reject(new (reply.isUnregistered ? UnregisteredError : Error)(reply.message))
  }

  async #runOrder({ id, assignment, isWatched }: ThreadOrder): Promise<void> {
    const onPhase = (phase: TimedPhase) => this.#send({ kind: 'phase', id, phase })
    try {
      this.#send({ kind: 'ran', id, result: await this.#runNow(assignment, isWatched ? onPhase : undefined) })
    } catch (error) {
      this.#send({ kind: 'not-run', id, message: error instanceof Error ? error.message : String(error) })
    }
  }

  #rejectPending(): void {
    this.#isClosed = true
    for (const pending of this.#pending.values()) pending.reject(new Error('the connection to the server is closed'))
    this.#pending.clear()
  }
}
