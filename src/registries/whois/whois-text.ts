/** From the bytes of a WHOIS answer to text: the protocol has no word for the encoding (RFC 3912, section 4). Pure. */

/** ISO-2022-JP switches to Japanese with one of these, and is otherwise ASCII. Source: RFC 1468 */
const ESCAPES_TO_JAPANESE = ['\x1b$@', '\x1b$B']

const UTF_8 = new TextDecoder('utf-8', { fatal: true })

/** @param charset what the registry uses when it is not UTF-8; every byte is some character of windows-1252 */
export function decodeWhois(bytes: Buffer, charset = 'windows-1252'): string {
  if (ESCAPES_TO_JAPANESE.some((sequence) => bytes.includes(sequence)))
    return new TextDecoder('iso-2022-jp').decode(bytes)
  try {
    return UTF_8.decode(bytes)
  } catch {
    return new TextDecoder(charset).decode(bytes)
  }
}
