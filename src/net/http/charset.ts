/** Decodes bytes to text. Pure. */

/** Bytes of a document that are searched for an encoding declaration. Source: HTML standard, "prescan a byte stream" */
const PRESCAN_BYTES = 1024

const BYTE_ORDER_MARKS: [label: string, bytes: number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
]

/**
 * Decodes a body. A byte order mark is unambiguous, so it comes first (Encoding standard, "decode"); then the header,
 * the document and UTF-8. Unknown labels are skipped. Invalid sequences become U+FFFD.
 *
 * @param isCut the body was truncated: an incomplete character at its end is left out
 */
export function decodeText(body: Buffer, contentType: string | undefined, isCut = false): string {
  const decoder =
    findDecoder(findByteOrderMark(body)) ??
    findDecoder(findHeaderCharset(contentType)) ??
    findDecoder(findDocumentCharset(body))
  return isCut ? decodeBeginning(decoder ?? UTF_8, body) : (decoder ?? UTF_8).decode(body)
}

function decodeBeginning(decoder: TextDecoder, body: Buffer): string {
  const text = decoder.decode(body, { stream: true })
  // Discards an incomplete character before the next body
  decoder.decode()
  return text
}

const UTF_8 = new TextDecoder('utf-8')

/** Decoders by label. Only known labels are stored, and there are about two hundred. */
const DECODERS = new Map<string, TextDecoder>()

function findDecoder(label: string | undefined): TextDecoder | undefined {
  if (label === undefined) return undefined
  const known = DECODERS.get(label)
  if (known) return known
  try {
    const decoder = new TextDecoder(label)
    DECODERS.set(label, decoder)
    return decoder
  } catch {
    return undefined
  }
}

const findByteOrderMark = (body: Buffer): string | undefined =>
  BYTE_ORDER_MARKS.find(([, bytes]) => bytes.every((byte, at) => body[at] === byte))?.[0]

const findHeaderCharset = (contentType: string | undefined): string | undefined =>
  contentType && /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1]?.toLowerCase()

function findDocumentCharset(body: Buffer): string | undefined {
  const start = body.toString('latin1', 0, PRESCAN_BYTES)
  const meta = /<meta\s[^>]*?charset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(start)?.[1]
  const label = (meta ?? /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"']+)["']/.exec(start)?.[1])?.toLowerCase()
  // A declaration that is readable as ASCII is not in UTF-16. Source: HTML standard, the same section
  return label?.startsWith('utf-16') ? 'utf-8' : label
}
