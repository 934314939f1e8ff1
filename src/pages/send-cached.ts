/**
 * Renders each document of a status page (HTML, feeds, JSON, badges) once, and caches it as long as the page. A
 * document is compressed at the first request for an encoding.
 */
import { createHash } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { BoundedMap } from '../core/platform/maps.ts'
import { isPromised, withReady } from '../core/platform/ready.ts'
import type { PageFacts, ShownPage } from '../services/status-pages/public-status.ts'

/** How long shared caches may store a page, and show it while they revalidate. */
const PUBLIC_CACHE = 'public, max-age=15, stale-while-revalidate=60'

/** Prevents caching of pages with a password. */
const PRIVATE_CACHE = 'private, no-store'

/** Shorter documents gain nothing from compression. */
const MIN_COMPRESS_LENGTH = 1_024

/**
 * Larger documents are compressed in the thread pool, because a page of 500 components takes 20 ms. Smaller documents
 * are compressed faster on the main thread.
 */
const MAX_SYNC_COMPRESS_BYTES = 64 * 1024

// Higher levels cost several times as much for a few per cent
const BROTLI_QUALITY = 5

export interface PageDocument {
  /** Media type with charset. */
  type: string
  body: string
  /** Headers besides content type, caching and entity tag; all other headers come from the API. */
  headers?: Readonly<Record<string, string>>
}

interface EncodedDocument {
  body: Buffer
  headers: Record<string, string | number>
  etag: string
}

export type Encoding = 'br' | 'gzip' | 'identity'

class CachedDocument {
  readonly #document: PageDocument
  readonly #isPrivate: boolean
  readonly #hash: string
  readonly #encoded = new Map<Encoding, EncodedDocument | Promise<EncodedDocument>>()

  constructor(document: PageDocument, isPrivate: boolean) {
    this.#document = document
    this.#isPrivate = isPrivate
    this.#hash = createHash('sha256').update(document.body).digest('base64url').slice(0, 22)
  }

  encodeAs(preferred: Encoding): EncodedDocument | Promise<EncodedDocument> {
    const encoding = this.#document.body.length < MIN_COMPRESS_LENGTH ? 'identity' : preferred
    let encoded = this.#encoded.get(encoding)
    if (!encoded) {
      encoded = this.#compress(encoding)
      this.#encoded.set(encoding, encoded)
      if (isPromised(encoded))
        encoded.then(
          (done) => this.#encoded.set(encoding, done),
          () => this.#encoded.delete(encoding),
        )
    }
    return encoded
  }

  /** Checks whether the client already has the document, in any encoding. */
  isListedIn(tags: string): boolean {
    return tags.includes(this.#hash)
  }

  #compress(encoding: Encoding): EncodedDocument | Promise<EncodedDocument> {
    const body = Buffer.from(this.#document.body)
    if (encoding === 'identity') return this.#toEncoded(encoding, body)
    if (body.length <= MAX_SYNC_COMPRESS_BYTES) return this.#toEncoded(encoding, COMPRESS_SYNC[encoding](body))
    return COMPRESS_ASYNC[encoding](body).then((encoded) => this.#toEncoded(encoding, encoded))
  }

  #toEncoded(encoding: Encoding, encoded: Buffer): EncodedDocument {
    const { type, headers } = this.#document
    const etag = `"${this.#hash}${encoding === 'identity' ? '' : `-${encoding}`}"`
    return {
      body: encoded,
      etag,
      headers: {
        ...headers,
        'content-type': type,
        'content-length': encoded.length,
        'cache-control': this.#isPrivate ? PRIVATE_CACHE : PUBLIC_CACHE,
        etag,
        vary: 'Accept-Encoding',
        ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      },
    }
  }
}

const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }

const COMPRESS_SYNC = {
  br: (body: Buffer): Buffer => brotliCompressSync(body, BROTLI_OPTIONS),
  gzip: (body: Buffer): Buffer => gzipSync(body),
}

const compressAsync = { br: promisify(brotliCompress), gzip: promisify(gzip) }

const COMPRESS_ASYNC = {
  br: (body: Buffer): Promise<Buffer> => compressAsync.br(body, BROTLI_OPTIONS),
  gzip: (body: Buffer): Promise<Buffer> => compressAsync.gzip(body),
}

