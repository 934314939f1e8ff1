/** Secret header values: written once, sent by the probe, never shown again. */

const SECRET_NAMES = new Set(['authorization', 'cookie', 'proxy-authorization', 'x-api-key'])

/** Shown in place of a secret value. A client may send it back to leave the value unchanged. */
export const MASK = '********'

export const isSecretHeader = (name: string): boolean => SECRET_NAMES.has(name.toLowerCase())

/** Matches secrets by header name: keys and tokens have many names. */
const SECRET_PATTERN = /auth|cookie|token|secret|key|session|passw|credential|signature/

export const isSecretLike = (lowerName: string): boolean => SECRET_PATTERN.test(lowerName)

export type Headers = Record<string, string>

export function hideSecretHeaders(headers: Headers): Headers {
  const entries = Object.entries(headers)
  if (!entries.some(([name]) => isSecretHeader(name))) return headers
  return Object.fromEntries(entries.map(([name, value]) => [name, isSecretHeader(name) ? MASK : value]))
}

/**
 * Replaces returned masks by the stored values.
 *
 * @param stored null at creation
 * @returns also the names whose mask has no stored value
 */
export function restoreHeaders(sent: Headers, stored: Headers | null): { headers: Headers; unknown: string[] } {
  const known = new Map(Object.entries(stored ?? {}).map(([name, value]) => [name.toLowerCase(), value]))
  const unknown: string[] = []
  const headers: Headers = {}
  for (const [name, value] of Object.entries(sent)) {
    const isMasked = value === MASK && isSecretHeader(name)
    const secret = known.get(name.toLowerCase())
    if (isMasked && secret === undefined) unknown.push(name)
    headers[name] = isMasked ? (secret ?? value) : value
  }
  return { headers, unknown }
}
