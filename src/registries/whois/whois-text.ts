/** Decodes a WHOIS answer: the protocol does not state an encoding (RFC 3912, section 4). Pure. */

/** ISO-2022-JP switches to Japanese with one of these, and is otherwise ASCII. Source: RFC 1468 */
const ESCAPES_TO_JAPANESE = ['\x1b$@', '\x1b$B']

const UTF_8 = new TextDecoder('utf-8', { fatal: true })

/** @param charset encoding of the registry when it is not UTF-8; every byte is a valid character of windows-1252 */
export function decodeWhois(bytes: Buffer, charset = 'windows-1252'): string {
  if (ESCAPES_TO_JAPANESE.some((sequence) => bytes.includes(sequence)))
    return new TextDecoder('iso-2022-jp').decode(bytes)
  try {
    return UTF_8.decode(bytes)
  } catch {
    return new TextDecoder(charset).decode(bytes)
  }
}
