/** The server's end of the line to a probe in a worker thread. */
import type { MessagePort } from 'node:worker_threads'
import type {
  Assignment,
  AssignmentsAnswer,
  AssignmentsRequest,
  CheckResult,
  ProbeHello,
} from '../core/probes/protocol.ts'
import { PROTOCOL_VERSION, type ProbeWelcome, Unregistered } from '../core/probes/protocol.ts'
import { unpackResults } from '../core/probes/result-batch.ts'
import type { FromProbe, ThreadQuestion, ThreadReply, ToProbe } from '../core/probes/thread-messages.ts'
import { LongPolls } from './long-polls.ts'
import { ThreadOrders } from './thread-orders.ts'

interface ThreadPortOptions {
  port: MessagePort
  /** The region that this line is for; a probe of another one is refused. */
  region: string
  /** What has changed since a revision. Asked again and again while a probe waits, so it must be cheap. */
  pull: (request: AssignmentsRequest) => Promise<AssignmentsAnswer>
  /** Resolves when the results are safe; a rejection makes the probe send them again. */
  record: (results: CheckResult[]) => Promise<void>
  /** A probe introduces itself; comes before everything else. */
  register: (hello: ProbeHello) => Promise<ProbeWelcome>
  /** The probe has asked, and so is alive. @throws Unregistered when it has to introduce itself anew */
  heard: (request: AssignmentsRequest) => Promise<void>
  /** How often a waiting probe's question is looked at again when nobody calls `wake`. */
  lookAgainMs?: number
}

export interface ThreadPort {
  /** Something was assigned or taken away: a waiting probe hears of it now. */
  wake(): void
  /** @throws Error when the probe is gone, refuses, or has not answered in time */
  runNow(assignment: Assignment, timeoutMs: number): Promise<CheckResult>
  close(): void
}

export function openThreadPort(options: ThreadPortOptions): ThreadPort {
  const { port, lookAgainMs = 1_000 } = options
  const send = (message: ToProbe) => port.postMessage(message)
  const polls = new LongPolls(lookAgainMs)
  const orders = new ThreadOrders(send)
  const answer = async (question: ThreadQuestion) => {
    try {
      send({ kind: 'reply', id: question.id, ...(await handle(question, options, polls)) })
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      send({ kind: 'refusal', id: question.id, message, isUnregistered: error instanceof Unregistered })
    }
  }
  port.on('message', (message: FromProbe) => {
    if (message.kind === 'ran' || message.kind === 'not-run') orders.settle(message)
    else void answer(message)
  })
  port.on('close', () => {
    polls.end()
    orders.end()
  })
  return {
    wake: () => polls.wake(),
    runNow: (assignment, timeoutMs) => orders.give(assignment, timeoutMs),
    close: () => port.close(),
  }
}

async function handle(
  question: ThreadQuestion,
  { region, pull, record, register, heard }: ThreadPortOptions,
  polls: LongPolls,
): Promise<Pick<ThreadReply & { kind: 'reply' }, 'value'>> {
  switch (question.kind) {
    case 'register':
      refuseStranger(question.hello, region)
      return { value: await register(question.hello) }
    case 'pull':
      await heard(question.request)
      return { value: await polls.ask(pull, question.request, question.waitMs) }
    case 'push':
      await record(unpackResults(question.batch))
      return {}
  }
}

function refuseStranger(hello: ProbeHello, region: string): void {
  if (hello.protocol !== PROTOCOL_VERSION)
    throw new Error(`this server speaks version ${PROTOCOL_VERSION} of the probe protocol, not ${hello.protocol}`)
  if (hello.region !== region) throw new Error(`this line is for region ${region}, not ${hello.region}`)
}
