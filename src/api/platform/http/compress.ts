/** Compresses large responses for clients that accept gzip. A route opts in with `config.compressed`. */
import { createHash, type Hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createGzip, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '../api.ts'
import { iterateJsonParts } from '../validation/serialization.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Large responses of this route are compressed. */
    compressed?: true
  }
}

/** A shorter response fits into a few packets uncompressed. */
const MIN_LENGTH = 4 * 1024

/** Lists are repetitive: level 1 compresses a list to an eighth, level 4 to a tenth in nearly twice the time. */
const LEVEL = 1

/** Runs in the thread pool, so that it does not block the event loop. */
const gzipBytes = promisify<string | Buffer, { level: number }, Buffer>(gzip)

export function enableCompression(api: Api): void {
  api.addHook('onRoute', (route) => {
    if (route.config?.compressed) route.onSend = [...[route.onSend ?? []].flat(), compressPayload]
  })
}

async function compressPayload(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const isText = typeof payload === 'string' || Buffer.isBuffer(payload)
  if (!(payload instanceof Readable || (isText && payload.length >= MIN_LENGTH))) return payload
  addVaryHeader(reply)
  if (!isGzipAccepted(request.headers['accept-encoding'])) return payload
  const squeezed = isText ? await gzipBytes(payload, { level: LEVEL }) : payload.pipe(createGzip({ level: LEVEL }))
  reply.header('content-encoding', 'gzip')
  return squeezed
}

/** A JSON text that is sent often: encoded, hashed and compressed once. */
export interface EncodedBody {
  plain: Buffer
  gzipped: Buffer
  tag: string
}

/** Characters encoded before yielding to other requests: about a millisecond of work. */
const YIELD_EVERY_CHARACTERS = 256 * 1024

/** @param value plain; see `iterateJsonParts` */
export async function encodeJson(value: object): Promise<EncodedBody> {
  const hash = createHash('sha256')
  const written: Buffer[] = []
  let part = ''
  const flushPart = (): void => {
    const bytes = Buffer.from(part)
    hash.update(bytes)
    written.push(bytes)
    part = ''
  }
  for (const text of iterateJsonParts(value)) {
    part += text
    if (part.length < YIELD_EVERY_CHARACTERS) continue
    flushPart()
    await yieldToEventLoop()
  }
  flushPart()
  return encodeBytes(Buffer.concat(written), hash)
}

/** Encodes a text that already exists. */
export const encodeText = (plain: Buffer): Promise<EncodedBody> =>
  encodeBytes(plain, createHash('sha256').update(plain))

async function encodeBytes(plain: Buffer, hash: Hash): Promise<EncodedBody> {
  const tag = `W/"${hash.digest('base64url').slice(0, 22)}"`
  return { plain, gzipped: await gzipBytes(plain, { level: 9 }), tag }
}

/** Sends the body in an encoding that the client accepts, or 304 if the client already has it. */
export function sendEncoded(
  { plain, gzipped, tag }: EncodedBody,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  reply.header('etag', tag)
  addVaryHeader(reply)
  if (isMatchingTag(tag, request.headers['if-none-match'])) return reply.code(304).send()
  reply.type('application/json; charset=utf-8')
  if (!isGzipAccepted(request.headers['accept-encoding'])) return reply.send(plain)
  return reply.header('content-encoding', 'gzip').send(gzipped)
}

/** @param header one or several entity tags. Source: RFC 9110, section 13.1.2 */
const isMatchingTag = (tag: string, header: string | undefined): boolean =>
  (header ?? '').split(',').some((one) => one.trim() === tag)

function addVaryHeader(reply: FastifyReply): void {
  const before = reply.getHeader('vary')
  reply.header('vary', before === undefined ? 'Accept-Encoding' : `${before}, Accept-Encoding`)
}

/**
 * Checks whether the client accepts gzip. A weight of 0 refuses it. Source: RFC 9110, section 12.5.3
 *
 * @param header the value of `Accept-Encoding`
 */
export function isGzipAccepted(header: string | undefined): boolean {
  return (header ?? '').split(',').some((part) => {
    const [coding = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    return (coding === 'gzip' || coding === 'x-gzip') && !parameters.some((text) => /^q=0(\.0*)?$/.test(text))
  })
}
