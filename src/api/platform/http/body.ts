/** Reads request bodies: JSON objects or empty bodies. */
import { isUtf8 } from 'node:buffer'
import type { FastifyRequest } from 'fastify'
import { createInvalid, type Problem } from '../../../core/platform/errors.ts'
import type { Api } from '../api.ts'
import { createNotJson } from '../errors.ts'
import { findExcess, MAX_DEPTH, MAX_FIELDS, MAX_VALUES, type SizeLimits } from './json-size.ts'

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
