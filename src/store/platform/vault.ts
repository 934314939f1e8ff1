/** Secrets inside stored objects: sealed when written, opened when read, with the vault of the database. */
import { type Fields, isUnopened, joinSecrets, partSecrets, SEALED } from '../../core/platform/sealed-fields.ts'
import type { Reader, Vault } from './session.ts'

/** Places of what is sealed, by the id that stays with a row wherever it is restored. */
export const placeOfMonitor = (id: string): string => `monitor ${id}`
export const placeOfTarget = (id: string): string => `notification target ${id}`

/** What is stored of an object. What could not be opened when it was read, and was not replaced since, is kept. */
export function toStored(db: Reader, fields: Fields, place: string): string {
  const { vault } = db.session.secrets
  return vault ? sealedBy(vault, fields, place) : unsealed(fields)
}

export function sealedBy(vault: Vault, fields: Fields, place: string): string {
  const { plain, secret } = partSecrets(fields)
  if (secret === null) return JSON.stringify(plain)
  return JSON.stringify({ ...plain, [SEALED]: vault.seal(JSON.stringify(secret), place) })
}

/** Whoever writes a secret beside one that could not be opened has replaced that. */
function unsealed(fields: Fields): string {
  const { plain, secret } = partSecrets(fields)
  return JSON.stringify(secret === null ? plain : joinSecrets(plain, secret))
}

/** An object as it was before `toStored`; with the field `sealed` still there when nothing opens it. */
export function fromStored(db: Reader, text: string, place: string): Fields {
  const fields = JSON.parse(text) as Fields
  return isUnopened(fields) ? opened(db.session.secrets.vault, fields, place) : fields
}

export function opened(vault: Vault | null, fields: Fields, place: string): Fields {
  const secret = vault?.open(String(fields[SEALED]), place)
  return typeof secret === 'string' ? joinSecrets(fields, JSON.parse(secret) as Fields) : fields
}
