/** Reads a DNS message from start to end. Malformed data throws a RangeError. Pure. */
import { formatLabel, MAX_LABEL_BYTES, MAX_NAME_BYTES } from './dns-name.ts'

/** The two highest bits of a length mark a pointer to an earlier name. Source: RFC 1035, section 4.1.4 */
const POINTER = 0xc0

/** The longest possible name has 127 labels. More pointers than that only keep a reader busy. */
const MAX_POINTERS = 127

export class DnsReader {
  readonly packet: Buffer
  at: number

  constructor(packet: Buffer, at: number) {
    this.packet = packet
    this.at = at
  }

  readU8(): number {
    return this.packet.readUInt8(this.move(1))
  }

  readU16(): number {
    return this.packet.readUInt16BE(this.move(2))
  }

  readU32(): number {
    return this.packet.readUInt32BE(this.move(4))
  }

  /** A view; not a copy. */
  readBytes(length: number): Buffer {
    const start = this.move(length)
    if (length < 0 || this.at > this.packet.length) throw new RangeError('the message ends too soon')
    return this.packet.subarray(start, this.at)
  }

  /** The name unchanged, including upper case. */
  readName(): string {
    const { packet } = this
    let text = ''
    let at = this.at
    let end = -1
    let start = at
    let bytes = 1
    let pointers = 0
    for (let length = packet.readUInt8(at++); length !== 0; length = packet.readUInt8(at++)) {
      if (length >= POINTER) {
        const to = packet.readUInt16BE(at - 1) & 0x3fff
        if (to >= start || ++pointers > MAX_POINTERS) throw new RangeError('a name with an invalid pointer')
        if (end === -1) end = at + 1
        at = start = to
        continue
      }
      bytes += length + 1
      if (length > MAX_LABEL_BYTES || bytes > MAX_NAME_BYTES || at + length > packet.length)
        throw new RangeError('an invalid name')
      const label = formatLabel(packet.toString('latin1', at, at + length))
      text = text === '' ? label : `${text}.${label}`
      at += length
    }
    this.at = end === -1 ? at : end
    return text === '' ? '.' : text
  }

  /** Skips a name without reading it. */
  skipName(): void {
    for (let length = this.readU8(); length !== 0; length = this.readU8()) {
      this.move(length >= POINTER ? 1 : length)
      if (length >= POINTER) return
    }
  }

  private move(bytes: number): number {
    const { at } = this
    this.at += bytes
    return at
  }
}
