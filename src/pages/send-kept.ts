/**
 * What is made of a status page (HTML, feeds, JSON, badges) is made once and then only sent, as long as what it was made
 * of is kept. Packed when somebody asks for it first.
 */
import { createHash } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ShownPage } from '../services/public-status.ts'

/** Shared caches may keep it so long, and show it while they fetch another. */
const CACHED = 'public, max-age=15, stale-while-revalidate=60'

/** Of a page with a password: nobody but who may see it. */
const PRIVATE = 'private, no-store'

/** Smaller ones gain nothing. */
const LEAST_PACKED = 1_024

// Better ones cost several times as much for a few per cent
const BROTLI_QUALITY = 5

export interface Form {
  /** With its charset. */
  type: string
  body: string
  /** Besides the type, the cache's and the tag; the others are those of the API. */
  headers?: Readonly<Record<string, string>>
}

interface Packed {
  body: Buffer
  headers: Record<string, string | number>
  etag: string
}

type Encoding = 'br' | 'gzip' | 'identity'

class Kept {
  readonly #form: Form
  readonly #isPrivate: boolean
  readonly #hash: string
  readonly #packed = new Map<Encoding, Packed>()

  constructor(form: Form, isPrivate: boolean) {
    this.#form = form
    this.#isPrivate = isPrivate
    this.#hash = createHash('sha256').update(form.body).digest('base64url').slice(0, 22)
  }

  as(wanted: Encoding): Packed {
    const encoding = this.#form.body.length < LEAST_PACKED ? 'identity' : wanted
    let packed = this.#packed.get(encoding)
    if (!packed) {
      packed = this.#pack(encoding)
      this.#packed.set(encoding, packed)
    }
    return packed
  }

  /** Whether a reader has it already, however it was packed. */
  isAmong(tags: string): boolean {
    return tags.includes(this.#hash)
  }

  #pack(encoding: Encoding): Packed {
    const { type, body, headers } = this.#form
    const packed = PACK[encoding](Buffer.from(body))
    const etag = `"${this.#hash}${encoding === 'identity' ? '' : `-${encoding}`}"`
    return {
      body: packed,
      etag,
      headers: {
        ...headers,
        'content-type': type,
        'content-length': packed.length,
        'cache-control': this.#isPrivate ? PRIVATE : CACHED,
        etag,
        vary: 'Accept-Encoding',
        ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      },
    }
  }
}

const PACK: Record<Encoding, (body: Buffer) => Buffer> = {
  br: (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (body) => gzipSync(body),
  identity: (body) => body,
}

/** Of one page: months of its history and looks of its badges are many. */
const MOST_FORMS = 50

const made = new WeakMap<ShownPage, Map<string, Kept>>()

/**
 * Sends a form of a page, or says that the reader has it already.
 *
 * @param key tells the forms of one page apart
 * @param make called once per key, as long as this very page is kept
 */
export function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  page: ShownPage,
  key: string,
  make: (page: ShownPage) => Form,
): FastifyReply {
  const kept = keptForm(page, key, make)
  const { headers, body } = kept.as(encodingFor(request.headers['accept-encoding']))
  const known = request.headers['if-none-match']
  if (known !== undefined && kept.isAmong(known)) return sendUnchanged(reply, headers)
  return sendAsItIs(reply, headers, body)
}

/** Past what Fastify does for answers that still have to be made: it costs as much again as the rest of a request. */
function sendAsItIs(reply: FastifyReply, headers: Record<string, string | number>, body: Buffer): FastifyReply {
  reply.hijack()
  reply.raw.writeHead(200, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...headers })
  reply.raw.end(body)
  return reply
}

function keptForm(page: ShownPage, key: string, make: (page: ShownPage) => Form): Kept {
  const forms = made.get(page) ?? new Map<string, Kept>()
  const known = forms.get(key)
  if (known) return known
  const kept = new Kept(make(page), page.facts.passwordHash !== null)
  if (forms.size >= MOST_FORMS) forms.clear()
  forms.set(key, kept)
  made.set(page, forms)
  return kept
}

function sendUnchanged(reply: FastifyReply, all: Record<string, string | number>): FastifyReply {
  const { 'content-length': _length, 'content-type': _type, 'content-encoding': _encoding, ...headers } = all
  return reply.code(304).headers(headers).send()
}

/** The smaller of those that the reader takes. Source: RFC 9110, section 12.5.3 */
function encodingFor(accepted: string | string[] | undefined): Encoding {
  if (typeof accepted !== 'string') return 'identity'
  if (BROTLI.test(accepted)) return 'br'
  return GZIP.test(accepted) ? 'gzip' : 'identity'
}

// Named, and not refused by a weight of 0
const BROTLI = /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i
const GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i
