/** The body of a ping: any bytes of any length and type. The first part is stored. */
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { readBody } from '../../core/heartbeats/ping-report.ts'
import type { Api } from '../platform/api.ts'

/** Bytes of a body that are counted, and bytes that are stored. The rest is read and discarded. */
const MAX_BODY_READ_BYTES = 100 * 1024
export const MAX_BODY_STORED_BYTES = 10 * 1024

export interface PingBody {
  /** Null without a body. */
  text: string | null
  /** Length in bytes, at most `MAX_BODY_READ_BYTES`. */
  bytes: number
  /** Report in the body; null for a log. */
  report: ReturnType<typeof readBody>
}

export const NO_BODY: PingBody = Object.freeze({ text: null, bytes: 0, report: null })

/** Reads every body in this Fastify scope as a ping body, whatever its content type. */
export function readPingBodies(scope: Api): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_: FastifyRequest, payload: IncomingMessage) => readPingBody(payload))
}

/** Reads to the end, because a client that is cut off while it sends never receives the response. */
async function readPingBody(payload: AsyncIterable<Uint8Array>): Promise<PingBody> {
  const chunks: Uint8Array[] = []
  let kept = 0
  let bytes = 0
  for await (const chunk of payload) {
    const part = chunk.subarray(0, MAX_BODY_READ_BYTES - kept)
    if (part.length > 0) chunks.push(part)
    kept += part.length
    bytes = Math.min(MAX_BODY_READ_BYTES, bytes + chunk.length)
  }
  if (bytes === 0) return NO_BODY
  const read = Buffer.concat(chunks)
  const text = decodeText(read.subarray(0, MAX_BODY_STORED_BYTES), bytes > MAX_BODY_STORED_BYTES)
  return { text, bytes, report: readBody(bytes > MAX_BODY_STORED_BYTES ? decodeText(read, false) : text) }
}

/** Replaces invalid UTF-8 by U+FFFD, and U+0000 too, which PostgreSQL does not store. */
function decodeText(bytes: Uint8Array, isCut: boolean): string {
  const decoded = new TextDecoder().decode(bytes, { stream: isCut }) // leaves out a character that was cut in two
  return decoded.replaceAll('\0', '\ufffd')
}
