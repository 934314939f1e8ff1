/** Header values that are secret: written once, sent by the probe, never shown again. */

const SECRET_NAMES = new Set(['authorization', 'cookie', 'proxy-authorization', 'x-api-key'])

/** What is shown instead, and what a client may send back to leave the value as it is. */
export const MASK = '********'

export const isSecretHeader = (name: string): boolean => SECRET_NAMES.has(name.toLowerCase())

/** By what their names say: keys and tokens have many names. */
const SECRET_PATTERN = /auth|cookie|token|secret|key|session|passw|credential|signature/

export const isSecretLike = (lowerName: string): boolean => SECRET_PATTERN.test(lowerName)

export type Headers = Record<string, string>

export function hideSecretHeaders(headers: Headers): Headers {
  const entries = Object.entries(headers)
  if (!entries.some(([name]) => isSecretHeader(name))) return headers
  return Object.fromEntries(entries.map(([name, value]) => [name, isSecretHeader(name) ? MASK : value]))
}

/**
 * Puts the stored values where the mask came back.
 *
 * @param stored null at creation
 * @returns also the names whose mask stands for nothing that is stored
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
