import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  computeChecksum,
  decodeIcmp,
  describeError,
  encodeEcho,
  removeIpHeader,
} from '../../../src/net/icmp/icmp-message.ts'

const echo = { id: 0x1234, sequence: 0xfffe, payload: Buffer.from('abcdefghi') }

/** A host's reply to a request: the same packet with another type. */
function replyTo(family: 4 | 6): Buffer {
  const packet = encodeEcho(family, echo)
  packet[0] = family === 4 ? 0 : 129
  return packet
}

/** An error about a request of this program, with the bytes that a router quotes. */
function errorAbout(family: 4 | 6, type: number, code: number, quotedBytes: number, options = Buffer.alloc(0)): Buffer {
  const request = encodeEcho(family, echo).subarray(0, quotedBytes)
  const header = family === 4 ? Buffer.alloc(20) : Buffer.alloc(40)
  if (family === 4) {
    header[0] = 0x45 + options.length / 4
    header.set([192, 0, 2, 7], 16)
  } else {
    header[0] = 0x60
    header.set([0x20, 0x01, 0x0d, 0xb8], 24)
    header[39] = 7
  }
  return Buffer.concat([Buffer.of(type, code, 0, 0, 0, 0, 0, 0), header, options, request])
}

test('the checksum matches the example of RFC 1071, section 3', () => {
  assert.equal(computeChecksum(Buffer.from('0001f203f4f5f6f7', 'hex')), ~0xddf2 & 0xffff)
  assert.equal(computeChecksum(Buffer.of(0xff)), 0x00ff)
})

test('a request over IPv4 has a valid checksum, and over IPv6 leaves it to the kernel', () => {
  const packet = encodeEcho(4, echo)
  assert.equal(computeChecksum(packet), 0)
  assert.deepEqual([...packet.subarray(0, 2)], [8, 0])
  assert.deepEqual([...encodeEcho(6, echo).subarray(0, 4)], [128, 0, 0, 0])
})

for (const family of [4, 6] as const) {
  test(`IPv${family}: a reply has the id, the sequence number and the payload of its request`, () => {
    assert.deepEqual(decodeIcmp(family, replyTo(family)), { kind: 'reply', echo })
  })

  test(`IPv${family}: an error contains its request, however little of it is quoted`, () => {
    const [type, code] = family === 4 ? [3, 1] : [1, 3]
    for (const quotedBytes of [8, 12, 17]) {
      const message = decodeIcmp(family, errorAbout(family, type, code, quotedBytes))
      assert.ok(message?.kind === 'error')
      assert.deepEqual([message.echo.id, message.echo.sequence], [0x1234, 0xfffe])
      assert.equal(message.echo.payload.length, quotedBytes - 8)
      assert.equal(message.error.code, 'EHOSTUNREACH')
      assert.equal(message.to.toString('hex'), family === 4 ? 'c0000207' : `20010db8${'0'.repeat(22)}07`)
    }
  })

  test(`IPv${family}: truncated and unrelated packets are ignored`, () => {
    assert.equal(decodeIcmp(family, Buffer.alloc(7)), null)
    assert.equal(decodeIcmp(family, encodeEcho(family, echo)), null)
    const whole = errorAbout(family, family === 4 ? 11 : 3, 0, 8)
    for (let bytes = 0; bytes < whole.length; bytes++) assert.equal(decodeIcmp(family, whole.subarray(0, bytes)), null)
    const other = Buffer.from(whole)
    other[whole.length - 8] = 77
    assert.equal(decodeIcmp(family, other), null)
  })
}

test('an IPv4 header with options is skipped completely, also inside an error', () => {
  const message = decodeIcmp(4, errorAbout(4, 3, 3, 8, Buffer.alloc(8, 1)))
  assert.ok(message?.kind === 'error' && message.error.code === 'ECONNREFUSED' && message.echo.id === 0x1234)
  assert.equal(removeIpHeader(Buffer.concat([Buffer.of(0x44), Buffer.alloc(60)])), null)
})

test('unknown error codes are reported as unreachable', () => {
  assert.equal(describeError(4, 3, 200)?.message, 'destination unreachable')
  assert.equal(describeError(6, 1, 200)?.message, 'destination unreachable')
  assert.equal(describeError(4, 5, 0), null)
})
