/**
 * A login that ends a check of a MySQL or MariaDB server. After 100 connections without a login, the server locks the
 * address of the client out (`max_connect_errors`). A login with a wrong name does not count. Pure.
 */

/** Type of a packet, its first byte after the header. Source: MySQL's client/server protocol, "Connection Phase". */
const GREETING = 0x0a
const SWITCH_REQUEST = 0xfe

const HEADER_BYTES = 4

/** The server's log names it. It needs no account. */
const USER = 'watchkeeper'

/** CLIENT_LONG_PASSWORD, CLIENT_PROTOCOL_41, CLIENT_SECURE_CONNECTION and CLIENT_PLUGIN_AUTH. */
const CAPABILITIES = 0x1 | 0x200 | 0x8000 | 0x80000

const MAX_PACKET_BYTES = 2 ** 24
const UTF8MB4 = 45
const RESERVED_BYTES = 23

/** Returns whether bytes begin with the greeting of a MySQL server: packet 0, protocol 10, a version as text. */
export const isMysqlGreeting = (bytes: Buffer): boolean =>
  bytes.length > HEADER_BYTES + 2 &&
  bytes[3] === 0 &&
  bytes[4] === GREETING &&
  /^\d+\./.test(bytes.toString('latin1', 5, 16))

/** Returns the answer to a packet of the server; null when the login has ended. */
export function createMysqlAnswer(bytes: Buffer): Buffer | null {
  const next = (bytes[3] ?? 0) + 1
  if (isMysqlGreeting(bytes)) return toPacket(next, createLogin(bytes))
  return bytes[HEADER_BYTES] === SWITCH_REQUEST ? toPacket(next, Buffer.alloc(0)) : null
}

/** @param greeting its last text is the method of authentication that the server prefers */
function createLogin(greeting: Buffer): Buffer {
  const [, method = 'mysql_native_password'] = /([a-z0-9_]+)\0?$/.exec(greeting.toString('latin1')) ?? []
  const head = Buffer.alloc(9)
  head.writeUInt32LE(CAPABILITIES, 0)
  head.writeUInt32LE(MAX_PACKET_BYTES, 4)
  head.writeUInt8(UTF8MB4, 8)
  // After the name, an answer of length 0
  return Buffer.concat([head, Buffer.alloc(RESERVED_BYTES), Buffer.from(`${USER}\0\0${method}\0`)])
}

function toPacket(sequence: number, payload: Buffer): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUIntLE(payload.length, 0, 3)
  header.writeUInt8(sequence & 0xff, 3)
  return Buffer.concat([header, payload])
}
