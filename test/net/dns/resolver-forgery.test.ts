import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { test } from 'node:test'
import { decode, encode, type Question } from 'dns-packet'
import { ProbeError } from '../../../src/core/results/verdict.ts'
import { createServedResolver, getAddresses, resolve } from '../../support/targets/resolvers.ts'
import { toARecord } from '../../support/targets/targets.ts'

test('an answer that does not fit is fetched over TCP', async (t) => {
  const many = Array.from({ length: 100 }, (_, i) => toARecord('big.test', `192.0.2.${i}`))
  const { server, resolver } = await createServedResolver(t, (_, via) =>
    via === 'udp' ? { truncated: true } : { answers: many },
  )
  const found = getAddresses(await resolve(resolver, 'big.test'))
  assert.ok(Array.isArray(found) && found.length === 100)
  assert.deepEqual(server.asked, ['A big.test', 'A big.test'])
})

test('a truncated answer that ends within a record is fetched over TCP too', async (t) => {
  const answers = [toARecord('cut.test', '192.0.2.1')]
  const { resolver } = await createServedResolver(t, (_, via) =>
    via === 'tcp' ? { answers } : { answers, truncated: true, mangle: (packet) => [packet.subarray(0, -7)] },
  )
  assert.deepEqual(getAddresses(await resolve(resolver, 'cut.test')), ['192.0.2.1'])
})

test('an answer over TCP to another question is ignored', async (t) => {
  const { server, resolver } = await createServedResolver(t, ({ name }, via) => ({
    answers: [toARecord(name, '203.0.113.66')],
    truncated: via === 'udp',
    mangle: (packet) => [via === 'udp' ? packet : withOtherId(packet)],
  }))
  const message = `resolve true.test: no usable name server (${server.address} EBADRESP)`
  await assert.rejects(resolve(resolver, 'true.test'), new ProbeError(message))
})

function withOtherId(packet: Buffer): Buffer {
  const forged = Buffer.from(packet)
  forged.writeUInt16BE((packet.readUInt16BE(0) + 1) & 0xffff, 0)
  return forged
}

/** Forged answers arrive first; only the true one, which arrives last, may count. */
const FORGERIES: Record<string, (packet: Buffer) => Buffer> = {
  'with another id': withOtherId,
  'to another question': (packet) => {
    const question: Question = { name: 'other.test', type: 'A', class: 'IN' }
    return encode({ ...decode(packet), questions: [question], answers: [toARecord('other.test', '203.0.113.66')] })
  },
  'to a question of another type': (packet) =>
    encode({
      ...decode(packet),
      questions: [{ name: 'true.test', type: 'AAAA', class: 'IN' }],
      answers: [toARecord('true.test', '203.0.113.66')],
    }),
  'that is a question itself': (packet) => encode({ ...decode(packet), type: 'query' }),
  'that is no DNS at all': (packet) => Buffer.concat([packet.subarray(0, 2), Buffer.alloc(40, 0xff)]),
  'of one byte': (packet) => packet.subarray(0, 1),
}

for (const [kind, forge] of Object.entries(FORGERIES)) {
  test(`an answer ${kind} is ignored`, async (t) => {
    const { resolver } = await createServedResolver(t, ({ name }) => ({
      answers: [toARecord(name, '192.0.2.1')],
      mangle: (packet) => [forge(Buffer.from(packet)), packet],
    }))
    assert.deepEqual(getAddresses(await resolve(resolver, 'true.test')), ['192.0.2.1'])
  })
}

test('an answer from a port other than the queried one is ignored', async (t) => {
  const forger = createSocket('udp4').bind(0, '127.0.0.1')
  await once(forger, 'listening')
  t.after(() => forger.close())
  const { resolver } = await createServedResolver(t, async ({ name }) => ({
    answers: [toARecord(name, '192.0.2.1')],
    mangle: (packet, from) => {
      const forged = encode({ ...decode(packet), answers: [toARecord(name, '203.0.113.66')] })
      forger.send(forged, from, '127.0.0.1')
      // The true answer is sent after the forged one: it is the second packet of two
      return [Buffer.alloc(1), packet]
    },
  }))
  assert.deepEqual(getAddresses(await resolve(resolver, 'true.test')), ['192.0.2.1'])
})

test('questions are sent from changing ports with changing ids', async (t) => {
  const ports = new Set<number>()
  const ids = new Set<number>()
  const { resolver } = await createServedResolver(t, ({ name }) => ({
    answers: [toARecord(name, '192.0.2.1')],
    mangle: (packet, from) => {
      ports.add(from)
      ids.add(packet.readUInt16BE(0))
      return [packet]
    },
  }))
  for (let i = 0; i < 200; i++) await resolve(resolver, `host-${i}.test`)
  assert.ok(ids.size > 190, `${ids.size} ids`)
  // Four ports, but the system may assign one of them twice
  assert.ok(ports.size >= 3, `${ports.size} ports`)
})
