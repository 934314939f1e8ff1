import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EchoListener, IcmpSocket } from '../../../src/net/icmp/icmp-socket.ts'
import { type Libc, MAX_RECEIVED, MSG_ERRQUEUE, type Received } from '../../../src/net/icmp/libc.ts'

const SOCK_RAW = 3
const TARGET = [192, 0, 2, 7]

/** A system that permits the configured kinds of socket, and returns the configured answers. */
class System {
  readonly sent: Buffer[] = []
  readonly incoming: Received[] = []
  readonly errors: Received[] = []
  private lastRead: Received[] = []
  private readonly isRaw: boolean

  constructor(isRaw: boolean) {
    this.isRaw = isRaw
  }

  readonly libc: Libc = {
    openSocket: (_, type) => ((type & 3) === SOCK_RAW || !this.isRaw ? 3 : 'EACCES'),
    setOption: () => null,
    send: (_, packet) => {
      // A system reports earlier errors first
      if (this.errors.length > 0) return 'EHOSTUNREACH'
      this.sent.push(packet)
      return null
    },
    receive: (_, flags) => {
      if (flags === MSG_ERRQUEUE) return this.errors.length > 0 ? this.errors.splice(0, 1) : 'EAGAIN'
      // The memory of the last read is used again
      for (const { packet } of this.lastRead) packet.fill(0)
      this.lastRead = this.incoming.splice(0, MAX_RECEIVED)
      return this.lastRead.length > 0 ? this.lastRead : 'EAGAIN'
    },
    close: () => {},
  }
}

const sockaddr = (address: number[]): Buffer => Buffer.from([2, 0, 0, 0, ...address, 0, 0, 0, 0, 0, 0, 0, 0])

/** @param onReply called after each reply */
function open(isRaw: boolean, onReply = (_: IcmpSocket) => {}) {
  const system = new System(isRaw)
  const socket = IcmpSocket.open(system.libc, 4)
  assert.ok(socket instanceof IcmpSocket)
  const seen: unknown[] = []
  const payload = Buffer.from('noncenon and more')
  const waiter: EchoListener = {
    to: Buffer.from(TARGET),
    nonce: payload.subarray(0, 8),
    onReply: (sequence) => {
      seen.push(['reply', sequence])
      onReply(socket)
    },
    onError: (sequence, { message }, by) => seen.push([message, sequence, by]),
  }
  const send = () => socket.send(waiter, payload, 64) as number
  return { system, socket, seen, send }
}

/** A host's reply to a request, with an IP header on raw sockets. */
function reply(request: Buffer, isRaw: boolean, from = TARGET, change = (_: Buffer) => {}): Received {
  const packet = Buffer.from(request)
  packet[0] = 0
  change(packet)
  const header = Buffer.alloc(isRaw ? 20 : 0, 0x45)
  return { packet: Buffer.concat([header, packet]), from: sockaddr(from), control: Buffer.alloc(0), ageMs: 0 }
}

for (const isRaw of [true, false]) {
  const kind = isRaw ? 'a raw socket' : 'an unprivileged socket'

  test(`${kind} delivers a reply to the sender of the request, once`, () => {
    const { system, socket, seen, send } = open(isRaw)
    const sequence = send()
    system.incoming.push(reply(system.sent[0]!, isRaw), reply(system.sent[0]!, isRaw))
    socket.drain()
    assert.deepEqual(seen, [['reply', sequence]])
    assert.equal(socket.isWaiting, false)
  })

  test(`${kind} ignores replies from another host, with another number or with another payload`, () => {
    const { system, socket, seen, send } = open(isRaw)
    send()
    const request = system.sent[0]!
    const forgeries = [
      reply(request, isRaw, [192, 0, 2, 8]),
      reply(request, isRaw, TARGET, (packet) => packet.writeUInt16BE((packet.readUInt16BE(6) + 1) % 0x1_0000, 6)),
      reply(request, isRaw, TARGET, (packet) => packet.write('another!', 8)),
      { ...reply(request, isRaw), packet: request.subarray(0, 4) },
    ]
    system.incoming.push(...forgeries)
    socket.drain()
    assert.deepEqual([seen, socket.isWaiting], [[], true])
  })
}

test('replies of one read reach their pings although the first delivery reads again', () => {
  const { system, socket, seen, send } = open(false, (each) => each.drain())
  const sequences = [send(), send(), send()]
  system.incoming.push(...system.sent.map((request) => reply(request, false)))
  socket.drain()
  assert.deepEqual(
    seen,
    sequences.map((sequence) => ['reply', sequence]),
  )
})

