/** CSV for spreadsheets. Source: RFC 4180. */

export type Cell = string | number | null

/** Formats a line with its line break. Null becomes an empty cell. */
export const formatCsvLine = (cells: readonly Cell[]): string => `${cells.map(formatCell).join(',')}\r\n`

function formatCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = escapeFormulas(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** `=`, `+`, `-` or `@`, also in full width, after spaces or quotes. */
const FORMULA = '[\\s"\\u200b\\ufeff]*[=+\\-@\\uff1d\\uff0b\\uff0d\\uff20]'

/**
 * Spreadsheets with other locales split cells at semicolons, tabs or bars, and read a quote within a cell as text. So a
 * cell, and a formula, may begin after each of these and after a line break.
 */
const INNER_FORMULA = new RegExp(`([,;|\\t\\r\\n])(?=${FORMULA})`, 'g')
const LEADING_FORMULA = new RegExp(`^(?:${FORMULA}|[\\t\\r\\n])`)

/**
 * Escapes formulas, which spreadsheets would run: an apostrophe turns one into text. Numbers stay numbers. Source:
 * OWASP, "CSV Injection".
 */
function escapeFormulas(text: string): string {
  const inside = text.replace(INNER_FORMULA, "$1'")
  return LEADING_FORMULA.test(text) ? `'${inside}` : inside
}
