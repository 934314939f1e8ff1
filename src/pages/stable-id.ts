/** Stable unique IDs: the same input always gives the same ID. They serve no other purpose. */
import { createHash } from 'node:crypto'

const hashText = (text: string): Buffer => createHash('sha256').update(`watchkeeper ${text}`).digest()

/** Derives a UUID from a text. Source: RFC 9562, section 5.8 (version 8) */
export function toStableUuid(text: string): string {
  const bytes = hashText(text).subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
