import assert from 'node:assert/strict'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { makeSelfCheck } from '../../src/probe/self-check.ts'

const SERVFAIL = 2
const NOERROR = 0

interface FakeServer {
  address: string
  asked: number
  /** What it answers; null is silence. */
  rcode: number | null
}

/** A name server that has no answer to anything, in as many ways as there are. */
async function openNameServer(t: TestContext, rcode: number | null = NOERROR): Promise<FakeServer> {
  const socket: Socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  t.after(() => socket.close())
  const server: FakeServer = { address: `127.0.0.1:${socket.address().port}`, asked: 0, rcode }
  socket.on('message', (question, from) => {
    server.asked += 1
    if (server.rcode === null) return
    const reply = Buffer.from(question)
    // Response bit, recursion available, and the code. Source: RFC 1035, section 4.1.1
    reply.writeUInt16BE(0x8180 | server.rcode, 2)
    socket.send(reply, from.port, from.address)
  })
  return server
}

const connected = async () => true

/** Waits for an answer for as long as it takes, unless a test says otherwise. */
function patientCheck(dnsServers: string[], hasWayOut = connected) {
  const patience = { answerMs: 3_600_000 }
  const check = makeSelfCheck({ dnsServers, hasWayOut, answerMs: () => patience.answerMs })
  return { check, patience }
}

test('a name server that answers means that all is well', async (t) => {
  const server = await openNameServer(t)
  const { check } = patientCheck([server.address])
  assert.deepEqual([await check(), server.asked], [true, 1])
})

test('name servers that used to answer and fall silent mean trouble', async (t) => {
  const server = await openNameServer(t)
  const { check, patience } = patientCheck([server.address])
  await check()
  server.rcode = null
  patience.answerMs = 50
  assert.equal(await check(), false)
  server.rcode = NOERROR
  patience.answerMs = 3_600_000
  assert.equal(await check(), true)
})

test('a name server that can ask nobody itself means trouble', async (t) => {
  const server = await openNameServer(t)
  const { check } = patientCheck([server.address])
  await check()
  server.rcode = SERVFAIL
  assert.equal(await check(), false)
})

test('one name server of several is enough, and the silent one is not waited for', async (t) => {
  const [silent, well] = [await openNameServer(t, null), await openNameServer(t)]
  const { check } = patientCheck([silent.address, well.address])
  assert.equal(await check(), true)
})

test('what never worked here proves nothing', async (t) => {
  const server = await openNameServer(t, SERVFAIL)
  const { check } = patientCheck([server.address], async () => false)
  assert.deepEqual([await check(), await check()], [true, true])
})

test('a machine that loses its way out is in trouble, without asking anybody', async (t) => {
  const server = await openNameServer(t)
  let isOut = true
  const { check } = patientCheck([server.address], async () => isOut)
  await check()
  isOut = false
  assert.deepEqual([await check(), server.asked], [false, 1])
})