test('a raw socket, which receives all replies, ignores replies with the id of another program', () => {
  const { system, socket, seen, send } = open(true)
  send()
  const otherId = (packet: Buffer) => packet.writeUInt16BE((packet.readUInt16BE(4) + 1) % 0x1_0000, 4)
  system.incoming.push(reply(system.sent[0]!, true, TARGET, otherId))
  socket.drain()
  assert.deepEqual(seen, [])
})

/**
 * An error as queued by the kernel: the request, its destination, and control messages with the reporting host and the
 * reason.
 */
function refusal(request: Buffer, type: number, code: number): Received {
  const control = Buffer.alloc(48)
  control.set([2, type, code], 20)
  sockaddr([192, 0, 2, 1]).copy(control, 32)
  return { packet: request, from: sockaddr(TARGET), control, ageMs: 0 }
}

test('an unprivileged socket reads errors for its requests from its error queue', () => {
  const { system, socket, seen, send } = open(false)
  const sequence = send()
  system.errors.push(refusal(system.sent[0]!, 3, 1))
  socket.drain()
  assert.deepEqual(seen, [['host unreachable', sequence, '192.0.2.1']])
})

test('an error for one packet does not prevent sending another', () => {
  const { system, seen, send } = open(false)
  const first = send()
  system.errors.push(refusal(system.sent[0]!, 11, 0))
  const second = send()
  assert.equal(typeof second, 'number')
  assert.deepEqual(seen, [['time to live exceeded', first, '192.0.2.1']])
  assert.equal(system.sent.length, 2)
})

test('packets that arrived while no ping waited are discarded before the next request', () => {
  const { system, seen, send, socket } = open(true)
  send()
  const old = reply(system.sent[0]!, true)
  system.incoming.push(old)
  socket.drain()
  system.incoming.push(...Array.from({ length: 500 }, () => reply(system.sent[0]!, true)))
  send()
  assert.equal(system.incoming.length, 0)
  assert.equal(seen.length, 1)
})

test('the last reason is returned when neither kind of socket may be opened', () => {
  const libc = { openSocket: (_: number, type: number) => ((type & 3) === SOCK_RAW ? 'EPERM' : 'EACCES') }
  assert.equal(IcmpSocket.open(libc as unknown as Libc, 4), 'EPERM')
})

/** An error as a router sends it to a raw socket, with the quoted part of a request. */
function routerError(
  request: Buffer,
  to: number[],
  change = (_: Buffer) => {},
  quotedBytes = request.length,
): Received {
  const quoted = Buffer.from(request.subarray(0, quotedBytes))
  change(quoted)
  const quotedHeader = Buffer.alloc(20)
  quotedHeader[0] = 0x45
  quotedHeader.set(to, 16)
  const packet = Buffer.concat([Buffer.alloc(20, 0x45), Buffer.of(3, 1, 0, 0, 0, 0, 0, 0), quotedHeader, quoted])
  return { packet, from: sockaddr([192, 0, 2, 1]), control: Buffer.alloc(0), ageMs: 0 }
}

test('router errors for pings of other programs, or for none, are ignored', () => {
  const { system, socket, seen, send } = open(true)
  send()
  const request = system.sent[0]!
  system.incoming.push(
    routerError(request, TARGET, (packet) => packet.writeUInt16BE((packet.readUInt16BE(4) + 1) % 0x1_0000, 4)),
    routerError(request, TARGET, (packet) => packet.writeUInt16BE((packet.readUInt16BE(6) + 1) % 0x1_0000, 6)),
    routerError(request, TARGET, (packet) => packet.write('another!', 8)),
    routerError(request, [192, 0, 2, 8]),
    routerError(request, TARGET, () => {}, 7),
  )
  socket.drain()
  assert.deepEqual([seen, socket.isWaiting], [[], true])
})

test('an error with the minimum quote is recognized', () => {
  const { system, socket, seen, send } = open(true)
  const sequence = send()
  system.incoming.push(routerError(system.sent[0]!, TARGET, () => {}, 8))
  socket.drain()
  assert.deepEqual(seen, [['host unreachable', sequence, '192.0.2.1']])
})

test('the number of pings in flight is limited by the sequence numbers, and each ping has its own', () => {
  const { system, socket, send } = open(true)
  const numbers = new Set(Array.from({ length: 0x1_0000 }, () => send()))
  assert.equal(numbers.size, 0x1_0000)
  assert.equal(send() as unknown, 'EAGAIN')
  for (const number of numbers) socket.cancel(number)
  assert.deepEqual([socket.isWaiting, system.sent.length], [false, 0x1_0000])
})
