/** Encryption of a push message for one device, so that the push service cannot read it. Source: RFC 8291 */
import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'

/** Keys of a device as its browser provides them, in base64url. */
export interface DeviceKeys {
  /** Public key of the device: an uncompressed point of P-256. */
  p256dh: string
  /** Secret that authenticates the sender to the device. */
  auth: string
}

const CURVE = 'prime256v1'
const SALT_BYTES = 16
const SECRET_BYTES = 32
const TAG_BYTES = 16

/** A message is a single record, so the record size only has to exceed it. Source: RFC 8188, section 2.1 */
const RECORD_SIZE = 4_096

/** Marks the end of the last record. Source: RFC 8188, section 2 */
const DELIMITER = Buffer.from([2])

/** Bytes of a payload that every push service accepts once it is encrypted. Source: RFC 8291, section 4 */
export const MAX_PAYLOAD_BYTES = 3_993

/**
 * Encrypts a payload with the content encoding `aes128gcm`.
 *
 * @param payload at most `MAX_PAYLOAD_BYTES`
 * @param sender fresh key pair of this message
 * @throws for a public key that is not a point of the curve
 */
export function encodePayload(
  payload: Buffer,
  device: DeviceKeys,
  sender: ECDH = createSender(),
  salt: Buffer = randomBytes(SALT_BYTES),
): Buffer {
  const publicKey = Buffer.from(device.p256dh, 'base64url')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender.getPublicKey()])
  const secret = derive(sender.computeSecret(publicKey), Buffer.from(device.auth, 'base64url'), info, SECRET_BYTES)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce, { authTagLength: TAG_BYTES })
  const text = Buffer.concat([cipher.update(payload), cipher.update(DELIMITER), cipher.final()])
  return Buffer.concat([salt, toHeader(sender.getPublicKey()), text, cipher.getAuthTag()])
}

/** The header of the encoding after the salt: record size, and the public key of the sender. */
function toHeader(publicKey: Buffer): Buffer {
  const sizes = Buffer.alloc(5)
  sizes.writeUInt32BE(RECORD_SIZE)
  sizes.writeUInt8(publicKey.length, 4)
  return Buffer.concat([sizes, publicKey])
}

function createSender(): ECDH {
  const sender = createECDH(CURVE)
  sender.generateKeys()
  return sender
}

const derive = (key: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes))

/** Whether a text is a public key that messages can be encrypted for. */
export function isPublicKey(p256dh: string): boolean {
  const sender = createSender()
  try {
    sender.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}
