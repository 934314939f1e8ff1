/** Tables for spreadsheets. Source: RFC 4180. */

export type Cell = string | number | null

/** A line with its end. Nothing is an empty cell. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(',')}\r\n`

function cellOf(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = harmless(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Spreadsheets run what begins like a formula; an apostrophe before it says that it is text. Source: OWASP, "CSV Injection". */
const harmless = (text: string): string => (/^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text)
