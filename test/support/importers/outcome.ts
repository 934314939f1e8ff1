import type { ImportResult } from '../../../src/importers/conversion.ts'

/** Returns the report of the item with this name as short lines: the outcome, then the reasons. */
export function findOutcome({ report }: ImportResult, name: string): string[] {
  const items = report.items.filter((item) => item.name === name)
  return items.flatMap(({ outcome, notes }) => [outcome, ...notes.map(({ reason }) => reason)])
}
