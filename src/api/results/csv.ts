/** Tables for spreadsheets. Source: RFC 4180. */

export type Cell = string | number | null

/** A line with its end. Nothing is an empty cell. */
export const formatCsvLine = (cells: readonly Cell[]): string => `${cells.map(formatCell).join(',')}\r\n`

function formatCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = escapeFormulas(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** `=`, `+`, `-` or `@`, in full width too, behind spaces or quotes. */
const FORMULA = '[\\s"\\u200b\\ufeff]*[=+\\-@\\uff1d\\uff0b\\uff0d\\uff20]'

/**
 * A spreadsheet of another locale divides cells at semicolons, tabs or bars, and then takes a quote within a cell for
 * text. So each of these begins a cell there, and so does a line break.
 */
const INNER_FORMULA = new RegExp(`([,;|\\t\\r\\n])(?=${FORMULA})`, 'g')
const LEADING_FORMULA = new RegExp(`^(?:${FORMULA}|[\\t\\r\\n])`)

/** Spreadsheets run formulas; an apostrophe before one makes it text. Numbers stay numbers. Source: OWASP, "CSV Injection". */
function escapeFormulas(text: string): string {
  const inside = text.replace(INNER_FORMULA, "$1'")
  return LEADING_FORMULA.test(text) ? `'${inside}` : inside
}
