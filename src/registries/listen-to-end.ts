/** Says one line and reads until the far end closes: all there is to WHOIS (RFC 3912). */
import type { Connection, Receiver } from '../net/connection/connection.ts'
import type { CheckContext } from '../net/connection/dial.ts'
import { type Failed, judgeSystemError, timedOut } from '../net/connection/failure.ts'
import { GrowingBuffer } from '../net/connection/growing-buffer.ts'

/** The bytes, as many as were wanted at most; `isCut` when there were more. */
interface Heard {
  bytes: Buffer
  isCut: boolean
}

/**
 * The connection is closed afterwards, whatever happens.
 *
 * @throws ProbeTrouble for trouble at home
 */
export async function listenToEnd(
  connection: Connection,
  line: string,
  maxBytes: number,
  context: CheckContext,
): Promise<Heard | Failed> {
  const listener = new Listener(connection, maxBytes, context)
  const ending = await listener.finish(line)
  const bytes = listener.heard.bytes()
  if (ending === 'end') return { bytes, isCut: listener.isCut }
  const phase = `read ${connection.endpoint}`
  if (ending !== 'expired') return judgeSystemError(phase, connection.address, ending)
  const progress = bytes.length === 0 ? 'no answer' : `answer not complete (${bytes.length} bytes)`
  return timedOut(phase, context.deadline, progress)
}

type Ending = 'end' | 'expired' | Error

class Listener implements Receiver {
  readonly heard = new GrowingBuffer(4 * 1024)
  isCut = false
  private readonly connection: Connection
  private readonly maxBytes: number
  private readonly context: CheckContext
  private settle: ((ending: Ending) => void) | null = null

  constructor(connection: Connection, maxBytes: number, context: CheckContext) {
    this.connection = connection
    this.maxBytes = maxBytes
    this.context = context
  }

  finish(line: string): Promise<Ending> {
    return new Promise((resolve) => {
      this.settle = resolve
      this.context.deadline.watch(() => this.finishWith('expired'))
      this.connection.write(`${line}\r\n`)
      this.connection.receiveWith(this)
    })
  }

  onBytes(chunk: Buffer, length: number): void {
    const room = this.maxBytes - this.heard.length
    this.heard.append(chunk, 0, Math.min(length, room))
    if (length <= room) return
    this.isCut = true
    this.finishWith('end')
  }

  onEnd(): void {
    this.finishWith('end')
  }

  onError(error: Error): void {
    this.finishWith(error)
  }

  /** Nothing is read after this. */
  private finishWith(ending: Ending): void {
    this.context.deadline.unwatch()
    this.connection.close()
    this.settle?.(ending)
    this.settle = null
  }
}
