/** Output of benches. */

/**
 * @param sorted ascending
 * @param share 0 to 1
 */
export const getPercentile = (sorted: ArrayLike<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN

/** Formats with three significant digits, or all digits before the decimal point. */
export function formatFigure(value: number): string {
  if (!Number.isFinite(value)) return '-'
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US')
  return String(Number(value.toPrecision(3)))
}

export const formatRatio = (value: number, of: number): string =>
  Number.isFinite(value / of) ? `${(value / of).toFixed(2)}x` : '-'

/** Prints a table with numbers aligned right and text aligned left. */
export function printTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const cells = [head, ...rows.map((row) => row.map((cell) => (typeof cell === 'number' ? formatFigure(cell) : cell)))]
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)))
  const isNumber = head.map((_, column) => rows.every((row) => /^[-\d]/.test(String(row[column]))))
  for (const row of cells) {
    const line = row.map((cell, column) =>
      isNumber[column] ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!),
    )
    process.stdout.write(`${line.join('  ').trimEnd()}\n`)
  }
  process.stdout.write('\n')
}
