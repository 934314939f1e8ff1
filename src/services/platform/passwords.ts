/** Passwords: judged, hashed and compared. Hashing runs on other threads and takes tens of milliseconds by intent. */
import { hash, verify } from '@node-rs/argon2'
import { isCommonPassword, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../../core/accounts/password.ts'
import { invalid } from '../../core/platform/errors.ts'

// Source: OWASP Password Storage Cheat Sheet, argon2id with 19 MiB, two passes, one lane. The library's default is argon2id
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Of a password nobody knows, at the same cost: compared with where there is no account, so that it takes as long. */
const NOBODYS_HASH = '$argon2id$v=19$m=19456,t=2,p=1$mTGeTIyqorpqwZZVUgm/9Q$FHdoDafql2HLKdt8vR7zxteBDx2cXl8d/eVR4fZ+CsY'

/** @throws Problem VALIDATION_ERROR on `field` */
export function checkPassword(password: string, field: string): void {
  const length = [...password].length
  if (length < PASSWORD_MIN_LENGTH || length > PASSWORD_MAX_LENGTH)
    throw invalid({ field, message: `must be text of ${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters` })
  if (isCommonPassword(password))
    throw invalid({ field, message: 'must not be one of the commonest passwords, which are the first to be tried' })
}

/** @returns argon2id, in PHC form */
export const hashPassword = (password: string): Promise<string> => hash(password, COST)

/** @param passwordHash null when there is no account: takes the same time and is false */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? NOBODYS_HASH, password)
  return matches && passwordHash !== null
}
