/**
 * Splits stored objects (monitor settings, configs of notification targets) into secret and readable fields. The
 * secrets form one sealed text in the field `sealed`. The readable fields stay usable even when the secrets cannot be
 * opened. A user can then enter the secrets again.
 */

export type Fields = Record<string, unknown>

/** Field that contains the sealed text. No monitor or target has a field of this name. */
export const SEALED = 'sealed'

/** Field beside `sealed` with the variables that the settings of a monitor refer to, as they are stored. */
export const KEPT_VARIABLES = 'sealedVariables'

/** Secret fields in configs of targets. They must include every secret of a channel; a test checks this. */
const SECRET_FIELDS: readonly string[] = [
  ...['secret', 'webhook_url', 'bot_token', 'app_token', 'access_token', 'routing_key', 'user_key', 'config_key'],
  ...['password', 'signing_secret', 'smtp_url', 'endpoint', 'p256dh', 'auth'],
]

/** Includes more names than responses mask: sealing a field that only looks like a secret costs nothing. */
export const isSealedHeader = (name: string): boolean => isSecretHeader(name) || isSecretLike(name.toLowerCase())

/** Secret fields of nested settings, by setting. */
export const SECRET_SETTINGS: Readonly<Record<string, readonly string[]>> = {
  authentication: ['password', 'token', 'clientSecret'],
  proxy: ['password'],
  tls: ['clientKey'],
}

/** Nested objects of settings, and which of their fields are secret. The first text sent to a port may be a login. */
const NESTED_SECRETS: Readonly<Record<string, (name: string) => boolean>> = {
  headers: isSealedHeader,
  protocolValidation: (name) => name === 'send',
  ...Object.fromEntries(
    Object.entries(SECRET_SETTINGS).map(([setting, names]) => [setting, (name: string) => names.includes(name)]),
  ),
}

/** All headers of a notification service are secret. */
const listNestedSecrets = ({ service }: Fields): [field: string, isSecret: (name: string) => boolean][] =>
  Object.entries(NESTED_SECRETS).map(([field, isSecret]) => [field, service === undefined ? isSecret : () => true])

/** Placeholder for a secret, so that the order of headers stays. */
const EMPTIED = ''

/** Returns whether the secrets could not be opened. */
export const hasSealedSecrets = (fields: Fields): boolean => fields[SEALED] !== undefined

/** @returns `secret` is null when there is none; `plain` is then the same object as the argument */
export function splitSecrets(fields: Fields): { plain: Fields; secret: Fields | null } {
  const secret: Fields = {}
  const plain: Fields = { ...fields }
  for (const field of SECRET_FIELDS) {
    if (!isText(fields[field])) continue
    secret[field] = fields[field]
    delete plain[field]
  }
  // A body may contain a password, for example in a login request
  if (isText(fields.body)) {
    secret.body = fields.body
    plain.body = null
  }
  for (const [field, isSecret] of listNestedSecrets(fields)) {
    const within = fields[field] as Fields | undefined
    const hidden = Object.entries(within ?? {}).filter(([name, value]) => isText(value) && isSecret(name))
    if (hidden.length === 0) continue
    secret[field] = Object.fromEntries(hidden)
    plain[field] = { ...within, ...Object.fromEntries(hidden.map(([name]) => [name, EMPTIED])) }
  }
  if (Object.keys(secret).length === 0) return { plain: fields, secret: null }
  delete plain[SEALED] // new secrets replace all earlier ones
  return { plain, secret }
}

export function joinSecrets({ [SEALED]: _, ...plain }: Fields, secret: Fields): Fields {
  const within = Object.keys(NESTED_SECRETS).filter((field) => secret[field] !== undefined)
  const joined = within.map((field) => [field, { ...(plain[field] as Fields), ...(secret[field] as Fields) }])
  return { ...plain, ...secret, ...Object.fromEntries(joined) }
}

/**
 * Removes secrets that could not be opened, for a change that replaces them.
 *
 * @returns the same object as the argument when all secrets could be opened
 */
export function dropSealedSecrets(fields: Fields): Fields {
  if (!hasSealedSecrets(fields)) return fields
  const { [SEALED]: _, [KEPT_VARIABLES]: __, ...plain } = fields
  for (const [field, isSecret] of listNestedSecrets(fields)) {
    const within = Object.entries((plain[field] ?? {}) as Fields)
    if (within.length === 0) continue
    plain[field] = Object.fromEntries(within.filter(([name, value]) => value !== EMPTIED || !isSecret(name)))
  }
  return plain
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const SECRET_NAMES = new Set(['authorization', 'cookie', 'proxy-authorization', 'x-api-key'])

/** Shown in place of a secret value. A client may send it back to leave the value unchanged. */
export const MASK = '********'

/** Secret header values: written once, sent by the probe, never shown again. */
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
