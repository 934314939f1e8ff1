/** Units and the edges of UTC hours and days. Everything inside counts Unix milliseconds. */
export const SECOND_MS = 1_000
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

/** The UTC hour that holds `at`, as its first millisecond. */
export const startOfHour = (at: number): number => at - (((at % HOUR_MS) + HOUR_MS) % HOUR_MS)

/** The UTC day that holds `at`, as its first millisecond. Unix time has no leap seconds, so days are equal. */
export const startOfDay = (at: number): number => at - (((at % DAY_MS) + DAY_MS) % DAY_MS)

/** @param at Unix ms */
export const formatIsoTime = (at: number): string => new Date(at).toISOString()