/** Maximum number of documents per page, because history months and badge labels are numerous. */
const MAX_DOCUMENTS = 50

const documentsByPage = new WeakMap<ShownPage, BoundedMap<string, CachedDocument | Promise<CachedDocument>>>()

/**
 * Sends a document of a page, or 304 if the client already has it.
 *
 * @param key identifies the document within the page
 * @param make called once per key while this version of the page is cached
 */
export function sendCached(
  reply: FastifyReply,
  page: ShownPage,
  key: string,
  make: (page: ShownPage) => PageDocument | Promise<PageDocument>,
): FastifyReply | Promise<FastifyReply> {
  // A cached document is sent in the same turn of the event loop
  return withReady(getCachedDocument(page, key, make), (cached) => send(reply, cached))
}

/**
 * Returns what `sendCached` would send, if it is ready.
 *
 * @returns null also for a page with a password or further headers, and for a client that may already have the document
 */
export function findReady({ headers }: FastifyRequest, page: ShownPage, key: string): EncodedDocument | null {
  const { passwordHash, isIndexed } = page.facts
  if (passwordHash !== null || !isIndexed || headers['if-none-match'] !== undefined) return null
  const document = documentsByPage.get(page)?.get(key)
  if (!(document instanceof CachedDocument)) return null
  const encoded = document.encodeAs(chooseEncoding(headers['accept-encoding']))
  return isPromised(encoded) ? null : encoded
}

function send(reply: FastifyReply, cached: CachedDocument): FastifyReply | Promise<FastifyReply> {
  const { headers: asked } = reply.request
  const known = asked['if-none-match']
  const isKnown = known !== undefined && cached.isListedIn(known)
  const sendEncoded = ({ headers, body }: EncodedDocument): FastifyReply =>
    isKnown ? sendUnchanged(reply, headers) : sendRaw(reply, headers, body)
  return withReady(cached.encodeAs(chooseEncoding(asked['accept-encoding'])), sendEncoded)
}

/** Bypasses the reply pipeline of Fastify, which would double the cost of the request. */
function sendRaw(reply: FastifyReply, headers: Record<string, string | number>, body: Buffer): FastifyReply {
  reply.hijack()
  reply.raw.writeHead(200, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...headers })
  reply.raw.end(body)
  return reply
}

function getCachedDocument(
  page: ShownPage,
  key: string,
  make: (page: ShownPage) => PageDocument | Promise<PageDocument>,
): CachedDocument | Promise<CachedDocument> {
  const documents =
    documentsByPage.get(page) ?? new BoundedMap<string, CachedDocument | Promise<CachedDocument>>(MAX_DOCUMENTS)
  const known = documents.get(key)
  if (known) return known
  const toCached = (document: PageDocument): CachedDocument =>
    new CachedDocument(document, page.facts.passwordHash !== null)
  const cached = withReady(make(page), toCached)
  documents.set(key, cached)
  documentsByPage.set(page, documents)
  if (isPromised(cached))
    cached.then(
      (done) => documents.set(key, done),
      () => documents.delete(key),
    )
  return cached
}

function sendUnchanged(reply: FastifyReply, all: Record<string, string | number>): FastifyReply {
  const { 'content-length': _length, 'content-type': _type, 'content-encoding': _encoding, ...headers } = all
  return reply.code(304).headers(headers).send()
}

/** Returns the smallest encoding that the client accepts. Source: RFC 9110, section 12.5.3 */
export function chooseEncoding(accepted: string | string[] | undefined): Encoding {
  if (typeof accepted !== 'string') return 'identity'
  if (BROTLI.test(accepted)) return 'br'
  return GZIP.test(accepted) ? 'gzip' : 'identity'
}

// Named, and not refused by a weight of 0
const BROTLI = /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i
const GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i

export const PUBLIC_CORS_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

/** A page with a password is not readable by other sites. */
export const getCorsHeaders = ({ passwordHash }: PageFacts): Readonly<Record<string, string>> =>
  passwordHash === null ? PUBLIC_CORS_HEADERS : {}
