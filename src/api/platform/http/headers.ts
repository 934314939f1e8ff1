/** Headers that every response carries, made once. */

import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export const API_VERSION = '1.0'

/**
 * What helmet sets, for answers that hold data and no page: nothing may be loaded, framed or sniffed, and no page of ours
 * may ask for a camera or the like. Kept as a constant because helmet would compute the same for every request.
 *
 * That a name is to be asked by TLS alone is said of that very name: status pages have domains of other people, and
 * beside the name of the service there may be hosts that know no TLS.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

export const COMMON_HEADERS: Readonly<Record<string, string>> = { 'x-api-version': API_VERSION, ...SECURITY_HEADERS }

const VISIBLE_ASCII = /^[\x21-\x7e]{1,128}$/

/** The client's own `X-Request-Id` where it is usable; otherwise ours: a random start of this process and a count. */
export function createRequestIds(): (request?: IncomingMessage) => string {
  const prefix = randomBytes(6).toString('hex')
  let count = 0
  return (request) => {
    const given = request?.headers['x-request-id']
    return typeof given === 'string' && VISIBLE_ASCII.test(given) ? given : `${prefix}-${(++count).toString(36)}`
  }
}
