/**
 * Bit streams with the two number codes of a block, both for non-negative integers below 2^53:
 *
 * - Elias delta for single numbers: the length of the length, the length, the number. Short for small numbers.
 * - Rice for many numbers of a similar size: the number divided by 2^k in unary, then its k low bits.
 *
 * Sources: Elias, "Universal codeword sets and representations of the integers", 1975. Rice, "Some practical universal
 * noiseless coding techniques", JPL 79-22, 1979.
 */

/** Largest `k` of a Rice code. */
export const MAX_RICE_BITS = 20

/** Quotients from here on are written as this many ones and the number in Elias delta, so no number is long. */
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
export function measureRice(value: number, k: number): number {
  const quotient = Math.floor(value / 2 ** k)
  return quotient < MAX_QUOTIENT ? quotient + 1 + k : MAX_QUOTIENT + measureNumber(value)
}

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
    const quotient = Math.floor(value / 2 ** k)
    if (quotient >= MAX_QUOTIENT) {
      this.write(2 ** MAX_QUOTIENT - 1, MAX_QUOTIENT)
      this.writeNumber(value)
      return
    }
    this.write(2 ** (quotient + 1) - 2, quotient + 1)
    this.write(value - quotient * 2 ** k, k)
  }

  writeBytes(bytes: Uint8Array): void {
    for (const byte of bytes) this.write(byte, 8)
  }

  /** Fills the last byte with zeros. */
  finish(): Uint8Array {
    if (this.#pendingBits > 0) this.write(0, 8 - this.#pendingBits)
    return this.#bytes.subarray(0, this.#length)
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
  readonly #bytes: Uint8Array
  #at: number
  #pending = 0
  #pendingBits = 0

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes
    this.#at = at
  }

  read(bits: number): number {
    if (bits > MAX_BITS_AT_ONCE)
      return this.read(bits - MAX_BITS_AT_ONCE) * 2 ** MAX_BITS_AT_ONCE + this.read(MAX_BITS_AT_ONCE)
    while (this.#pendingBits < bits) {
      if (this.#at === this.#bytes.length) throw new RangeError('the bits end too early')
      this.#pending = (this.#pending << 8) | this.#bytes[this.#at++]!
      this.#pendingBits += 8
    }
    this.#pendingBits -= bits
    const value = this.#pending >>> this.#pendingBits
    this.#pending &= 2 ** this.#pendingBits - 1
    return value
  }

  readNumber(): number {
    let bitsOfBits = 1
    while (this.read(1) === 0) bitsOfBits++
    // The first bit of the length ended the zeros
    const bits = bitsOfBits > 6 ? 0 : 2 ** (bitsOfBits - 1) + this.read(bitsOfBits - 1)
    if (bits === 0 || bits > 53) throw new RangeError('a number is too long')
    return 2 ** (bits - 1) + this.read(bits - 1) - 1
  }

  readRice(k: number): number {
    let quotient = 0
    while (quotient < MAX_QUOTIENT && this.read(1) === 1) quotient++
    return quotient === MAX_QUOTIENT ? this.readNumber() : quotient * 2 ** k + this.read(k)
  }

  readBytes(length: number): Uint8Array {
    if (length > this.#bytes.length) throw new RangeError('the bits end too early')
    return Uint8Array.from({ length }, () => this.read(8))
  }
}
