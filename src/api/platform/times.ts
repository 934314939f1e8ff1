/** The API's two ways to write a time. Inside, every time is Unix milliseconds. */

/** @returns `2026-01-31T12:00:00.000Z` */
export const toIso = (at: number): string => new Date(at).toISOString()

export const toIsoOrNull = (at: number | null): string | null => (at === null ? null : toIso(at))

/** Whole Unix seconds, as monitors have them. */
export const toSeconds = (at: number): number => Math.floor(at / 1000)

/** @param iso already judged by the schema `IsoTime` */
export const parseIso = (iso: string): number => Date.parse(iso)
