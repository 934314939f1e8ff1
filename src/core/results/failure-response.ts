/** The response of a failing target, stored so that a user can see the cause. */

import { isSecretLike, MASK } from '../platform/sealing/sealed-fields.ts'
import { escapeHtml } from '../platform/text/plain-text.ts'
import { HOUR_MS } from '../platform/time/time.ts'

export interface FailureResponse {
  statusCode: number
  /** Name and value, in the order of arrival; values that look like credentials are masked. */
  headers: [name: string, value: string][]
  /** Whether headers were dropped or shortened. */
  headersTruncated: boolean
  contentType: string | null
  /** Beginning of the decoded body, empty when there was none; null when it is not text, or none of it was stored. */
  body: string | null
  /** Whether the body was longer than the stored part, or was not read to its end. */
  bodyTruncated: boolean
  /** Number of body bytes that were read, before decoding. */
  bodyBytes: number
  /** Origin of the last redirect; null when there were none. */
  redirectedTo: string | null
}

/** Maximum size of a stored body, decoded. */
export const MAX_FAILURE_BODY_BYTES = 4 * 1024

/**
 * Maximum number of headers, maximum number of characters of all headers, and maximum number of characters of one
 * value.
 */
const MAX_HEADERS = 50
const MAX_HEADER_TEXT = 8 * 1024
const MAX_HEADER_VALUE = 1024

/** Masks secrets in headers and returns as many headers as the limits allow. */
export function sanitizeHeaders(
  lines: readonly (readonly [name: string, value: string])[],
  secrets: readonly string[],
): Pick<FailureResponse, 'headers' | 'headersTruncated'> {
  const headers: FailureResponse['headers'] = []
  let remaining = MAX_HEADER_TEXT
  let headersTruncated = false
  for (const [givenName, value] of lines) {
    const name = hideSecrets(replaceControls(givenName), secrets)
    const shown = hideSecrets(replaceControls(sanitizeValue(name, value)), secrets)
    const limited = shown.slice(0, MAX_HEADER_VALUE)
    remaining -= name.length + limited.length
    if (headers.length === MAX_HEADERS || remaining < 0) return { headers, headersTruncated: true }
    headersTruncated ||= limited.length < shown.length
    headers.push([name, limited])
  }
  return { headers, headersTruncated }
}

/** @param value header value; undefined when the header is absent */
export const sanitizeContentType = (value: string | undefined, secrets: readonly string[]): string | null =>
  value === undefined ? null : hideSecrets(replaceControls(value), secrets).slice(0, MAX_HEADER_VALUE)

/** These headers ask for a credential but contain none, and explain a 401 response. */
const CHALLENGES = new Set(['www-authenticate', 'proxy-authenticate'])

const ADDRESSES = new Set(['location', 'content-location', 'refresh'])

function sanitizeValue(name: string, value: string): string {
  const lower = name.toLowerCase()
  if (ADDRESSES.has(lower)) return hideQuery(value)
  return isSecretLike(lower) && !CHALLENGES.has(lower) ? MASK : value
}

/** The destination of a redirect is useful, but its query may contain a token. */
const hideQuery = (address: string): string =>
  address.replace(/\/\/[^/?#@]*@/, `//${MASK}@`).replace(/([?#]).*$/s, `$1${MASK}`)

/** A body counts as text when at most one in this many characters is a control character. */
const MIN_TEXT_PER_CONTROL = 10

/** Control characters except tab, LF and CR, and the replacement character of decoders. PostgreSQL accepts no NUL. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters on purpose
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffd]/g

/**
 * @param isCut whether the body was longer
 * @returns null when it is not text
 */
export function sanitizeBody(decoded: string, isCut: boolean, secrets: readonly string[]): string | null {
  const controls = decoded.match(CONTROLS)?.length ?? 0
  if (controls * MIN_TEXT_PER_CONTROL > decoded.length) return null
  const text = hideSecrets(replaceControls(decoded), secrets)
  return isCut ? hidePartialSecret(text, secrets) : text
}

const replaceControls = (text: string): string => text.replace(CONTROLS, '\ufffd')

const hideSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((shown, secret) => shown.replaceAll(secret, MASK), text)

/** Shorter secrets would match unrelated text. */
const MIN_SECRET_LENGTH = 8

/**
 * Returns the secret values of a request, longest first. They must not be shown when the target repeats them.
 *
 * @param variables values of secret variables, which may be anywhere in the request
 */
export function listRequestSecrets(
  headers: Readonly<Record<string, string>>,
  variables: readonly string[] = [],
): string[] {
  const credentials = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value.trim()] as const)
    .filter(([name, value]) => isSecretLike(name) && value.length >= MIN_SECRET_LENGTH)
  const words = credentials
    .flatMap(([name, value]) => splitCredentials(name, value))
    .filter(({ length }) => length >= MIN_SECRET_LENGTH)
  const lines = variables.flatMap(splitLines)
  const parts = [...new Set([...words, ...lines])].sort(byLength).slice(0, MAX_PARTS)
  const values = credentials.map(([, value]) => value)
  return [...new Set([...values, ...[...variables, ...parts].flatMap(listForms)])].sort(byLength)
}

const byLength = (a: string, b: string): number => b.length - a.length

/** Maximum of words and lines, the longest first. More would take most of the time of a check. A large key has 100 lines. */
const MAX_PARTS = 200

/** A line of a secret that is shorter would match unrelated text. */
const MIN_LINE_LENGTH = 4

const splitLines = (value: string): string[] =>
  value
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line.length >= MIN_LINE_LENGTH)

/** Maximum characters of a text that is encoded. A longer key is found by its lines. */
const MAX_ENCODED = 8 * 1024

