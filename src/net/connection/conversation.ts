/** Sends bytes on a connection, or none, and reads until the reply is good, wrong or missing. */
import type { ErrorType } from '../../core/results/verdict.ts'
import { findHandshakeProblem } from '../tls/handshake.ts'
import { traceConversation } from '../trace/trace-steps.ts'
import type { Connection, Receiver } from './connection.ts'
import type { CheckContext } from './dial.ts'
import { type Failed, fail, failTimeout, judgeSystemError } from './failure.ts'
import { GrowingBuffer } from './growing-buffer.ts'
import type { Farewell } from './lingering.ts'

/** Judgement of the bytes so far: the reply is good, wrong, or possibly incomplete. */
export type ReplyVerdict = 'good' | 'more' | WrongReply

interface WrongReply {
  wrong: string
  /** `connection_error` if absent. */
  cause?: ErrorType
}

export interface Conversation {
  /** Null to wait for the greeting of the far end. */
  send: Buffer | null
  /** Pure. Called with all bytes so far whenever more arrive; chunk boundaries have no meaning. */
  judgeReply(bytes: Buffer): ReplyVerdict
  /** Maximum of bytes read; a longer reply without a good answer is wrong. */
  maxBytes: number
  /** Describes the missing part when no more bytes will come: `no greeting`, `"PONG" not found in 5 bytes`. */
  describeMissing(bytes: Buffer): string
  /**
   * Whether the reply counts as wrong when the deadline expires after these bytes. Some replies can only be judged
   * then.
   */
  isWrongAtDeadline?: (bytes: Buffer) => boolean
  /** Whether the connection stays open for another exchange after a good answer. */
  staysOpen?: boolean
  /** Last command of the protocol. Only sent to a far end that uses it: after a good greeting, or after a command. */
  goodbye?: string | undefined
  /** The last exchange after other bytes than an answer of a protocol. */
  bidFarewell?: (received: Buffer) => Farewell
}

const NO_BYTES = Buffer.alloc(0)

/**
 * Ends the connection afterwards in any case, unless it stays open for another exchange.
 *
 * @returns null when the answer was good
 * @throws ProbeError for trouble on the probe's side
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
      this.context.trace.onPhase?.({ kind: send ? 'request' : 'greeting', subject: null })
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

  /** @throws ProbeError for trouble on the probe's side */
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
    const { staysOpen, send, goodbye, bidFarewell } = this.conversation
    if (ending === 'good' && staysOpen) this.connection.releaseReceiver()
    else if (ending === 'closed' || (typeof ending === 'object' && 'error' in ending)) this.connection.close()
    else if (bidFarewell) this.connection.end(bidFarewell(this.getBytes()))
    else this.connection.end({ goodbye: ending === 'good' || send !== null ? goodbye : undefined })
    this.settle?.(ending)
    this.settle = null
  }
}
