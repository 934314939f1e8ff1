/**
 * Reads request bodies: JSON objects or empty bodies.
 *
 * Measures a JSON text before it is parsed. The cost of parsing grows with the number of values, and a megabyte can
 * contain hundreds of thousands.
 */
import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { createInvalid, type Problem } from '../../../core/platform/errors.ts'
import type { Api } from '../api.ts'
import { createNotJson } from '../errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Maximum number of entries of all lists and objects of a body together; default `MAX_VALUES`. */
    maxBodyValues?: number
    /** Maximum number of fields of one object in a body; default `MAX_FIELDS`. */
    maxBodyFields?: number
  }
}

type Done = (error: Error | null, body?: unknown) => void

export function readBodies(api: Api): void {
  api.removeAllContentTypeParsers()
  api.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, bytes: Buffer) =>
    bytes.length > 0 ? parse(request, bytes) : null,
  )
  // An empty body is accepted with any content type
  api.addContentTypeParser('*', { parseAs: 'buffer' }, (_request: FastifyRequest, bytes: Buffer, done: Done) =>
    done(bytes.length > 0 ? createNotJson() : null),
  )
}

/** @throws Problem VALIDATION_ERROR */
function parse(request: FastifyRequest, bytes: Buffer): unknown {
  refuseEncoding(request)
  const { maxBodyValues: mostValues, maxBodyFields: mostFields } = request.routeOptions.config
  return readJson(bytes, { mostValues, mostFields })
}

/** @throws Problem VALIDATION_ERROR */
export function refuseEncoding({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity')
    throw createInvalid({
      field: 'Content-Encoding',
      message: `is ${encoding}: send the body without content encoding`,
    })
}

/**
 * Parses a JSON object and refuses dangerous content.
 *
 * @param limits are checked before parsing
 * @throws Problem VALIDATION_ERROR
 */
export function readJson(
  bytes: Buffer,
  { mostValues = MAX_VALUES, mostFields = MAX_FIELDS }: SizeLimits = {},
): unknown {
  // Source: RFC 8259, section 8.1. Decoding invalid UTF-8 would store characters that the client never sent
  if (!isUtf8(bytes)) throw refuse('The body is not valid UTF-8')
  const excess = findExcess(bytes, { mostValues, mostFields })
  if (excess === 'depth') throw refuse(`The body is nested more than ${MAX_DEPTH} levels deep`)
  if (excess === 'values') throw refuse(`The body has more than ${mostValues.toLocaleString('en')} values`)
  if (excess === 'fields') throw refuse(`An object of the body has more than ${mostFields.toLocaleString('en')} fields`)
  const text = bytes.toString('utf8')
  const body = parseJson(text.startsWith('\uFEFF') ? text.slice(1) : text)
  const refusal = findRefusal(text, body)
  if (refusal) throw refusal
  return body
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw refuse(`The body is not valid JSON${describeParseError((error as Error).message)}`)
  }
}

/**
 * Describes the position of a syntax error, if available. The message of the engine quotes the body, which may contain
 * secrets.
 */
function describeParseError(message: string): string {
  const location = /line (\d+) column (\d+)/.exec(message)
  if (location) return `: line ${location[1]}, column ${location[2]}`
  return message.includes('end of JSON') ? ': unexpected end of input' : ''
}

/** Text that makes a full search of the value necessary. Names and characters may be escaped. */
const SUSPICIOUS = /\\u|__proto__|constructor/

function findRefusal(text: string, body: unknown): Problem | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return refuse('The body must be a JSON object')
  return SUSPICIOUS.test(text) ? findBad(body, '') : null
}

function findBad(value: unknown, path: string): Problem | null {
  if (typeof value === 'string') return value.includes('\0') ? createNulProblem(path) : null
  if (!isObject(value)) return null
  for (const name in value) {
    const inner = (value as Record<string, unknown>)[name]
    const below = path ? `${path}.${name}` : name
    const found = findBadName(name, inner, below) ?? findBad(inner, below)
    if (found) return found
  }
  return null
}

