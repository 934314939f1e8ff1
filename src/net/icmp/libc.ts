/**
 * The few functions of the C library that ICMP needs and Node does not offer: sockets of other kinds than TCP and UDP.
 * Numbers and layouts are those of Linux on 64-bit machines that count low bytes first, and nothing else is promised.
 */
import { endianness } from 'node:os'
import { getSystemErrorName } from 'node:util'

export interface Libc {
  /** @returns a descriptor, or the name of the error */
  openSocket(domain: number, type: number, protocol: number): number | string
  /** @returns the name of the error; null when it is set */
  setOption(socket: number, level: number, name: number, value: Buffer): string | null
  /** Does not wait. @returns the name of the error; null when it is on its way */
  send(socket: number, packet: Buffer, to: Buffer): string | null
  /** Does not wait. @returns what came, valid until the next call, or the name of the error */
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

/** Bytes; more than any echo of ours with all headers. */
const PACKET_ROOM = 2_048
const NAME_ROOM = 28
const CONTROL_ROOM = 512

/** struct msghdr and struct iovec, by the offset of their fields. */
const MSGHDR = { bytes: 56, name: 0, nameLength: 8, iov: 16, iovLength: 24, control: 32, controlLength: 40 }
const IOVEC = { bytes: 16, base: 0, length: 8 }

const POLLIN = 1
const POLLFD_BYTES = 8

/** Memory that stays where it is: small buffers may lie where the garbage collector moves things. */
const createBuffer = (bytes: number): Buffer => Buffer.from(new ArrayBuffer(bytes))

/** Cuts piece after piece off a buffer. */
function toSlicer(whole: Buffer): (bytes: number) => Buffer {
  let end = 0
  return (bytes) => {
    end += bytes
    return whole.subarray(end - bytes, end)
  }
}

let loaded: Promise<Libc | string> | null = null

/** Loaded when first asked for: most probes never send a ping. @returns why there is none for us, otherwise */
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
  // The program itself, which is linked to the C library whatever that is called here
  const program = koffi.load(null)
  const socket = program.func('int socket(int, int, int)')
  const setsockopt = program.func('int setsockopt(int, int, int, void *, uint32_t)')
  const sendto = program.func('intptr_t sendto(int, void *, size_t, int, void *, uint32_t)')
  const recvmsg = program.func('intptr_t recvmsg(int, void *, int)')
  const poll = program.func('int poll(void *, unsigned long, int)')
  const close = program.func('int close(int)')

  // One call at a time, and what it fills is used before the next. All in one piece of memory: whoever holds a part of
  // it keeps the rest from being collected, to which only addresses lead
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
      header.writeBigUInt64LE(BigInt(CONTROL_ROOM), MSGHDR.controlLength)
      const length: number = recvmsg(fd, header, flags | MSG_DONTWAIT)
      if (length < 0) return failure()
      return {
        packet: packet.subarray(0, length),
        from: name.subarray(0, header.readUInt32LE(MSGHDR.nameLength)),
        control: control.subarray(0, Number(header.readBigUInt64LE(MSGHDR.controlLength))),
      }
    },
    poll(fds, timeoutMs, done) {
      const list = createBuffer(POLLFD_BYTES * fds.length)
      fds.forEach((fd, i) => {
        list.writeInt32LE(fd, i * POLLFD_BYTES)
        list.writeInt16LE(POLLIN, i * POLLFD_BYTES + 4)
      })
      // What the other thread reads must stay alive until it is done
      poll.async(list, fds.length, timeoutMs, () => done(list))
    },
    close: (fd) => void close(fd),
  }
}
