/** Sends one query to one WHOIS server. */
import { Deadline } from '../../net/connection/deadline.ts'
import { dial } from '../../net/connection/dial.ts'
import { MemoryShare } from '../../net/connection/memory-budget.ts'
import type { ProbeTools } from '../../net/connection/tools.ts'
import { Trace } from '../../net/trace/trace.ts'
import { toUnknownAnswer, type UnknownAnswer } from '../lookup-answer.ts'
import { readToEnd } from '../read-to-end.ts'
import { decodeWhois } from './whois-text.ts'

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
