/** What a job sends along with a ping: any text, of any length and type, of which the beginning is kept. */
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Api } from '../platform/api.ts'

/** How much of a body is looked at, and how much of that is kept, bytes. The rest is let through unread. */
const MAX_BODY_READ_BYTES = 100 * 1024
export const MAX_BODY_STORED_BYTES = 10 * 1024

export interface PingBody {
  /** Null when there was none. */
  text: string | null
  /** Length, as far as it was looked at. */
  bytes: number
}

export const NO_BODY: PingBody = Object.freeze({ text: null, bytes: 0 })

/** For a scope of its own: there bodies are pings, whatever they are called. */
export function readPingBodies(scope: Api): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_: FastifyRequest, payload: IncomingMessage) => readPingBody(payload))
}

/** Reads to the end, for a client that is cut off while it sends never sees the answer. */
async function readPingBody(payload: AsyncIterable<Uint8Array>): Promise<PingBody> {
  const chunks: Uint8Array[] = []
  let kept = 0
  let bytes = 0
  for await (const chunk of payload) {
    const part = chunk.subarray(0, MAX_BODY_STORED_BYTES - kept)
    if (part.length > 0) chunks.push(part)
    kept += part.length
    bytes = Math.min(MAX_BODY_READ_BYTES, bytes + chunk.length)
  }
  return { text: bytes === 0 ? null : decodeText(Buffer.concat(chunks), bytes > MAX_BODY_STORED_BYTES), bytes }
}

/** What is no text is shown as U+FFFD; U+0000 too, which PostgreSQL does not store. */
function decodeText(bytes: Uint8Array, isCut: boolean): string {
  const decoded = new TextDecoder().decode(bytes, { stream: isCut }) // leaves out a character that was cut in two
  return decoded.replaceAll('\0', '\ufffd')
}
