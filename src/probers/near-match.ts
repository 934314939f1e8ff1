/** Finds a text that a reader would take for the wanted one, for the messages of checks that search texts. */

/** Maximum number of characters of a tag, so that the cost grows with the text only. */
const TAG = /<[^<>]{0,1000}>/g
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(nbsp|amp|lt|gt|quot|apos|shy));/gi
const NAMED: Readonly<Record<string, string>> = {
  nbsp: ' ',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  shy: '',
}

const MAX_CODE_POINT = 0x10_ffff

function decodeEntity(entity: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return NAMED[name.toLowerCase()]!
  const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal)
  return code <= MAX_CODE_POINT ? String.fromCodePoint(code) : entity
}

type Change = (text: string) => string

const foldCase: Change = (text) => text.toLowerCase()
const foldSpace: Change = (text) => text.replace(/\s+/g, ' ').trim()
const foldHtml: Change = (text) => text.replace(TAG, '').replace(ENTITY, decodeEntity)
/** Includes accents, so that `İ` equals `i`, and characters without a width. */
const foldForms: Change = (text) => text.normalize('NFKD').replace(/[\p{M}\p{Cf}]/gu, '')

/** Differences that a reader does not see or expect, the smallest first. */
const DIFFERENCES: readonly (readonly [difference: string, changes: readonly Change[]])[] = [
  ['in another case', [foldCase]],
  ['with other white space', [foldSpace]],
  ['in HTML', [foldHtml]],
  ['in another Unicode form', [foldForms]],
  ['with other white space in HTML', [foldHtml, foldSpace]],
  ['with other case, white space, accents or HTML', [foldHtml, foldForms, foldCase, foldSpace]],
]

/** Maximum characters that are searched. Each difference changes all of them. */
const MAX_SEARCHED = 256 * 1024

/** Returns how a similar text differs: `in another case`; null without a similar text. */
export function describeNearMatch(whole: string, searched: string): string | null {
  const text = whole.slice(0, MAX_SEARCHED)
  for (const [difference, changes] of DIFFERENCES) {
    const fold = (value: string): string => changes.reduce((folded, change) => change(folded), value)
    const folded = fold(searched)
    if (folded !== '' && fold(text).includes(folded)) return difference
  }
  return null
}
