/** Says something on a connection, or nothing, and reads until the answer is good, wrong or missing. */
import type { ErrorType } from '../../core/results/verdict.ts'
import { findHandshakeProblem } from '../tls/handshake.ts'
import { traceConversation } from '../trace/trace-steps.ts'
import type { Connection, Receiver } from './connection.ts'
import type { CheckContext } from './dial.ts'
import { type Failed, fail, failTimeout, judgeSystemError } from './failure.ts'
import { GrowingBuffer } from './growing-buffer.ts'

/** What is made of the bytes so far: the answer is good, or wrong, or there may be more to come. */
export type ReplyVerdict = 'good' | 'more' | WrongReply

interface WrongReply {
  wrong: string
  /** `connection_error` if absent. */
  cause?: ErrorType
}

export interface Conversation {
  /** Null to wait for the far end's first word. */
  send: Buffer | null
  /** Pure. Is asked again with every piece that comes in; a piece does not begin or end where anything does. */
  judgeReply(bytes: Buffer): ReplyVerdict
  /** Most bytes read; as many without a good answer are a wrong one. */
  maxBytes: number
  /** What is missing when the bytes so far are all there will be: `no greeting`, `"PONG" not found in 5 bytes`. */
  describeMissing(bytes: Buffer): string
  /** What it means that time is up after these bytes: some answers cannot be told from wrong ones before. */
  isWrongAtDeadline?: (bytes: Buffer) => boolean
  /** After a good answer the connection stays open for what is said next. */
  staysOpen?: boolean
}

const NO_BYTES = Buffer.alloc(0)

/**
 * The connection is closed afterwards, whatever happens, unless the conversation goes on.
 *
 * @returns null when the answer was good
 * @throws ProbeTrouble for trouble at home
 */
export async function runConversation(
  connection: Connection,
  conversation: Conversation,
  context: CheckContext,
): Promise<Failed | null> {
  const receiver = new ConversationReceiver(connection, conversation, context)
  const ending = await receiver.finish()
  receiver.recordTimings()
  const failed = ending === 'good' ? null : await receiver.explain(ending)
  if (context.trace.log) traceConversation(context.trace.log, conversation.send, receiver, failed)
  return failed
}

type ConversationEnding = 'good' | 'closed' | 'expired' | WrongReply | { error: Error }

class ConversationReceiver implements Receiver {
  private readonly connection: Connection
  private readonly conversation: Conversation
  private readonly context: CheckContext
  readonly startedAt = performance.now()
  firstByteAt: number | null = null
  private received: GrowingBuffer | null = null
  private settle: ((ending: ConversationEnding) => void) | null = null

  constructor(connection: Connection, conversation: Conversation, context: CheckContext) {
    this.connection = connection
    this.conversation = conversation
    this.context = context
  }

  finish(): Promise<ConversationEnding> {
    return new Promise((resolve) => {
      this.settle = resolve
      this.context.deadline.watch(() => this.complete('expired'))
      const { send } = this.conversation
      if (send) this.connection.write(send)
      this.connection.receiveWith(this)
    })
  }

  onBytes(chunk: Buffer, length: number): void {
    this.firstByteAt ??= performance.now()
    const { maxBytes, judgeReply } = this.conversation
    this.received ??= new GrowingBuffer(length)
    this.received.append(chunk, 0, Math.min(length, maxBytes - this.received.length))
    const verdict = judgeReply(this.received.getBytes())
    if (verdict !== 'more') this.complete(verdict)
    else if (this.received.length === maxBytes) this.complete({ wrong: this.describeMissing() })
  }

  onEnd(): void {
    this.complete('closed')
  }

  onError(error: Error): void {
    this.complete({ error })
  }

  recordTimings(): void {
    if (this.firstByteAt !== null) this.context.trace.add('firstByteMs', this.startedAt, this.firstByteAt)
  }

  /** @throws ProbeTrouble for trouble at home */
  async explain(ending: Exclude<ConversationEnding, 'good'>): Promise<Failed> {
    const phase = `read ${this.connection.endpoint}`
    if (ending === 'closed') return fail('connection_error', `${phase}: connection closed, ${this.describeMissing()}`)
    if (ending === 'expired') return this.explainDeadline(phase)
    if ('wrong' in ending) return fail(ending.cause ?? 'connection_error', `${phase}: ${ending.wrong}`)
    const handshake = findHandshakeProblem(ending.error)
    if (handshake !== null) return fail('ssl_error', `${phase}: ${handshake}`)
    return judgeSystemError(phase, this.connection.address, ending.error)
  }

  private explainDeadline(phase: string): Failed {
    const failure = failTimeout(phase, this.context.deadline, this.describeMissing())
    if (!this.conversation.isWrongAtDeadline?.(this.getBytes())) return failure
    return fail('connection_error', failure.failure.message)
  }

  private describeMissing(): string {
    return this.conversation.describeMissing(this.getBytes())
  }

  getBytes(): Buffer {
    return this.received?.getBytes() ?? NO_BYTES
  }

  /** Nothing is read after this. */
  private complete(ending: ConversationEnding): void {
    this.context.deadline.clearWatch()
    if (ending === 'good' && this.conversation.staysOpen) this.connection.releaseReceiver()
    else this.connection.close()
    this.settle?.(ending)
    this.settle = null
  }
}
