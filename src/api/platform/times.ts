/** The two time formats of the API. Inside, every time is Unix milliseconds. */

/** @returns `2026-01-31T12:00:00.000Z` */
export const toIso = (at: number): string => new Date(at).toISOString()

export const toIsoOrNull = (at: number | null): string | null => (at === null ? null : toIso(at))

/** Returns whole Unix seconds, the time format of monitors. */
export const toSeconds = (at: number): number => Math.floor(at / 1000)

/** @param iso already validated by the schema `IsoTime` */
export const parseIso = (iso: string): number => Date.parse(iso)
