/**
 * An attacker who answers every ping again with forged packets. Receiving the pings of other programs requires a raw
 * socket.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Deadline } from '../../../src/net/connection/deadline.ts'
import { createIcmp, type Icmp } from '../../../src/net/icmp/icmp.ts'
import { computeChecksum } from '../../../src/net/icmp/icmp-message.ts'
import { type Libc, loadLibc } from '../../../src/net/icmp/libc.ts'

const AF_INET = 2
const SOCK_RAW = 3
const IPPROTO_ICMP = 1
const IP_HEADER_BYTES = 20
const LOOPBACK = Buffer.from([AF_INET, 0, 0, 0, 127, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0])

const loaded = await loadLibc()
const raw = typeof loaded === 'string' ? loaded : loaded.openSocket(AF_INET, SOCK_RAW, IPPROTO_ICMP)
const skip = typeof raw === 'string' && `this test may open no raw socket (${raw})`

/** A packet with one change and a valid checksum. */
function forged(request: Buffer, change: (packet: Buffer) => void): Buffer {
  const packet = Buffer.from(request)
  packet[0] = 0
  change(packet)
  packet.writeUInt16BE(0, 2)
  packet.writeUInt16BE(computeChecksum(packet), 2)
  return packet
}

const bump = (packet: Buffer, at: number): void => void packet.writeUInt16BE((packet.readUInt16BE(at) + 1) & 0xffff, at)

/** "Host unreachable", about a packet of another program, or about one that this program did not send there. */
function unreachable(request: Buffer, to: number[], change: (packet: Buffer) => void): Buffer {
  const quoted = Buffer.from(request)
  change(quoted)
  const ip = Buffer.alloc(IP_HEADER_BYTES)
  ip[0] = 0x45
  ip[9] = IPPROTO_ICMP
  ip.set(to, 16)
  const packet = Buffer.concat([Buffer.of(3, 1, 0, 0, 0, 0, 0, 0), ip, quoted])
  packet.writeUInt16BE(computeChecksum(packet), 2)
  return packet
}

const forgedPackets = (request: Buffer): Buffer[] => [
  forged(request, () => {}),
  forged(request, (packet) => bump(packet, 4)),
  forged(request, (packet) => bump(packet, 6)),
  forged(request, (packet) => bump(packet, 8)),
  forged(request.subarray(0, 12), () => {}),
  unreachable(request, [127, 0, 0, 1], (packet) => bump(packet, 4)),
  unreachable(request, [192, 0, 2, 7], () => {}),
  unreachable(request, [127, 0, 0, 1], (packet) => bump(packet, 8)),
  Buffer.of(3, 1, 0, 0, 0, 0, 0, 0, 0x45),
]

/**
 * Receives every ping of this machine and answers each with all forged packets.
 *
 * @returns the number of forged packets sent
 */
function startForger(t: TestContext, libc: Libc, socket: number): () => number {
  let sentCount = 0
  let isOver = false
  const forge = (packet: Buffer) => {
    const request = Buffer.from(packet.subarray(IP_HEADER_BYTES))
    if (request[0] !== 8) return
    for (const lie of forgedPackets(request)) if (libc.send(socket, lie, LOOPBACK) === null) sentCount++
  }
  const runStep = () => {
    for (let received = libc.receive(socket, 0); typeof received !== 'string'; received = libc.receive(socket, 0))
      for (const { packet } of received) forge(packet)
    if (isOver) libc.close(socket)
    else setImmediate(runStep)
  }
  runStep()
  t.after(() => {
    isOver = true
  })
  return () => sentCount
}

async function ping(icmp: Icmp, packetBytes: number) {
  const deadline = new Deadline(5_000)
  try {
    const plan = { address: '127.0.0.1', family: 4, packets: 10, packetBytes, replyTimeoutMs: 1_000, ttl: 64 } as const
    return await icmp.ping(plan, deadline)
  } finally {
    deadline.clear()
  }
}

test('forged packets change neither the loss nor the number of replies, whatever the packet size', {
  skip,
}, async (t) => {
  const sentCount = startForger(t, loaded as Libc, raw as number)
  const icmp = createIcmp()
  t.after(() => icmp.close())
  for (const packetBytes of [8, 56, 1_400]) {
    const reports = await Promise.all(Array.from({ length: 20 }, () => ping(icmp, packetBytes)))
    for (const { sent, roundTripsMs, error } of reports)
      assert.deepEqual([sent, roundTripsMs.length, error], [10, 10, null], `${packetBytes} bytes`)
  }
  assert.ok(sentCount() > 1_000, `${sentCount()} forged packets were sent`)
})
