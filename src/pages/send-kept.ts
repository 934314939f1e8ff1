/**
 * What is made of a status page (HTML, feeds, JSON, badges) is made once and then only sent, as long as what it was made
 * of is kept. Packed when somebody asks for it first.
 */
import { createHash } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { BoundedMap } from '../core/platform/bounded-map.ts'
import type { ShownPage } from '../services/status-pages/public-status.ts'

/** Shared caches may keep it so long, and show it while they fetch another. */
const CACHED = 'public, max-age=15, stale-while-revalidate=60'

/** Of a page with a password: nobody but who may see it. */
const PRIVATE = 'private, no-store'

/** Smaller ones gain nothing. */
const LEAST_PACKED = 1_024

/** Larger ones are packed in the pool of threads: a page of 500 components takes 20 ms. Smaller ones are sooner done here. */
const MOST_PACKED_HERE = 64 * 1024

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

export type Encoding = 'br' | 'gzip' | 'identity'

class Kept {
  readonly #form: Form
  readonly #isPrivate: boolean
  readonly #hash: string
  readonly #packed = new Map<Encoding, Packed | Promise<Packed>>()

  constructor(form: Form, isPrivate: boolean) {
    this.#form = form
    this.#isPrivate = isPrivate
    this.#hash = createHash('sha256').update(form.body).digest('base64url').slice(0, 22)
  }

  as(wanted: Encoding): Packed | Promise<Packed> {
    const encoding = this.#form.body.length < LEAST_PACKED ? 'identity' : wanted
    let packed = this.#packed.get(encoding)
    if (!packed) {
      packed = this.#pack(encoding)
      this.#packed.set(encoding, packed)
      if (packed instanceof Promise)
        packed.then(
          (done) => this.#packed.set(encoding, done),
          () => this.#packed.delete(encoding),
        )
    }
    return packed
  }

  /** Whether a reader has it already, however it was packed. */
  isAmong(tags: string): boolean {
    return tags.includes(this.#hash)
  }

  #pack(encoding: Encoding): Packed | Promise<Packed> {
    const body = Buffer.from(this.#form.body)
    if (encoding === 'identity') return this.#packedAs(encoding, body)
    if (body.length <= MOST_PACKED_HERE) return this.#packedAs(encoding, PACK_HERE[encoding](body))
    return PACK[encoding](body).then((packed) => this.#packedAs(encoding, packed))
  }

  #packedAs(encoding: Encoding, packed: Buffer): Packed {
    const { type, headers } = this.#form
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

const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }

const PACK_HERE = {
  br: (body: Buffer): Buffer => brotliCompressSync(body, BROTLI_OPTIONS),
  gzip: (body: Buffer): Buffer => gzipSync(body),
}

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }

const PACK = {
  br: (body: Buffer): Promise<Buffer> => compress.br(body, BROTLI_OPTIONS),
  gzip: (body: Buffer): Promise<Buffer> => compress.gzip(body),
}

/** Of one page: months of its history and looks of its badges are many. */
const MOST_FORMS = 50

const made = new WeakMap<ShownPage, BoundedMap<string, Kept | Promise<Kept>>>()

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
  make: (page: ShownPage) => Form | Promise<Form>,
): FastifyReply | Promise<FastifyReply> {
  const form = keptForm(page, key, make)
  // What is at hand is sent in the same turn
  return form instanceof Promise ? form.then((kept) => send(request, reply, kept)) : send(request, reply, form)
}

function send(request: FastifyRequest, reply: FastifyReply, kept: Kept): FastifyReply | Promise<FastifyReply> {
  const known = request.headers['if-none-match']
  const isKnown = known !== undefined && kept.isAmong(known)
  const sendPacked = ({ headers, body }: Packed): FastifyReply =>
    isKnown ? sendUnchanged(reply, headers) : sendAsItIs(reply, headers, body)
  const packed = kept.as(encodingFor(request.headers['accept-encoding']))
  return packed instanceof Promise ? packed.then(sendPacked) : sendPacked(packed)
}

/** Past what Fastify does for answers that still have to be made: it costs as much again as the rest of a request. */
function sendAsItIs(reply: FastifyReply, headers: Record<string, string | number>, body: Buffer): FastifyReply {
  reply.hijack()
  reply.raw.writeHead(200, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...headers })
  reply.raw.end(body)
  return reply
}

function keptForm(page: ShownPage, key: string, make: (page: ShownPage) => Form | Promise<Form>): Kept | Promise<Kept> {
  const forms = made.get(page) ?? new BoundedMap<string, Kept | Promise<Kept>>(MOST_FORMS)
  const known = forms.get(key)
  if (known) return known
  const toKept = (form: Form): Kept => new Kept(form, page.facts.passwordHash !== null)
  const form = make(page)
  const kept = form instanceof Promise ? form.then(toKept) : toKept(form)
  forms.set(key, kept)
  made.set(page, forms)
  if (kept instanceof Promise)
    kept.then(
      (done) => forms.set(key, done),
      () => forms.delete(key),
    )
  return kept
}

function sendUnchanged(reply: FastifyReply, all: Record<string, string | number>): FastifyReply {
  const { 'content-length': _length, 'content-type': _type, 'content-encoding': _encoding, ...headers } = all
  return reply.code(304).headers(headers).send()
}

/** The smaller of those that the reader takes. Source: RFC 9110, section 12.5.3 */
export function encodingFor(accepted: string | string[] | undefined): Encoding {
  if (typeof accepted !== 'string') return 'identity'
  if (BROTLI.test(accepted)) return 'br'
  return GZIP.test(accepted) ? 'gzip' : 'identity'
}

// Named, and not refused by a weight of 0
const BROTLI = /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i
const GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i
