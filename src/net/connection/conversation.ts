/** Says something on a connection, or nothing, and reads until the answer is good, wrong or missing. */
import type { ErrorType } from '../../core/results/verdict.ts'
import { handshakeProblem } from '../tls/handshake.ts'
import { noteTalk } from '../trace/trace-notes.ts'
import type { Connection, Receiver } from './connection.ts'
import type { CheckContext } from './dial.ts'
import { type Failed, fail, judgeSystemError, timedOut } from './failure.ts'
import { GrowingBuffer } from './growing-buffer.ts'

/** What is made of the bytes so far: the answer is good, or wrong, or there may be more to come. */
export type Hearing = 'good' | 'more' | Wrong

interface Wrong {
  wrong: string
  /** `connection_error` if absent. */
  cause?: ErrorType
}

export interface Conversation {
  /** Null to wait for the far end's first word. */
  say: Buffer | null
  /** Pure. Is asked again with every piece that comes in; a piece does not begin or end where anything does. */
  hear(bytes: Buffer): Hearing
  /** Most bytes read; as many without a good answer are a wrong one. */
  maxBytes: number
  /** What is missing when the bytes so far are all there will be: `no greeting`, `"PONG" not found in 5 bytes`. */
  missing(bytes: Buffer): string
  /** What it means that time is up after these bytes: some answers cannot be told from wrong ones before. */
  isWrongAtDeadline?: (bytes: Buffer) => boolean
  /** After a good answer the connection stays open for what is said next. */
  goesOn?: boolean
}

const NO_BYTES = Buffer.alloc(0)

/**
 * The connection is closed afterwards, whatever happens, unless the conversation goes on.
 *
 * @returns null when the answer was good
 * @throws ProbeTrouble for trouble at home
 */
export async function converse(
  connection: Connection,
  conversation: Conversation,
  context: CheckContext,
): Promise<Failed | null> {
  const talk = new Talk(connection, conversation, context)
  const ending = await talk.finish()
  talk.recordTimings()
  const failed = ending === 'good' ? null : await talk.explain(ending)
  if (context.trace.log) noteTalk(context.trace.log, conversation.say, talk, failed)
  return failed
}

type Ending = 'good' | 'closed' | 'expired' | Wrong | { error: Error }

class Talk implements Receiver {
  private readonly connection: Connection
  private readonly conversation: Conversation
  private readonly context: CheckContext
  readonly startedAt = performance.now()
  firstByteAt: number | null = null
  private heard: GrowingBuffer | null = null
  private settle: ((ending: Ending) => void) | null = null

  constructor(connection: Connection, conversation: Conversation, context: CheckContext) {
    this.connection = connection
    this.conversation = conversation
    this.context = context
  }

  finish(): Promise<Ending> {
    return new Promise((resolve) => {
      this.settle = resolve
      this.context.deadline.watch(() => this.end('expired'))
      const { say } = this.conversation
      if (say) this.connection.write(say)
      this.connection.receiveWith(this)
    })
  }

  onBytes(chunk: Buffer, length: number): void {
    this.firstByteAt ??= performance.now()
    const { maxBytes, hear } = this.conversation
    this.heard ??= new GrowingBuffer(length)
    this.heard.append(chunk, 0, Math.min(length, maxBytes - this.heard.length))
    const hearing = hear(this.heard.bytes())
    if (hearing !== 'more') this.end(hearing)
    else if (this.heard.length === maxBytes) this.end({ wrong: this.missing() })
  }

  onEnd(): void {
    this.end('closed')
  }

  onError(error: Error): void {
    this.end({ error })
  }

  recordTimings(): void {
    if (this.firstByteAt !== null) this.context.trace.add('firstByteMs', this.startedAt, this.firstByteAt)
  }

  /** @throws ProbeTrouble for trouble at home */
  async explain(ending: Exclude<Ending, 'good'>): Promise<Failed> {
    const phase = `read ${this.connection.endpoint}`
    if (ending === 'closed') return fail('connection_error', `${phase}: closed, ${this.missing()}`)
    if (ending === 'expired') return this.explainDeadline(phase)
    if ('wrong' in ending) return fail(ending.cause ?? 'connection_error', `${phase}: ${ending.wrong}`)
    const handshake = handshakeProblem(ending.error)
    if (handshake !== null) return fail('ssl_error', `${phase}: ${handshake}`)
    return judgeSystemError(phase, this.connection.address, ending.error)
  }

  private explainDeadline(phase: string): Failed {
    const failure = timedOut(phase, this.context.deadline, this.missing())
    if (!this.conversation.isWrongAtDeadline?.(this.bytes())) return failure
    return fail('connection_error', failure.failure.message)
  }

  private missing(): string {
    return this.conversation.missing(this.bytes())
  }

  bytes(): Buffer {
    return this.heard?.bytes() ?? NO_BYTES
  }

  /** Nothing is read after this. */
  private end(ending: Ending): void {
    this.context.deadline.unwatch()
    if (ending === 'good' && this.conversation.goesOn) this.connection.hold()
    else this.connection.close()
    this.settle?.(ending)
    this.settle = null
  }
}
