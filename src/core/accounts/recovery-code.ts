/** Codes that stand in for an authenticator that was lost. */

/** Base32 without the letters that are taken for digits. Source: RFC 4648, section 6 */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const GROUPS = 4
const GROUP_LENGTH = 4

/** Five bits of each byte count: 80 bits in all, too many to guess even from what the database keeps. */
export const RECOVERY_CODE_BYTES = GROUPS * GROUP_LENGTH

export const RECOVERY_CODES = 10

/** `ABCD-EFGH-IJKL-MNOP`. @param random `RECOVERY_CODE_BYTES` of them */
export function formatRecoveryCode(random: Uint8Array): string {
  const letters = Array.from(random, (byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return letters.match(/.{4}/g)!.join('-')
}

/** As it is compared, however it was typed; null for what cannot be one. */
export function normalizeRecoveryCode(text: string): string | null {
  const letters = text.toUpperCase().replace(/[\s-]/g, '')
  return /^[A-Z2-7]{16}$/.test(letters) ? letters : null
}
