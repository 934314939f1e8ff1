/** Sends one query to one WHOIS server. */

import type { Connection, Receiver } from '../../net/connection/connection.ts'
import { Deadline } from '../../net/connection/deadline.ts'
import { type CheckContext, dial } from '../../net/connection/dial.ts'
import { type Failed, failTimeout, judgeSystemError } from '../../net/connection/failure.ts'
import { GrowingBuffer } from '../../net/connection/growing-buffer.ts'
import { MemoryShare } from '../../net/connection/memory-budget.ts'
import type { ProbeTools } from '../../net/connection/tools.ts'
import { Trace } from '../../net/trace/trace.ts'
import { toUnknownAnswer, type UnknownAnswer } from '../lookup-answer.ts'

export interface WhoisServer {
  host: string
  port: number
  tools: ProbeTools
}

/** The longest known answers have about 20 KB, most of it terms of use. */
const MAX_BYTES = 256 * 1024

/**
 * @param charset encoding of the server's answers when they are not UTF-8
 * @returns the answer, or the reason for its absence
 */
export async function queryWhois(
  { host, port, tools }: WhoisServer,
  query: string,
  charset: string | undefined,
  timeoutMs: number,
): Promise<{ text: string } | UnknownAnswer> {
  const deadline = new Deadline(timeoutMs)
  const context = { tools, deadline, trace: new Trace(), memory: new MemoryShare(tools.memory) }
  try {
    const connection = await dial({ host, port, ipVersion: 'auto', tls: null }, context)
    if ('failure' in connection) return toUnknownAnswer('unreachable', `${host}: ${connection.failure.message}`)
    const received = await readToEnd(connection, query, MAX_BYTES, context)
    if ('failure' in received) return toUnknownAnswer('unreachable', `${host}: ${received.failure.message}`)
    if (received.isCut) return toUnknownAnswer('unreadable', `${host} returned more than ${MAX_BYTES} bytes`)
    return { text: decodeWhois(received.bytes, charset) }
  } catch (error) {
    return toUnknownAnswer('unreachable', `${host}: ${(error as Error).message}`)
  } finally {
    deadline.clear()
    context.memory.release()
  }
}

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
async function readToEnd(
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

/** ISO-2022-JP switches to Japanese with one of these, and is otherwise ASCII. Source: RFC 1468 */
const ESCAPES_TO_JAPANESE = ['\x1b$@', '\x1b$B']

const UTF_8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Decodes a WHOIS answer: the protocol does not state an encoding (RFC 3912, section 4). Pure.
 *
 * @param charset encoding of the registry when it is not UTF-8; every byte is a valid character of windows-1252
 */
export function decodeWhois(bytes: Buffer, charset = 'windows-1252'): string {
  if (ESCAPES_TO_JAPANESE.some((sequence) => bytes.includes(sequence)))
    return new TextDecoder('iso-2022-jp').decode(bytes)
  try {
    return UTF_8.decode(bytes)
  } catch {
    return new TextDecoder(charset).decode(bytes)
  }
}
