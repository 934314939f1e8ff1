/** Recovery codes, which replace a lost authenticator. */

/** Base32, which has no digits that are mistaken for letters. Source: RFC 4648, section 6 */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const GROUPS = 4
const GROUP_LENGTH = 4

/** Each byte contributes five bits. The resulting 80 bits cannot be guessed, even from the stored hash. */
export const RECOVERY_CODE_BYTES = GROUPS * GROUP_LENGTH

export const RECOVERY_CODES = 10

/**
 * Formats a code as `ABCD-EFGH-IJKL-MNOP`.
 *
 * @param random `RECOVERY_CODE_BYTES` bytes
 */
export function formatRecoveryCode(random: Uint8Array): string {
  const letters = Array.from(random, (byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return letters.match(/.{4}/g)!.join('-')
}

/**
 * Returns the code in the form in which codes are compared, however the user typed it.
 *
 * @returns null when the text cannot be a recovery code
 */
export function normalizeRecoveryCode(text: string): string | null {
  const letters = text.toUpperCase().replace(/[\s-]/g, '')
  return /^[A-Z2-7]{16}$/.test(letters) ? letters : null
}
