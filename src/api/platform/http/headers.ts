/** Headers of every response, computed once. */

import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export const API_VERSION = '1.0'

/**
 * The headers of helmet, for responses that contain data and no page. Nothing may be loaded, framed or sniffed, and no
 * page may ask for a camera or the like. They are a constant because helmet would compute the same headers for every
 * request.
 *
 * `Strict-Transport-Security` does not include subdomains. Status pages use domains of other people, and hosts beside
 * the service may not support TLS.
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

/**
 * Creates request IDs: the client's `X-Request-Id` if it is valid, otherwise a random prefix of this process and a
 * count.
 */
export function createRequestIds(): (request?: IncomingMessage) => string {
  const prefix = randomBytes(6).toString('hex')
  let count = 0
  return (request) => {
    const given = request?.headers['x-request-id']
    return typeof given === 'string' && VISIBLE_ASCII.test(given) ? given : `${prefix}-${(++count).toString(36)}`
  }
}
