/** The server's end of the connection to a probe in a worker thread. */
import type { MessagePort } from 'node:worker_threads'
import {
  type Assignment,
  type AssignmentsRequest,
  type AssignmentsResponse,
  type CheckResult,
  PROTOCOL_VERSION,
  type ProbeRegistration,
  type ProbeRegistrationReply,
  UnregisteredError,
} from '../core/probes/protocol.ts'
import {
  type FromProbe,
  type ThreadOrder,
  type ThreadOrderPhase,
  type ThreadOrderReply,
  type ThreadReply,
  type ThreadRequest,
  type ToProbe,
  unpackResults,
} from '../core/probes/thread-messages.ts'
import type { TimedPhaseListener } from '../core/results/trace-step.ts'
import { LongPolls } from './long-polls.ts'

interface ThreadPortOptions {
  port: MessagePort
  /** Region of this connection; a probe of another region is rejected. */
  region: string
  /** Returns the changes since a revision. Called repeatedly while a probe waits, so it must be cheap. */
  pull: (request: AssignmentsRequest) => Promise<AssignmentsResponse>
  /** Resolves when the results are stored; after a rejection the probe sends them again. */
  record: (results: CheckResult[]) => Promise<void>
  /** Registers the probe; called before everything else. */
  register: (hello: ProbeRegistration) => Promise<ProbeRegistrationReply>
  /**
   * Records that the probe is alive.
   *
   * @throws UnregisteredError when it must register again
   */
  recordHeartbeat: (request: AssignmentsRequest) => Promise<void>
  /** Poll interval of a waiting request when `wake` is not called. */
  repeatMs?: number
}

export interface ThreadPort {
  /** Assignments have changed: a waiting probe receives them now. */
  wake(): void
  /** @throws Error when the probe is gone, rejects the order, or has not answered in time */
  runNow(assignment: Assignment, timeoutMs: number, onPhase?: TimedPhaseListener): Promise<CheckResult>
  close(): void
}

export function openThreadPort(options: ThreadPortOptions): ThreadPort {
  const { port, repeatMs = 1_000 } = options
  const send = (message: ToProbe) => port.postMessage(message)
  const polls = new LongPolls(repeatMs)
  const orders = new ThreadOrders(send)
  const answer = async (request: ThreadRequest) => {
    try {
      send({ kind: 'reply', id: request.id, ...(await handle(request, options, polls)) })
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      send({ kind: 'refusal', id: request.id, message, isUnregistered: error instanceof UnregisteredError })
    }
  }
  port.on('message', (message: FromProbe) => {
    if (message.kind === 'phase') orders.reportPhase(message)
    else if (message.kind === 'ran' || message.kind === 'not-run') orders.completeOrder(message)
    else void answer(message)
  })
  port.on('close', () => {
    polls.stop()
    orders.failAll()
  })
  return {
    wake: () => polls.wake(),
    runNow: (assignment, timeoutMs, onPhase) => orders.runOrder(assignment, timeoutMs, onPhase),
    close: () => port.close(),
  }
}

async function handle(
  request: ThreadRequest,
  { region, pull, record, register, recordHeartbeat }: ThreadPortOptions,
  polls: LongPolls,
): Promise<Pick<ThreadReply & { kind: 'reply' }, 'value'>> {
  switch (request.kind) {
    case 'register':
      refuseMismatch(request.hello, region)
      return { value: await register(request.hello) }
    case 'pull':
      await recordHeartbeat(request.request)
      return { value: await polls.poll(pull, request.request, request.waitMs) }
    case 'push':
      await record(unpackResults(request.batch))
      return {}
  }
}

function refuseMismatch(hello: ProbeRegistration, region: string): void {
  if (hello.protocol !== PROTOCOL_VERSION)
    throw new Error(`this server uses version ${PROTOCOL_VERSION} of the probe protocol, not ${hello.protocol}`)
  if (hello.region !== region) throw new Error(`this connection is for region ${region}, not ${hello.region}`)
}

interface OpenOrder {
  result: PromiseWithResolvers<CheckResult>
  onPhase: TimedPhaseListener | undefined
}

/** On-demand checks of a probe thread, until their results return. */
class ThreadOrders {
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
