/** Time-based one-time passwords: SHA-1, six digits, 30 s, as every authenticator expects. Source: RFC 6238 */
import { createHmac, timingSafeEqual } from 'node:crypto'

const STEP_MS = 30_000
const DIGITS = 6

/** Tolerated clock difference in time steps, in both directions. Source: RFC 6238, section 5.2 */
const SKEW_STEPS = 1

// Source: RFC 4648, section 6
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** @param bytes length is a multiple of five, so that the text needs no padding */
export const toBase32 = (bytes: Buffer): string =>
  toBits(bytes, 8)
    .match(/.{5}/g)!
    .map((bits) => BASE32[Number.parseInt(bits, 2)])
    .join('')

const decodeBase32 = (text: string): Buffer => {
  const values = [...text].map((letter) => BASE32.indexOf(letter))
  return Buffer.from(
    toBits(values, 5)
      .match(/.{8}/g)!
      .map((bits) => Number.parseInt(bits, 2)),
  )
}

const toBits = (values: Iterable<number>, width: number): string =>
  [...values].map((value) => value.toString(2).padStart(width, '0')).join('')

/**
 * @param secret Base32
 * @returns the URI that an authenticator scans
 */
export const formatTotpUri = (issuer: string, account: string, secret: string): string =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}` +
  `?issuer=${encodeURIComponent(issuer)}&secret=${secret}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / 1000}`

/**
 * @param secret Base32
 * @param code as entered; spaces are ignored
 * @param at Unix ms
 * @returns its time step; null when no step around `at` matches
 */
export function findTotpStep(secret: string, code: string, at: number): number | null {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const key = decodeBase32(secret)
  const current = Math.floor(at / STEP_MS)
  for (let step = current - SKEW_STEPS; step <= current + SKEW_STEPS; step++)
    if (timingSafeEqual(Buffer.from(token), Buffer.from(computeCode(key, step)))) return step
  return null
}

/** Source: RFC 4226, section 5.3 */
function computeCode(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', key).update(counter).digest()
  const offset = digest.at(-1)! & 0xf
  return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS).padStart(DIGITS, '0')
}
