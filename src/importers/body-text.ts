/**
 * Texts that a response contains whenever a condition on a value of its JSON holds. Searching for the text is weaker than
 * the condition, but it never fails where the condition holds.
 */

/** A path without functions and filters, such as `.data[0].name`. */
const PLAIN_PATH = /^[\w.[\]*'$-]*$/

export const isPlainPath = (path: string): boolean => PLAIN_PATH.test(path)

/** Characters that no writer of JSON escapes. */
const PLAIN_VALUE = /^[\w .:@+-]+$/

/** JSON writes these values without quotes. */
const UNQUOTED = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?)$/

/** @returns null when responses can write the value in several ways */
export function findValueText(value: string): string | null {
  if (!PLAIN_VALUE.test(value)) return null
  return UNQUOTED.test(value) ? value : `"${value}"`
}

/** Returns a part of a value, which has no quotes around it. */
export const findPartText = (value: string): string | null => (PLAIN_VALUE.test(value) ? value : null)