/** Returns the forms in which targets repeat a text: as it is, and in JSON, URLs and HTML. */
function listForms(text: string): string[] {
  const plain = [text, replaceControls(text)]
  if (text.length > MAX_ENCODED) return plain
  return [...plain, ...listJsonForms(text), ...listUrlForms(text), ...listHtmlForms(text)]
}

/** Returns the forms of the JSON encoders of JavaScript, Go, Python, Java, PHP and .NET: they escape different characters. */
function listJsonForms(text: string): string[] {
  const plain = JSON.stringify(text).slice(1, -1)
  const slashed = plain.replaceAll('/', '\\/')
  const forms = [plain, slashed, escapeUnits(plain, /[<>&\u2028\u2029]/g)]
  const ascii = [plain, slashed].map((form) => escapeUnits(form, /[\x7f-\uffff]/g))
  const dotNet = escapeUnits(plain.replaceAll('\\"', '\\u0022'), /[&'+<>`\x7f-\uffff]/g)
  return [...forms, ...ascii, dotNet].flatMap((form) => [form, form.replace(/\\u[0-9a-f]{4}/g, toUpperHex)])
}

const escapeUnits = (text: string, pattern: RegExp): string =>
  text.replace(pattern, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

const toUpperHex = (sequence: string): string => `\\u${sequence.slice(2).toUpperCase()}`

/** Returns the forms of a path, of a query and of a form, with upper-case and lower-case digits. */
function listUrlForms(text: string): string[] {
  const wellFormed = text.toWellFormed()
  const encoded = encodeURIComponent(wellFormed)
  const strict = encoded.replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
  const forms = [encodeURI(wellFormed), ...[encoded, strict].flatMap((form) => [form, form.replaceAll('%20', '+')])]
  return forms.flatMap((form) => [form, form.replace(/%[0-9A-F]{2}/g, (digits) => digits.toLowerCase())])
}

/** Returns the forms with the entities of common programs. Some escape no quotes. */
function listHtmlForms(text: string): string[] {
  const escaped = escapeHtml(text)
  return [
    escaped,
    escaped.replaceAll('&quot;', '&#34;'),
    escaped.replaceAll('&#39;', '&#x27;'),
    escaped.replaceAll('&#39;', '&#039;'),
    escaped.replaceAll('&quot;', '"').replaceAll('&#39;', "'"),
  ]
}

/** Splits a header value into credentials, without the scheme and without the names of cookies. */
function splitCredentials(name: string, value: string): string[] {
  const parts = value.split(/[\s;,]+/)
  if (name.endsWith('authorization') && parts.length > 1) parts.shift()
  return parts.map((word) => word.replace(/^[^=]+=(?=[^=])/, ''))
}

/**
 * Masks secrets that the target repeats in a message about its response. Such a message contains `…` where text was
 * cut.
 */
export const removeSecrets = (parts: string, secrets: readonly string[]): string =>
  hideSecrets(parts, secrets)
    .split('…')
    .map((part, at, { length }) => (at < length - 1 ? hidePartialSecret(part, secrets) : part))
    .join('…')

/** Masks the beginning of a secret at the end of a text that was cut. */
function hidePartialSecret(text: string, secrets: readonly string[]): string {
  const partialLength = Math.max(0, ...secrets.map((secret) => measurePartialSecret(text, secret)))
  return partialLength > 0 ? text.slice(0, -partialLength) + MASK : text
}

/** Returns the length of the secret's beginning that a text ends with, if it is too long to be a coincidence. */
function measurePartialSecret(text: string, secret: string): number {
  for (let length = Math.min(secret.length - 1, text.length); length >= MIN_SECRET_LENGTH / 2; length--)
    if (text.endsWith(secret.slice(0, length))) return length
  return 0
}

/** Time for which an unchanged response is not reported again. */
export const REPEAT_RESPONSE_MS = HOUR_MS

/** The response that was last reported to the server. */
export interface ReportedResponse {
  hash: number
  /** Unix ms; afterwards it is reported again. */
  until: number
}

export const toReportedResponse = (response: FailureResponse, now: number): ReportedResponse => ({
  hash: hashResponse(response),
  until: now + REPEAT_RESPONSE_MS,
})

/**
 * Returns whether a response must be reported to the server.
 *
 * @param reported null when no response was reported since the target last passed
 */
export const isNewResponse = (reported: ReportedResponse | null, response: FailureResponse, now: number): boolean =>
  reported === null || now >= reported.until || reported.hash !== hashResponse(response)

/**
 * Number of hashed characters of a truncated body. The place of the cut depends on the length of the numbers in the
 * body, so the end is not hashed.
 */
const HASHED_OF_TRUNCATED = 3_000

/** Numbers, times, addresses and tokens consist of these characters. */
const TOKEN = /[\w+\-./:=]+/g
const DIGIT = /\d/

/**
 * Hashes the status and the body of a response to 32 bits (FNV-1a). All words with a digit hash the same, because error
 * pages contain the time and the request id. Headers contain such values too, and are excluded.
 */
export function hashResponse({ statusCode, contentType, body, bodyTruncated }: FailureResponse): number {
  const tokens = (body ?? contentType ?? '').replace(TOKEN, (word) => (DIGIT.test(word) ? '0' : word))
  const end = bodyTruncated ? Math.min(tokens.length, HASHED_OF_TRUNCATED) : tokens.length
  let hash = updateHash(0x811c9dc5, statusCode)
  for (let at = 0; at < end; at++) hash = updateHash(hash, tokens.charCodeAt(at))
  return hash
}

const updateHash = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193)
