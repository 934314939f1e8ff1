/**
 * What of a stored object is secret, and how the rest of it is kept: settings of monitors and configs of notification
 * targets. The secrets go into one sealed text, which stands in the object as `sealed`; the rest stays readable, so that
 * something that cannot be opened can still be shown, and be mended by whoever knows the secrets.
 */
import { isSecretHeader, isSecretLike } from './secret-headers.ts'

export type Fields = Record<string, unknown>

/** The field that holds the sealed text. No monitor and no target has a field of this name. */
export const SEALED = 'sealed'

/** Of configs of targets; what a channel calls a secret must be among them, and a test asks for that. */
export const SECRET_FIELDS: readonly string[] = ['secret', 'webhook_url']

/** More than what is masked in answers: what merely sounds like a secret costs nothing to seal. */
const isSecretName = (name: string): boolean => isSecretHeader(name) || isSecretLike(name.toLowerCase())

/** Objects of settings, and which of their fields are secret. What is said first at a port may be a login. */
const NESTED_SECRETS: Readonly<Record<string, (name: string) => boolean>> = {
  headers: isSecretName,
  protocolValidation: (name) => name === 'send',
}

/** Stands where a secret was, so that the order of headers stays. */
const EMPTIED = ''

/** Whether its secrets could not be opened when it was read. */
export const hasSealedSecrets = (fields: Fields): boolean => fields[SEALED] !== undefined

/** @returns `secret` null when there is none, and then `plain` is the very object that was given */
export function splitSecrets(fields: Fields): { plain: Fields; secret: Fields | null } {
  const secret: Fields = {}
  const plain: Fields = { ...fields }
  for (const field of SECRET_FIELDS) {
    if (!isText(fields[field])) continue
    secret[field] = fields[field]
    delete plain[field]
  }
  // A body may hold a password, as that of a login does
  if (isText(fields.body)) {
    secret.body = fields.body
    plain.body = null
  }
  for (const [field, isSecret] of Object.entries(NESTED_SECRETS)) {
    const within = fields[field] as Fields | undefined
    const hidden = Object.entries(within ?? {}).filter(([name, value]) => isText(value) && isSecret(name))
    if (hidden.length === 0) continue
    secret[field] = Object.fromEntries(hidden)
    plain[field] = { ...within, ...Object.fromEntries(hidden.map(([name]) => [name, EMPTIED])) }
  }
  if (Object.keys(secret).length === 0) return { plain: fields, secret: null }
  delete plain[SEALED] // who says new secrets says all of them
  return { plain, secret }
}

export function joinSecrets({ [SEALED]: _, ...plain }: Fields, secret: Fields): Fields {
  const within = Object.keys(NESTED_SECRETS).filter((field) => secret[field] !== undefined)
  const joined = within.map((field) => [field, { ...(plain[field] as Fields), ...(secret[field] as Fields) }])
  return { ...plain, ...secret, ...Object.fromEntries(joined) }
}

/**
 * The same without what could not be opened: for a change that says what takes its place.
 *
 * @returns the very object that was given when all of it was opened
 */
export function dropSealedSecrets(fields: Fields): Fields {
  if (!hasSealedSecrets(fields)) return fields
  const { [SEALED]: _, ...plain } = fields
  for (const [field, isSecret] of Object.entries(NESTED_SECRETS)) {
    const within = Object.entries((plain[field] ?? {}) as Fields)
    if (within.length === 0) continue
    plain[field] = Object.fromEntries(within.filter(([name, value]) => value !== EMPTIED || !isSecret(name)))
  }
  return plain
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
