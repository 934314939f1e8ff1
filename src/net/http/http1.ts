/** One request and its response over a connection of its own, which is closed afterwards whatever happens. */
import { ProbeTrouble } from '../../core/results/verdict.ts'
import type { Connection, Receiver } from '../connection/connection.ts'
import { type CheckContext, dial } from '../connection/dial.ts'
import { type Failed, fail, judgeSystemError, timedOut } from '../connection/failure.ts'
import { handshakeProblem } from '../tls/handshake.ts'
import { noteRequest, noteResponse } from '../trace/trace-notes.ts'
import { BadResponse } from './http-head.ts'
import { requestHead } from './http-request.ts'
import { everyByte, type HopRequest, ResponseReader } from './http-response.ts'

/** How a hop ended. With a failure the response may be there in part: a status without the whole body. */
export interface HopResult extends Partial<Failed> {
  response: ResponseReader | null
}

/** Offered because a few servers insist on hearing it. A length and a name. Source: RFC 7301, section 3.1 */
export const HTTP_ALPN = Buffer.from('\x08http/1.1', 'latin1')

/** @throws ProbeTrouble for trouble at home */
export async function exchange(request: HopRequest, context: CheckContext): Promise<HopResult> {
  const { url } = request
  const isTls = url.protocol === 'https:'
  const connection = await dial(
    {
      ...placeOf(url),
      ipVersion: request.ipVersion,
      tls: isTls ? { verify: request.verifyTls, alpn: HTTP_ALPN } : null,
    },
    context,
  )
  if ('failure' in connection) return { ...connection, response: null }
  const reading = new Reading(connection, request, context)
  const ending = await reading.finish(request)
  reading.recordTimings()
  const { response } = reading
  const failed = ending === 'complete' ? null : await reading.explain(ending)
  if (context.trace.log) noteResponse(context.trace.log, request, reading, failed)
  return { ...failed, response }
}

/** Where a URL is fetched from; the host without brackets. */
export const placeOf = ({ protocol, hostname, port }: URL): { host: string; port: number } => ({
  host: withoutBrackets(hostname),
  port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
})

const withoutBrackets = (hostname: string): string => (hostname.startsWith('[') ? hostname.slice(1, -1) : hostname)

/** A response is complete, or else: the wrong words or an early end, an error of the system, the deadline. */
type Ending = 'complete' | { said: string } | { error: Error } | 'expired'

/** Writes the request, feeds the response to its reader and notes the times. */
class Reading implements Receiver {
  readonly connection: Connection
  readonly response: ResponseReader
  private readonly context: CheckContext
  readonly sentAt: number
  firstByteAt: number | null = null
  private settle: ((ending: Ending) => void) | null = null

  constructor(connection: Connection, request: HopRequest, context: CheckContext) {
    this.connection = connection
    // Whoever looks at every step wants to see how the body begins
    this.response = new ResponseReader(context.trace.log ? { ...request, keepsBytes: everyByte } : request)
    this.context = context
    this.sentAt = performance.now()
  }

  finish(request: HopRequest): Promise<Ending> {
    return new Promise((resolve) => {
      this.settle = resolve
      this.context.deadline.watch(() => this.end('expired'))
      this.connection.receiveWith(this)
      this.send(request)
    })
  }

  onBytes(chunk: Buffer, length: number): void {
    this.firstByteAt ??= performance.now()
    try {
      if (this.response.push(chunk, length)) this.end('complete')
      else this.askForRoom()
    } catch (error) {
      this.end(error instanceof BadResponse ? { said: error.message } : { error: error as Error })
    }
  }

  /** Reads on only when there is room for what is kept. */
  private askForRoom(): void {
    const { keptBytes, mostBytes } = this.response
    if (!this.context.memory.hold(keptBytes, mostBytes, () => this.connection.resume())) this.connection.pause()
  }

  onEnd(): void {
    const said = this.response.end()
    this.end(said === null ? 'complete' : { said })
  }

  onError(error: Error): void {
    this.end({ error })
  }

  recordTimings(): void {
    const { trace } = this.context
    if (this.firstByteAt === null) return
    trace.add('firstByteMs', this.sentAt, this.firstByteAt)
    trace.add('downloadMs', this.firstByteAt)
  }

  /** @throws ProbeTrouble for trouble at home, faults of our own included */
  async explain(ending: Exclude<Ending, 'complete'>): Promise<Failed> {
    const phase = `read ${this.connection.endpoint}`
    if (ending === 'expired' && this.context.memory.hasWaited)
      throw new ProbeTrouble(`${phase}: the probe had too many large answers in memory to read this one in time`)
    if (ending === 'expired') return timedOut(phase, this.context.deadline, this.progress())
    if ('said' in ending) return fail('connection_error', `${phase}: ${ending.said}`)
    const handshake = handshakeProblem(ending.error)
    if (handshake !== null) return fail('ssl_error', `${phase}: ${handshake}`)
    return judgeSystemError(phase, this.connection.address, ending.error)
  }

  /** What the deadline cut short. */
  private progress(): string {
    if (this.firstByteAt === null) return 'no answer'
    return this.response.head === null ? 'headers not complete' : `body not complete (${this.response.bodyBytes} bytes)`
  }

  /** Head and body in one write, so that they leave in one packet if they fit. */
  private send(request: HopRequest): void {
    const head = requestHead(request)
    const { log } = this.context.trace
    if (log) noteRequest(log, head, request)
    if (request.body === null) this.connection.write(head)
    else this.connection.write(Buffer.concat([Buffer.from(head, 'latin1'), request.body]))
  }

  /** Nothing is read after this, and the socket is gone before the verdict is known. */
  private end(ending: Ending): void {
    this.context.deadline.unwatch()
    this.connection.close()
    this.settle?.(ending)
    this.settle = null
  }
}
