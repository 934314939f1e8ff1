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
   * @returns the packet, valid until the next call, or the name of the error
   */
  receive(socket: number, flags: number): Received | string
  /** Waits on a thread of the pool, then calls `done`. */
  poll(sockets: readonly number[], timeoutMs: number, done: (keptAlive: unknown) => void): void
  close(socket: number): void
}

export interface Received {
  packet: Buffer
  /** A sockaddr. */
  from: Buffer
  /** Control messages. */
  control: Buffer
}

const MSG_DONTWAIT = 0x40

/** Bytes; more than any echo of this probe with all headers. */
const PACKET_ROOM = 2_048
const NAME_ROOM = 28
const CONTROL_ROOM = 512

/** Field offsets of struct msghdr and struct iovec. */
const MSGHDR = { bytes: 56, name: 0, nameLength: 8, iov: 16, iovLength: 24, control: 32, controlLength: 40 }
const IOVEC = { bytes: 16, base: 0, length: 8 }

const POLLIN = 1
const POLLFD_BYTES = 8

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
  const recvmsg = program.func('intptr_t recvmsg(int, void *, int)')
  const poll = program.func('int poll(void *, unsigned long, int)')
  const close = program.func('int close(int)')

  // One call runs at a time, and its results are used before the next. All structures share one block of memory: any
  // reference to a part keeps the rest, which is reachable only by address, from being collected
  const room = toSlicer(createBuffer(MSGHDR.bytes + IOVEC.bytes + NAME_ROOM + CONTROL_ROOM + PACKET_ROOM))
  const header = room(MSGHDR.bytes)
  const iovec = room(IOVEC.bytes)
  const control = room(CONTROL_ROOM)
  const packet = room(PACKET_ROOM)
  const name = room(NAME_ROOM)
  iovec.writeBigUInt64LE(koffi.address(packet), IOVEC.base)
  iovec.writeBigUInt64LE(BigInt(PACKET_ROOM), IOVEC.length)
  header.writeBigUInt64LE(koffi.address(name), MSGHDR.name)
  header.writeBigUInt64LE(koffi.address(iovec), MSGHDR.iov)
  header.writeBigUInt64LE(1n, MSGHDR.iovLength)
  header.writeBigUInt64LE(koffi.address(control), MSGHDR.control)

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
      header.writeUInt32LE(NAME_ROOM, MSGHDR.nameLength)
      // The upper half of the 64-bit length is always 0
      header.writeUInt32LE(CONTROL_ROOM, MSGHDR.controlLength)
      const length: number = recvmsg(fd, header, flags | MSG_DONTWAIT)
      if (length < 0) return failure()
      return {
        packet: packet.subarray(0, length),
        from: name.subarray(0, header.readUInt32LE(MSGHDR.nameLength)),
        control: control.subarray(0, header.readUInt32LE(MSGHDR.controlLength)),
      }
    },
    poll(fds, timeoutMs, done) {
      const list = createBuffer(POLLFD_BYTES * fds.length)
      fds.forEach((fd, i) => {
        list.writeInt32LE(fd, i * POLLFD_BYTES)
        list.writeInt16LE(POLLIN, i * POLLFD_BYTES + 4)
      })
      // Memory that the other thread reads must stay referenced until it has finished
      poll.async(list, fds.length, timeoutMs, () => done(list))
    },
    close: (fd) => void close(fd),
  }
}
