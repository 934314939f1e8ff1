/**
 * The C library functions for ICMP that Node does not offer: sockets other than TCP and UDP. Numbers and layouts are
 * valid for Linux on little-endian 64-bit machines. Other systems are not supported.
 */
import { endianness } from 'node:os'
import { getSystemErrorName } from 'node:util'

export interface Libc {
  /** @returns a descriptor, or the name of the error */
  openSocket(domain: number, type: number, protocol: number): number | string
  /** @returns the name of the error; null on success */
  setOption(socket: number, level: number, name: number, value: Buffer): string | null
  /**
   * Sends without blocking.
   *
   * @returns the name of the error; null when the packet was sent
   */
  send(socket: number, packet: Buffer, to: Buffer): string | null
  /**
   * Receives without blocking.
   *
   * @returns at most `MAX_RECEIVED` packets, or one entry of the error queue. Both are valid until the next call of
   * their kind. Otherwise the name of the error
   */
  receive(socket: number, flags: number): readonly Received[] | string
  close(socket: number): void
}

export interface Received {
  packet: Buffer
  /** A sockaddr. */
  from: Buffer
  /** Control messages except the time stamp. */
  control: Buffer
  /** How long the packet was in the socket's buffer, ms; 0 when the kernel recorded no time. */
  ageMs: number
}

/** Packets received by one call. */
export const MAX_RECEIVED = 32

/** Flag that reads the error queue. */
export const MSG_ERRQUEUE = 0x2000

const MSG_DONTWAIT = 0x40

/** Bytes; more than any echo of this probe with all headers. */
const PACKET_ROOM = 2_048
const NAME_ROOM = 28
const CONTROL_ROOM = 256

/** Field offsets of struct mmsghdr, which begins with a struct msghdr, and of struct iovec. */
const HEADER = {
  bytes: 64,
  name: 0,
  nameLength: 8,
  iov: 16,
  iovLength: 24,
  control: 32,
  controlLength: 40,
  received: 56,
}
const IOVEC = { bytes: 16, base: 0, length: 8 }

/** The control message with the time of arrival, always the first: struct cmsghdr, then a struct timespec. */
const STAMP = { bytes: 32, level: 8, type: 12, time: 16 }
const SOL_SOCKET = 1
const SO_TIMESTAMPNS = 35
const TIMESPEC = { bytes: 16, seconds: 0, nanoseconds: 8 }
const CLOCK_REALTIME = 0

/** Memory that is never moved: the garbage collector may move small buffers. */
const createBuffer = (bytes: number): Buffer => Buffer.from(new ArrayBuffer(bytes))

/** Returns a function that cuts consecutive pieces off a buffer. */
function toSlicer(whole: Buffer): (bytes: number) => Buffer {
  let end = 0
  return (bytes) => {
    end += bytes
    return whole.subarray(end - bytes, end)
  }
}

let loaded: Promise<Libc | string> | null = null

/**
 * Loads the library on first use: most probes never send a ping.
 *
 * @returns the library, or why it is unavailable
 */
export function loadLibc(): Promise<Libc | string> {
  loaded ??= load()
  return loaded
}

async function load(): Promise<Libc | string> {
  if (process.platform !== 'linux' || endianness() !== 'LE') return 'ICMP is supported on Linux only'
  try {
    return bind((await import('koffi')).default)
  } catch (error) {
    return `cannot load the library for ICMP sockets: ${error instanceof Error ? error.message : error}`
  }
}

