/** Bytes that come in pieces. Doubles its room, so that a stream of tiny pieces stays cheap. */
export class GrowingBuffer {
  private room: Buffer
  length = 0

  constructor(firstBytes: number) {
    this.room = Buffer.allocUnsafe(firstBytes)
  }

  append(bytes: Buffer, from: number, to: number): void {
    const needed = this.length + to - from
    if (needed > this.room.length) this.grow(needed)
    bytes.copy(this.room, this.length, from, to)
    this.length = needed
  }

  /** What came so far. Shares memory: valid until the next `append`. */
  bytes(): Buffer {
    return this.room.subarray(0, this.length)
  }

  private grow(needed: number): void {
    const room = Buffer.allocUnsafe(Math.max(needed, this.room.length * 2))
    this.room.copy(room, 0, 0, this.length)
    this.room = room
  }
}
