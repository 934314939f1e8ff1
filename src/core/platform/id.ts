import type { UnixMs } from './time/time.ts'

/**
 * Creates a UUID version 7: sorted by time, unique by chance. Source: RFC 9562, section 5.7.
 *
 * @param random at least 10 random bytes
 * @returns 36 lower-case characters
 */
export function createUuidV7(at: UnixMs, random: Uint8Array): string {
  const bytes = new Uint8Array(16)
  for (let i = 5, rest = at; i >= 0; i--, rest = Math.floor(rest / 256)) bytes[i] = rest % 256
  bytes.set(random.subarray(0, 10), 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** A UUID of any version. */
const UUID_PATTERN = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'
const UUID = new RegExp(UUID_PATTERN)
export const isUuid = (text: string): boolean => UUID.test(text)
