/** Sends one line and reads until the far end closes: the whole WHOIS protocol (RFC 3912). */
import type { Connection, Receiver } from '../net/connection/connection.ts'
import type { CheckContext } from '../net/connection/dial.ts'
import { type Failed, failTimeout, judgeSystemError } from '../net/connection/failure.ts'
import { GrowingBuffer } from '../net/connection/growing-buffer.ts'

/** The bytes, up to the limit; `isCut` when there were more. */
interface ReceivedBytes {
  bytes: Buffer
  isCut: boolean
}

/** Visible ASCII and spaces: nothing that could end the line and begin another query. */
const LINE = /^[\x20-\x7e]*$/

/**
 * Closes the connection afterwards in any case.
 *
 * @throws ProbeError for trouble on the probe's side
 */
export async function readToEnd(
  connection: Connection,
  line: string,
  maxBytes: number,
  context: CheckContext,
): Promise<ReceivedBytes | Failed> {
  if (!LINE.test(line)) {
    connection.close()
    throw new Error('the query contains a character that WHOIS cannot carry')
  }
  const listener = new LineReceiver(connection, maxBytes, context)
  const ending = await listener.sendLine(line)
  const bytes = listener.received.getBytes()
  if (ending === 'end') return { bytes, isCut: listener.isCut }
  const phase = `read ${connection.endpoint}`
  if (ending !== 'expired') return judgeSystemError(phase, connection.address, ending)
  const progress = bytes.length === 0 ? 'no answer' : `response not complete (${bytes.length} bytes)`
  return failTimeout(phase, context.deadline, progress)
}

type ReadEnd = 'end' | 'expired' | Error

class LineReceiver implements Receiver {
  readonly received = new GrowingBuffer(4 * 1024)
  isCut = false
  private readonly connection: Connection
  private readonly maxBytes: number
  private readonly context: CheckContext
  private settle: ((ending: ReadEnd) => void) | null = null

  constructor(connection: Connection, maxBytes: number, context: CheckContext) {
    this.connection = connection
    this.maxBytes = maxBytes
    this.context = context
  }

  sendLine(line: string): Promise<ReadEnd> {
    return new Promise((resolve) => {
      this.settle = resolve
      this.context.deadline.watch(() => this.end('expired'))
      this.connection.write(`${line}\r\n`)
      this.connection.receiveWith(this)
    })
  }

  onBytes(chunk: Buffer, length: number): void {
    const room = this.maxBytes - this.received.length
    this.received.append(chunk, 0, Math.min(length, room))
    if (length <= room) return
    this.isCut = true
    this.end('end')
  }

  onEnd(): void {
    this.end('end')
  }

  onError(error: Error): void {
    this.end(error)
  }

  /** Ends the read. Nothing is read afterwards. */
  private end(ending: ReadEnd): void {
    this.context.deadline.clearWatch()
    this.connection.close()
    this.settle?.(ending)
    this.settle = null
  }
}