/** Finds names that could change the prototype of an object into which the value is copied. */
function findBadName(name: string, inner: unknown, path: string): Problem | null {
  if (name.includes('\0')) return createNulProblem(path)
  const isDangerous =
    name === '__proto__' || (name === 'constructor' && isObject(inner) && Object.hasOwn(inner, 'prototype'))
  return isDangerous ? createInvalid({ field: path, message: `is not allowed: no field may be named ${name}` }) : null
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

export const createNulProblem = (field: string): Problem =>
  createInvalid({ field, message: 'must not contain the character U+0000' })

const refuse = (message: string): Problem => createInvalid({ field: '', message })

/** Maximum number of entries of all lists and objects of a text together. A name and its value count as one entry. */
export const MAX_VALUES = 10_000

/** Maximum nesting depth of a text. No schema is as deep. */
export const MAX_DEPTH = 64

/**
 * Maximum number of fields of one object. No schema has as many, and an engine takes much longer for an object with
 * tens of thousands of names than for a list.
 */
export const MAX_FIELDS = 1_000

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const OPENING_BRACE = 0x7b

interface SizeLimits {
  mostValues?: number | undefined
  mostFields?: number | undefined
}

/**
 * Returns the exceeded limit of a text, or null. Reads each byte once and does not expect valid JSON.
 *
 * @param bytes UTF-8, in which no byte of a longer character equals an ASCII byte
 */
export function findExcess(
  bytes: Uint8Array,
  { mostValues = MAX_VALUES, mostFields = MAX_FIELDS }: SizeLimits = {},
): 'values' | 'fields' | 'depth' | null {
  let values = 0
  let depth = 0
  // Commas that may still follow in the list or object of each level
  const room = new Float64Array(MAX_DEPTH + 1).fill(Number.POSITIVE_INFINITY)
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === QUOTE) {
      at = findStringEnd(bytes, at)
    } else if (byte === COMMA) {
      if (++values > mostValues) return 'values'
      if (--room[depth]! <= 0) return 'fields'
    } else if (isOpening(byte)) {
      if (++depth > MAX_DEPTH) return 'depth'
      if (++values > mostValues) return 'values'
      room[depth] = byte === OPENING_BRACE ? mostFields : Number.POSITIVE_INFINITY
    } else if (isClosing(byte) && depth > 0) depth--
  }
  return null
}

// `{` and `[`, `}` and `]` differ by one bit
const isOpening = (byte: number): boolean => (byte | 0x20) === 0x7b
const isClosing = (byte: number): boolean => (byte | 0x20) === 0x7d

/** @returns the position of the closing quote, or the end of the text */
function findStringEnd(bytes: Uint8Array, opening: number): number {
  let at = opening + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}

/** Bytes that are merged into one block. A body with a declared length up to this size is passed on unchanged. */
const BLOCK_BYTES = 16 * 1024

/**
 * Merges the small chunks of a body. Fastify keeps each chunk until the body ends, and a chunk takes 200 bytes of
 * memory however short it is. A body of 1 MiB sent byte by byte took 200 MiB.
 */
export function mergeChunks(api: Api): void {
  api.addHook('preParsing', (request, _reply, payload, done) => {
    const { 'transfer-encoding': coding, 'content-length': length } = request.headers
    const isSmall = coding === undefined && Number(length ?? 0) <= BLOCK_BYTES
    done(null, isSmall ? payload : new MergedChunks(payload as Readable))
  })
}

/** Yields the same bytes in larger chunks. Does not read the source before it is read itself. */
class MergedChunks extends Readable {
  readonly #source: Readable
  #isStarted = false
  #block = Buffer.allocUnsafe(BLOCK_BYTES)
  #used = 0

  constructor(source: Readable) {
    super()
    this.#source = source
  }

  override _read(): void {
    if (!this.#isStarted) this.#start()
    this.#source.resume()
  }

  #start(): void {
    this.#isStarted = true
    this.#source.on('data', (chunk: Buffer) => this.#add(chunk))
    this.#source.on('error', (error) => this.destroy(error))
    this.#source.on('end', () => {
      this.#passBlock()
      this.push(null)
    })
  }

  #add(chunk: Buffer): void {
    if (this.#used + chunk.length > BLOCK_BYTES) this.#passBlock()
    if (chunk.length > BLOCK_BYTES / 2) {
      this.#passBlock()
      this.#pushBlock(chunk)
      return
    }
    chunk.copy(this.#block, this.#used)
    this.#used += chunk.length
  }

  #passBlock(): void {
    if (this.#used === 0) return
    this.#pushBlock(this.#block.subarray(0, this.#used))
    this.#block = Buffer.allocUnsafe(BLOCK_BYTES)
    this.#used = 0
  }

  #pushBlock(chunk: Buffer): void {
    if (!this.push(chunk)) this.#source.pause()
  }
}
