/**
 * DNS names as text: labels between dots, `\.` for a dot within a label and `\DDD` for an unprintable byte. Source: RFC
 * 1035, section 5.1. Pure.
 */

/** Maximum bytes of a name in a message, and of one of its labels. Source: RFC 1035, section 2.3.4 */
export const MAX_NAME_BYTES = 255
export const MAX_LABEL_BYTES = 63

/** Lowercase name without its trailing dot, for comparisons. */
export const normalizeName = (name: string): string =>
  name.length > 1 && name.endsWith('.') ? name.slice(0, -1).toLowerCase() : name.toLowerCase()

/** Text of one label; `bytes` holds one character for each byte. */
export const formatLabel = (bytes: string): string =>
  PLAIN_LABEL.test(bytes) ? bytes : bytes.replace(ODD_BYTE, escapeByte)

const PLAIN_LABEL = /^[\w-]+$/

/** Dots, backslashes, and bytes that are not printable ASCII. */
const ODD_BYTE = /[^!-~]|[.\\]/g

const escapeByte = (byte: string): string => (byte === '.' || byte === '\\' ? `\\${byte}` : formatDecimalEscape(byte))

/** `\009` */
export const formatDecimalEscape = (byte: string): string => `\\${String(byte.charCodeAt(0)).padStart(3, '0')}`

/**
 * Writes a name into a message.
 *
 * @param name as text; '.' is the root
 * @returns the offset of its end
 * @throws RangeError when it does not fit, or has an invalid label
 */
export function writeName(name: string, packet: Buffer, start: number): number {
  if (name === '.') return packet.writeUInt8(0, start)
  let at = start
  for (const label of name.includes('\\') ? splitLabels(name) : name.split('.')) {
    if (label.length === 0 || label.length > MAX_LABEL_BYTES || at + label.length + 2 > start + MAX_NAME_BYTES)
      throw new RangeError(`not a valid name: ${name}`)
    packet[at] = label.length
    packet.write(label, at + 1, 'latin1')
    at += label.length + 1
  }
  return packet.writeUInt8(0, at)
}

/** Labels of a name, one character for each byte. */
const splitLabels = (name: string): string[] =>
  (name.match(/(?:\\.|[^\\.])+/gs) ?? []).map((label) => label.replace(/\\(\d{3})|\\(.)/gs, decodeEscape))

const decodeEscape = (_: string, digits: string | undefined, character: string): string =>
  digits === undefined ? character : String.fromCharCode(Number(digits))

/** Whether the name can be queried. */
export function isDnsName(name: string): boolean {
  if (!PRINTABLE.test(name)) return false
  try {
    writeName(name, SCRATCH, 0)
    return true
  } catch {
    return false
  }
}

const PRINTABLE = /^[!-~]+$/

const SCRATCH = Buffer.alloc(MAX_NAME_BYTES)

/** Source: RFC 6761, section 6.3 */
export const isLocalhost = (name: string): boolean => name === 'localhost' || name.endsWith('.localhost')

export function countDots(name: string): number {
  let dots = 0
  for (let at = name.indexOf('.'); at !== -1; at = name.indexOf('.', at + 1)) dots++
  return dots
}
