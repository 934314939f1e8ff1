/** Bytes that arrive in pieces. Doubles its capacity, so that a stream of tiny pieces stays cheap. */
export class GrowingBuffer {
  private storage: Buffer
  length = 0

  constructor(firstBytes: number) {
    this.storage = Buffer.allocUnsafe(firstBytes)
  }

  append(bytes: Buffer, from: number, to: number): void {
    const needed = this.length + to - from
    if (needed > this.storage.length) this.expand(needed)
    bytes.copy(this.storage, this.length, from, to)
    this.length = needed
  }

  /** The bytes so far. Shares memory: valid until the next `append`. */
  getBytes(): Buffer {
    return this.storage.subarray(0, this.length)
  }

  private expand(needed: number): void {
    const storage = Buffer.allocUnsafe(Math.max(needed, this.storage.length * 2))
    this.storage.copy(storage, 0, 0, this.length)
    this.storage = storage
  }
}
