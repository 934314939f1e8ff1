/** What a failing target answered, kept so that a person can see why. */
import { isSecretLike, MASK } from '../platform/secret-headers.ts'

export interface FailureResponse {
  statusCode: number
  /** Name and value, in the order in which they came; what looks like a credential is masked. */
  headers: [name: string, value: string][]
  /** Whether there were more headers than are kept, or longer ones. */
  headersTruncated: boolean
  contentType: string | null
  /** The beginning, decoded, empty when there was none; null when it is not text, or nothing of it was kept. */
  body: string | null
  /** Whether there was more of the body than is kept, or it was not read to its end. */
  bodyTruncated: boolean
  /** Bytes of body that were read, as they came. */
  bodyBytes: number
  /** Origin that redirects led to; null when there were none. */
  redirectedTo: string | null
}

/** Most of a body that is kept, decoded. */
export const MAX_FAILURE_BODY_BYTES = 4 * 1024

/** Most headers, most characters of them all and of one value. */
const MAX_HEADERS = 50
const MAX_HEADER_TEXT = 8 * 1024
const MAX_HEADER_VALUE = 1024

/** As many headers as fit. */
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

/** @param value of the header; undefined when there is none */
export const sanitizeContentType = (value: string | undefined, secrets: readonly string[]): string | null =>
  value === undefined ? null : hideSecrets(replaceControls(value), secrets).slice(0, MAX_HEADER_VALUE)

/** They ask for a credential and hold none, and they say why a 401 is one. */
const CHALLENGES = new Set(['www-authenticate', 'proxy-authenticate'])

const ADDRESSES = new Set(['location', 'content-location', 'refresh'])

function sanitizeValue(name: string, value: string): string {
  const lower = name.toLowerCase()
  if (ADDRESSES.has(lower)) return hideQuery(value)
  return isSecretLike(lower) && !CHALLENGES.has(lower) ? MASK : value
}

/** Where somebody is sent tells much; what is handed along may be a token. */
const hideQuery = (address: string): string =>
  address.replace(/\/\/[^/?#@]*@/, `//${MASK}@`).replace(/([?#]).*$/s, `$1${MASK}`)

/** Fewer odd characters than one in so many, and it is text. */
const MIN_TEXT_PER_CONTROL = 10

/** Controls but tab, LF and CR, and what a decoder puts where it could not read. PostgreSQL takes no NUL. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffd]/g

/**
 * @param isCut whether there was more of it
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

/** Shorter ones would be found where they are not meant. */
const MIN_SECRET_LENGTH = 8

/** What in the values of request headers must not be shown when the target repeats it; longest first. */
export const listRequestSecrets = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries(headers)
    .filter(([name]) => isSecretLike(name.toLowerCase()))
    .flatMap(([name, value]) => [value.trim(), ...splitCredentials(name.toLowerCase(), value.trim())])
    .filter((secret) => secret.length >= MIN_SECRET_LENGTH)
    .sort((a, b) => b.length - a.length)

/** Without the scheme of a credential and the names of cookies. */
function splitCredentials(name: string, value: string): string[] {
  const words = value.split(/[\s;,]+/)
  if (name.endsWith('authorization') && words.length > 1) words.shift()
  return words.map((word) => word.replace(/^[^=]+=(?=[^=])/, ''))
}

/** Of words about what a target said, which end in `…` where they were cut: without the secrets that it repeated. */
export const removeSecrets = (words: string, secrets: readonly string[]): string =>
  hideSecrets(words, secrets)
    .split('…')
    .map((part, at, { length }) => (at < length - 1 ? hidePartialSecret(part, secrets) : part))
    .join('…')

/** A text that was cut may end in the middle of a secret. */
function hidePartialSecret(text: string, secrets: readonly string[]): string {
  const partialLength = Math.max(0, ...secrets.map((secret) => measurePartialSecret(text, secret)))
  return partialLength > 0 ? text.slice(0, -partialLength) + MASK : text
}

/** How much of the beginning of a secret a text ends with, if it is too much for chance. */
function measurePartialSecret(text: string, secret: string): number {
  for (let length = Math.min(secret.length - 1, text.length); length >= MIN_SECRET_LENGTH / 2; length--)
    if (text.endsWith(secret.slice(0, length))) return length
  return 0
}
