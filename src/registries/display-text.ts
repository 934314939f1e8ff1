/** Most characters of somebody else's words that are kept or shown. */
const MAX_LENGTH = 200

/** Somebody else's words, safe to show: one line, no control characters, not too long. Pure. */
export const toDisplayText = (text: string): string =>
  text
    .slice(0, MAX_LENGTH * 4)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_LENGTH)
