/** Secrets inside stored objects: sealed when written, opened when read, with the vault of the database. */
import { type Fields, hasSealedSecrets, joinSecrets, SEALED, splitSecrets } from '../../core/platform/sealed-fields.ts'
import type { Reader, Vault } from './session.ts'

/** Places of what is sealed, by the id that stays with a row wherever it is restored. */
export const toMonitorSealContext = (id: string): string => `monitor ${id}`
export const toTargetSealContext = (id: string): string => `notification target ${id}`

/** What is stored of an object. What could not be opened when it was read, and was not replaced since, is kept. */
export function toStored(db: Reader, fields: Fields, sealContext: string): string {
  const { vault } = db.session.secrets
  return vault ? sealFields(vault, fields, sealContext) : serializeUnsealed(fields)
}

export function sealFields(vault: Vault, fields: Fields, sealContext: string): string {
  const { plain, secret } = splitSecrets(fields)
  if (secret === null) return JSON.stringify(plain)
  return JSON.stringify({ ...plain, [SEALED]: vault.seal(JSON.stringify(secret), sealContext) })
}

/** Whoever writes a secret beside one that could not be opened has replaced that. */
function serializeUnsealed(fields: Fields): string {
  const { plain, secret } = splitSecrets(fields)
  return JSON.stringify(secret === null ? plain : joinSecrets(plain, secret))
}

/** An object as it was before `toStored`; with the field `sealed` still there when nothing opens it. */
export function parseStored(db: Reader, text: string, sealContext: string): Fields {
  const fields = JSON.parse(text) as Fields
  return hasSealedSecrets(fields) ? openFields(db.session.secrets.vault, fields, sealContext) : fields
}

export function openFields(vault: Vault | null, fields: Fields, sealContext: string): Fields {
  const secret = vault?.open(String(fields[SEALED]), sealContext)
  return typeof secret === 'string' ? joinSecrets(fields, JSON.parse(secret) as Fields) : fields
}
