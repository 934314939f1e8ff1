/** Reads request bodies: JSON objects, or nothing. */
import type { FastifyRequest } from 'fastify'
import { invalid, type Problem } from '../core/errors.ts'
import type { Api } from './deps.ts'
import { notJson } from './errors.ts'
import { findNul } from './nul.ts'

/** Largest body, bytes. */
export const BODY_LIMIT = 1_048_576

type Done = (error: Error | null, body?: unknown) => void

export function readBodies(api: Api): void {
  const parseJson = api.getDefaultJsonParser('error', 'error') // refuses `__proto__` and `constructor.prototype`
  api.removeAllContentTypeParsers()
  api.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) =>
    text === ''
      ? done(null)
      : parseJson(request, text as string, (error, body) => finish(text as string, error, body, done)),
  )
  // Whatever a client calls an empty body, it is empty
  api.addContentTypeParser('*', { parseAs: 'buffer' }, (_request: FastifyRequest, bytes: Buffer, done: Done) =>
    done(bytes.length > 0 ? notJson() : null),
  )
}

function finish(text: string, error: Error | null, body: unknown, done: Done): void {
  const refusal = error
    ? refuse('The body is not valid JSON, or it has a field named __proto__ or constructor')
    : refusalOf(text, body)
  done(refusal, body)
}

function refusalOf(text: string, body: unknown): Problem | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return refuse('The body must be a JSON object')
  const field = text.includes('\\u0000') ? findNul(body) : null
  return field === null ? null : withNul(field)
}

export const withNul = (field: string): Problem => invalid({ field, message: 'must not contain the character U+0000' })

const refuse = (message: string): Problem => invalid({ field: '', message })
