/** Maximum number of characters of third-party text that is stored or shown. */
const MAX_LENGTH = 200

/** Makes third-party text safe to show: one line, no control characters, limited length. Pure. */
export const toDisplayText = (text: string): string =>
  text
    .slice(0, MAX_LENGTH * 4)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_LENGTH)
