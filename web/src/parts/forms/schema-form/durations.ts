/** Durations in the most readable unit. */

export type Unit = 'ms' | 's' | 'min' | 'h' | 'd'

/** Milliseconds per unit of a field, for units of time. */
export const UNIT_MS: Readonly<Record<string, number>> = { milliseconds: 1, seconds: 1_000, minutes: 60_000 }

const STEPS: Readonly<Record<string, Readonly<Partial<Record<Unit, number>>>>> = {
  milliseconds: { ms: 1, s: 1_000 },
  seconds: { s: 1, min: 60, h: 3_600, d: 86_400 },
  minutes: { min: 1, h: 60, d: 1_440 },
}

/** Lists the units for a field, each with its size in the field's own unit; empty if the field is no duration. */
export const listUnits = (unit: string | null): readonly (readonly [Unit, number])[] =>
  Object.entries(STEPS[unit ?? ''] ?? {}) as [Unit, number][]

/** Returns the largest unit that gives a exact number. */
export function chooseUnit(value: number, unit: string | null): Unit | null {
  const units = listUnits(unit)
  const exact = units.filter(([, size]) => value !== 0 && value % size === 0)
  return (exact.at(-1) ?? units[0])?.[0] ?? null
}
