/** The form of what probes prove themselves with. */

/** A prefix by which people and scanners know it, and 256 bits. */
const PROBE_TOKEN = /^wkp_[A-Za-z0-9_-]{43}$/

export const isProbeToken = (text: string): boolean => PROBE_TOKEN.test(text)

/** @param random 32 bytes */
export const formatProbeToken = (random: Buffer): string => `wkp_${random.toString('base64url')}`
