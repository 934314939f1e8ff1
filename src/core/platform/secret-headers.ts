/** Secret header values: written once, sent by the probe, never shown again. */

const SECRET_NAMES = new Set(['authorization', 'cookie', 'proxy-authorization', 'x-api-key'])

/** Shown in place of a secret value. A client may send it back to leave the value unchanged. */
export const MASK = '********'

export const isSecretHeader = (name: string): boolean => SECRET_NAMES.has(name.toLowerCase())

/** Matches secrets by header name: keys and tokens have many names. */
const SECRET_PATTERN = /auth|cookie|token|secret|key|session|passw|credential|signature/

export const isSecretLike = (lowerName: string): boolean => SECRET_PATTERN.test(lowerName)

export type Headers = Record<string, string>

/** @param isShown whether a value contains no secret, whatever the name of its header */
export function hideSecretHeaders(headers: Headers, isShown: (value: string) => boolean): Headers {
  const isHidden = ([name, value]: [string, string]): boolean => isSecretHeader(name) && !isShown(value)
  const entries = Object.entries(headers)
  if (!entries.some(isHidden)) return headers
  return Object.fromEntries(entries.map((entry) => [entry[0], isHidden(entry) ? MASK : entry[1]]))
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
