/** The link of a probe that runs in a worker thread of its server. */
import type { MessagePort } from 'node:worker_threads'
import {
  type Assignment,
  type AssignmentsAnswer,
  type AssignmentsRequest,
  type CheckResult,
  type ProbeHello,
  type ProbeWelcome,
  Unregistered,
} from '../../core/probes/protocol.ts'
import { packResults } from '../../core/probes/result-batch.ts'
import type { FromProbe, ThreadOrder, ThreadQuestion, ThreadReply, ToProbe } from '../../core/probes/thread-messages.ts'
import type { ProbeLink } from './link.ts'

type Value = AssignmentsAnswer | ProbeWelcome | undefined

/** A question without its number. `Omit` alone would merge the kinds. */
type Unnumbered<Q> = Q extends ThreadQuestion ? Omit<Q, 'id'> : never

export class ThreadLink implements ProbeLink {
  readonly #port: MessagePort
  /** Questions without a reply yet, by number. */
  readonly #open = new Map<number, PromiseWithResolvers<Value>>()
  #lastId = 0
  #isClosed = false
  #runNow: (assignment: Assignment) => Promise<CheckResult> = () => Promise.reject(new Error('the probe has not begun'))

  constructor(port: MessagePort) {
    this.#port = port
    port.on('message', (message: ToProbe) => this.#receive(message))
    port.on('close', () => this.#end())
  }

  async register(hello: ProbeHello): Promise<ProbeWelcome> {
    const welcome = await this.#ask({ kind: 'register', hello })
    if (!welcome || !('session' in welcome)) throw new Error('the server answered without a welcome')
    return welcome
  }

  async pull(request: AssignmentsRequest, waitMs: number): Promise<AssignmentsAnswer> {
    const answer = await this.#ask({ kind: 'pull', request, waitMs })
    if (!answer || !('changed' in answer)) throw new Error('the server answered without assignments')
    return answer
  }

  async push(results: readonly CheckResult[]): Promise<void> {
    await this.#ask({ kind: 'push', batch: packResults(results) })
  }

  onRunNow(handler: (assignment: Assignment) => Promise<CheckResult>): void {
    this.#runNow = handler
  }

  close(): void {
    this.#port.close()
    this.#end()
  }

  #ask(question: Unnumbered<ThreadQuestion>): Promise<Value> {
    // A closed port swallows messages without a word
    if (this.#isClosed) return Promise.reject(new Error('the port to the server is closed'))
    const reply = Promise.withResolvers<Value>()
    const id = ++this.#lastId
    this.#open.set(id, reply)
    this.#send({ ...question, id })
    return reply.promise
  }

  #send(message: FromProbe): void {
    this.#port.postMessage(message)
  }

  #receive(message: ToProbe): void {
    if (message.kind === 'run') void this.#obey(message)
    else this.#settle(message)
  }

  #settle(reply: ThreadReply): void {
    const question = this.#open.get(reply.id)
    this.#open.delete(reply.id)
    if (reply.kind === 'reply') question?.resolve(reply.value)
    else question?.reject(new (reply.isUnregistered ? Unregistered : Error)(reply.message))
  }

  async #obey({ id, assignment }: ThreadOrder): Promise<void> {
    try {
      this.#send({ kind: 'ran', id, result: await this.#runNow(assignment) })
    } catch (error) {
      this.#send({ kind: 'not-run', id, message: error instanceof Error ? error.message : String(error) })
    }
  }

  #end(): void {
    this.#isClosed = true
    for (const question of this.#open.values()) question.reject(new Error('the port to the server is closed'))
    this.#open.clear()
  }
}
