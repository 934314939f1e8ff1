/** Secrets inside stored objects: sealed on write and opened on read, with the vault of the database. */
import {
  type Fields,
  hasSealedSecrets,
  joinSecrets,
  SEALED,
  splitSecrets,
} from '../../../core/platform/sealing/sealed-fields.ts'
import type { Reader, Vault } from '../session.ts'

/** Seal contexts of rows, by the id that a row keeps across restores. */
export const toMonitorSealContext = (id: string): string => `monitor ${id}`
export const toTargetSealContext = (id: string): string => `notification target ${id}`
export const toVariableSealContext = (id: string): string => `variable ${id}`
export const toSettingSealContext = (name: string): string => `instance setting ${name}`

/**
 * Serialized form of an object. A secret that could not be opened on read, and was not replaced since, is kept sealed.
 */
export function toStored(db: Reader, fields: Fields, sealContext: string): string {
  const { vault } = db.session.secrets
  return vault ? sealFields(vault, fields, sealContext) : serializeUnsealed(fields)
}

export function sealFields(vault: Vault, fields: Fields, sealContext: string): string {
  const { plain, secret } = splitSecrets(fields)
  if (secret === null) return JSON.stringify(plain)
  return JSON.stringify({ ...plain, [SEALED]: vault.seal(JSON.stringify(secret), sealContext) })
}

/** A write of one secret beside unopened secrets replaces them. */
function serializeUnsealed(fields: Fields): string {
  const { plain, secret } = splitSecrets(fields)
  return JSON.stringify(secret === null ? plain : joinSecrets(plain, secret))
}

/** Parses the result of `toStored`; the field `sealed` remains when no key opens it. */
export function parseStored(db: Reader, text: string, sealContext: string): Fields {
  const fields = JSON.parse(text) as Fields
  return hasSealedSecrets(fields) ? openFields(db.session.secrets.vault, fields, sealContext) : fields
}

export function openFields(vault: Vault | null, fields: Fields, sealContext: string): Fields {
  const secret = vault?.open(String(fields[SEALED]), sealContext)
  return typeof secret === 'string' ? joinSecrets(fields, JSON.parse(secret) as Fields) : fields
}