function bind(koffi: typeof import('koffi')['default']): Libc {
  if (koffi.sizeof('void *') !== 8) throw new Error('not a 64-bit machine')
  // The program itself, which is linked to the C library whatever its file name
  const program = koffi.load(null)
  const socket = program.func('int socket(int, int, int)')
  const setsockopt = program.func('int setsockopt(int, int, int, void *, uint32_t)')
  const sendto = program.func('intptr_t sendto(int, void *, size_t, int, void *, uint32_t)')
  const recvmmsg = program.func('int recvmmsg(int, void *, unsigned int, int, void *)')
  const clockGettime = program.func('int clock_gettime(int, void *)')
  const close = program.func('int close(int)')

  // One call runs at a time, and its results are used before the next. All structures share one block of memory: any
  // reference to a part keeps the rest, which is reachable only by address, from being collected
  const slotBytes = HEADER.bytes + IOVEC.bytes + NAME_ROOM + CONTROL_ROOM + PACKET_ROOM
  const room = toSlicer(createBuffer((MAX_RECEIVED + 1) * slotBytes + TIMESPEC.bytes))
  const headers = room((MAX_RECEIVED + 1) * HEADER.bytes)
  const now = room(TIMESPEC.bytes)
  const slots = Array.from({ length: MAX_RECEIVED + 1 }, (_, index) => {
    const header = headers.subarray(index * HEADER.bytes, (index + 1) * HEADER.bytes)
    const [iovec, control, packet, name] = [room(IOVEC.bytes), room(CONTROL_ROOM), room(PACKET_ROOM), room(NAME_ROOM)]
    iovec.writeBigUInt64LE(koffi.address(packet), IOVEC.base)
    iovec.writeBigUInt64LE(BigInt(PACKET_ROOM), IOVEC.length)
    header.writeBigUInt64LE(koffi.address(name), HEADER.name)
    header.writeBigUInt64LE(koffi.address(iovec), HEADER.iov)
    header.writeBigUInt64LE(1n, HEADER.iovLength)
    header.writeBigUInt64LE(koffi.address(control), HEADER.control)
    return { header, control, packet, name }
  })
  const clear = ({ header }: (typeof slots)[number]) => {
    header.writeUInt32LE(NAME_ROOM, HEADER.nameLength)
    // The upper half of the 64-bit length is always 0
    header.writeUInt32LE(CONTROL_ROOM, HEADER.controlLength)
  }
  slots.forEach(clear)
  // An entry of the error queue may be read while packets are being delivered
  const errorSlot = { headers: headers.subarray(MAX_RECEIVED * HEADER.bytes), slots: slots.slice(MAX_RECEIVED) }
  const packetSlots = { headers, slots: slots.slice(0, MAX_RECEIVED) }

  const failure = (): string => getSystemErrorName(-koffi.errno())

  return {
    openSocket(domain, type, protocol) {
      const fd: number = socket(domain, type, protocol)
      return fd < 0 ? failure() : fd
    },
    setOption: (fd, level, option, value) =>
      setsockopt(fd, level, option, value, value.length) < 0 ? failure() : null,
    send: (fd, bytes, to) => (sendto(fd, bytes, bytes.length, MSG_DONTWAIT, to, to.length) < 0 ? failure() : null),
    receive(fd, flags) {
      const rooms = flags === MSG_ERRQUEUE ? errorSlot : packetSlots
      const count: number = recvmmsg(fd, rooms.headers, rooms.slots.length, flags | MSG_DONTWAIT, null)
      if (count < 0) return failure()
      clockGettime(CLOCK_REALTIME, now)
      return rooms.slots.slice(0, count).map((slot) => {
        const { header, control, packet, name } = slot
        const controlLength = header.readUInt32LE(HEADER.controlLength)
        const nameLength = header.readUInt32LE(HEADER.nameLength)
        clear(slot)
        const isStamped = hasStamp(control, controlLength)
        return {
          packet: packet.subarray(0, header.readUInt32LE(HEADER.received)),
          from: nameLength === NAME_ROOM ? name : name.subarray(0, nameLength),
          control: control.subarray(isStamped ? STAMP.bytes : 0, controlLength),
          ageMs: isStamped ? computeAgeMs(control, now) : 0,
        }
      })
    },
    close: (fd) => void close(fd),
  }
}

const hasStamp = (control: Buffer, length: number): boolean =>
  length >= STAMP.bytes &&
  control.readUInt32LE(STAMP.level) === SOL_SOCKET &&
  control.readUInt32LE(STAMP.type) === SO_TIMESTAMPNS

/** Both times are of the same clock. The lower half of the 64-bit seconds suffices until 2106. */
function computeAgeMs(control: Buffer, now: Buffer): number {
  const seconds = now.readUInt32LE(TIMESPEC.seconds) - control.readUInt32LE(STAMP.time + TIMESPEC.seconds)
  const nanoseconds = now.readUInt32LE(TIMESPEC.nanoseconds) - control.readUInt32LE(STAMP.time + TIMESPEC.nanoseconds)
  return seconds * 1_000 + nanoseconds / 1_000_000
}
