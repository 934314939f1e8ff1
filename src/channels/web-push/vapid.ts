/** The key pair with which this service identifies itself to push services. Source: RFC 8292 */
import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { HOUR_MS, SECOND_MS, type UnixMs } from '../../core/platform/time/time.ts'

/** Both in base64url. A subscription of a browser is valid for one public key. */
export interface VapidKeys {
  /** An uncompressed point of P-256. */
  publicKey: string
  privateKey: string
}

/** An uncompressed point is this byte followed by both coordinates. */
const UNCOMPRESSED = Buffer.from([4])
const COORDINATE_BYTES = 32

export function createVapidKeys(): VapidKeys {
  const { x, y, d } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  const point = Buffer.concat([UNCOMPRESSED, Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')])
  return { publicKey: point.toString('base64url'), privateKey: d! }
}

/** Half of the permitted lifetime, so that clocks may differ. Source: RFC 8292, section 2 */
const LIFETIME_MS = 12 * HOUR_MS

/**
 * Returns the header `authorization` for one push service.
 *
 * @param endpoint URL of the subscription
 * @param contact URL at which the operator of a push service finds the operator of this service
 */
export async function createVapidHeader(
  { publicKey, privateKey }: VapidKeys,
  { endpoint, contact }: { endpoint: string; contact: string },
  now: UnixMs,
): Promise<string> {
  const { SignJWT } = await import('jose') // not needed at startup
  const point = Buffer.from(publicKey, 'base64url').subarray(UNCOMPRESSED.length)
  const x = point.subarray(0, COORDINATE_BYTES).toString('base64url')
  const y = point.subarray(COORDINATE_BYTES).toString('base64url')
  const key = createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y, d: privateKey } })
  const token = await new SignJWT({ aud: new URL(endpoint).origin, sub: contact })
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
    .setExpirationTime(Math.floor((now + LIFETIME_MS) / SECOND_MS))
    .sign(key)
  return `vapid t=${token}, k=${publicKey}`
}
