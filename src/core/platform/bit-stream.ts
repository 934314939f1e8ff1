/**
 * Bit streams with two number codes, both for non-negative integers below 2^53:
 *
 * - Elias delta for single numbers: the length of the length, the length, the number. Short for small numbers.
 * - Rice for many numbers of a similar size: the number divided by 2^k in unary, then its k low bits.
 *
 * Sources: Elias, "Universal codeword sets and representations of the integers", 1975. Rice, "Some practical universal
 * noiseless coding techniques", JPL 79-22, 1979.
 */

/** Largest `k` of a Rice code. */
export const MAX_RICE_BITS = 24

/**
 * Quotients from here on are written as this many ones and the number in Elias delta, so no number is long. Smaller
 * quotients belong to numbers below 2^31, which need no slow arithmetic.
 */
const MAX_QUOTIENT = 20

/** Maximum number of bits that one 32-bit operation can add to the 7 bits that do not fill a byte yet. */
const MAX_BITS_AT_ONCE = 24

/** @returns length in bits of a number below 2^53; 0 for 0 */
function countBits(value: number): number {
  return value < 2 ** 32 ? 32 - Math.clz32(value) : 64 - Math.clz32(Math.floor(value / 2 ** 32))
}

/** Bits that `writeNumber` takes. */
export function measureNumber(value: number): number {
  const bits = countBits(value + 1)
  return 2 * countBits(bits) - 1 + bits - 1
}

/** Bits that `writeRice` takes. */
export const measureRice = (value: number, k: number): number =>
  value < MAX_QUOTIENT << k ? (value >>> k) + 1 + k : MAX_QUOTIENT + measureNumber(value)

export class BitWriter {
  #bytes = new Uint8Array(512)
  #length = 0
  #pending = 0
  #pendingBits = 0

  /** @param bits at most 53; `value` has no more */
  write(value: number, bits: number): void {
    if (bits > MAX_BITS_AT_ONCE) {
      const high = Math.floor(value / 2 ** MAX_BITS_AT_ONCE)
      this.write(high, bits - MAX_BITS_AT_ONCE)
      this.write(value - high * 2 ** MAX_BITS_AT_ONCE, MAX_BITS_AT_ONCE)
      return
    }
    this.#pending = (this.#pending << bits) | value
    this.#pendingBits += bits
    while (this.#pendingBits >= 8) {
      this.#pendingBits -= 8
      this.#append(this.#pending >>> this.#pendingBits)
    }
    this.#pending &= 0x7f
  }

  writeNumber(value: number): void {
    const bits = countBits(value + 1)
    const bitsOfBits = countBits(bits)
    this.write(0, bitsOfBits - 1)
    this.write(bits, bitsOfBits)
    this.write(value + 1 - 2 ** (bits - 1), bits - 1)
  }

  writeRice(value: number, k: number): void {
    if (value >= MAX_QUOTIENT << k) {
      this.write((1 << MAX_QUOTIENT) - 1, MAX_QUOTIENT)
      this.writeNumber(value)
      return
    }
    const quotient = value >>> k
    this.write((2 << quotient) - 2, quotient + 1)
    this.write(value & ((1 << k) - 1), k)
  }

  writeBytes(bytes: Uint8Array): void {
    for (const byte of bytes) this.write(byte, 8)
  }

  /** Fills the last byte with zeros. */
  finish(): Uint8Array {
    if (this.#pendingBits > 0) this.write(0, 8 - this.#pendingBits)
    return this.#bytes.slice(0, this.#length)
  }

  #append(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const longer = new Uint8Array(2 * this.#length)
      longer.set(this.#bytes)
      this.#bytes = longer
    }
    this.#bytes[this.#length++] = byte
  }
}

/** Reads the bits of a `BitWriter`. All methods throw a RangeError when the bits end too early or make no number. */
export class BitReader {
  /** With zeros after the end, so that any bit may be the first of 32. */
  readonly #bytes: Uint8Array
  /** In bits. */
  #at = 0
  readonly #end: number

  constructor(bytes: Uint8Array) {
    this.#bytes = new Uint8Array(bytes.length + 8)
    this.#bytes.set(bytes)
    this.#end = 8 * bytes.length
  }

  read(bits: number): number {
    if (bits > MAX_BITS_AT_ONCE)
      return this.read(bits - MAX_BITS_AT_ONCE) * 2 ** MAX_BITS_AT_ONCE + this.read(MAX_BITS_AT_ONCE)
    if (bits === 0) return 0
    const value = this.#peek() >>> (32 - bits)
    this.#skip(bits)
    return value
  }

  readNumber(): number {
    const bitsOfBits = Math.clz32(this.#peek()) + 1
    if (bitsOfBits > 6) throw new RangeError('a number is too long')
    this.#skip(bitsOfBits - 1)
    const bits = this.read(bitsOfBits)
    if (bits > 53) throw new RangeError('a number is too long')
    return 2 ** (bits - 1) + this.read(bits - 1) - 1
  }

  readRice(k: number): number {
    const ones = Math.clz32(~this.#peek())
    if (ones >= MAX_QUOTIENT) {
      this.#skip(MAX_QUOTIENT)
      return this.readNumber()
    }
    this.#skip(ones + 1)
    return (ones << k) + this.read(k)
  }

  readBytes(length: number): Uint8Array {
    if (length > this.#end) throw new RangeError('the bits end too early')
    const bytes = new Uint8Array(length)
    for (let i = 0; i < length; i++) bytes[i] = this.read(8)
    return bytes
  }

  /** @returns the next 32 bits */
  #peek(): number {
    const first = this.#at >>> 3
    const skipped = this.#at & 7
    const bytes = this.#bytes
    const word = (bytes[first]! << 24) | (bytes[first + 1]! << 16) | (bytes[first + 2]! << 8) | bytes[first + 3]!
    return (word << skipped) | (bytes[first + 4]! >>> (8 - skipped))
  }

  #skip(bits: number): void {
    this.#at += bits
    if (this.#at > this.#end) throw new RangeError('the bits end too early')
  }
}
