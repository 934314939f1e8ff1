/** Units of time, and the boundaries of UTC hours and days. All internal times are Unix milliseconds. */
/** Milliseconds since 1970 in UTC. */
export type UnixMs = number

export const SECOND_MS = 1_000
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

/** Returns the first millisecond of the UTC hour that contains `at`. */
export const startOfHour = (at: number): number => at - (((at % HOUR_MS) + HOUR_MS) % HOUR_MS)

/**
 * Returns the first millisecond of the UTC day that contains `at`. Unix time has no leap seconds, so all days are
 * equal.
 */
export const startOfDay = (at: number): number => at - (((at % DAY_MS) + DAY_MS) % DAY_MS)

/** @param at Unix ms */
export const formatIsoTime = (at: number): string => new Date(at).toISOString()
