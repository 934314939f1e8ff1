/** Format of the tokens by which probes authenticate. */

/** A prefix that people and scanners recognize, and 256 bits. */
const PROBE_TOKEN = /^wkp_[A-Za-z0-9_-]{43}$/

export const isProbeToken = (text: string): boolean => PROBE_TOKEN.test(text)

/** @param random 32 bytes */
export const formatProbeToken = (random: Buffer): string => `wkp_${random.toString('base64url')}`
