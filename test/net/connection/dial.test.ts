import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { ProbeError } from '../../../src/core/results/verdict.ts'
import type { Connection } from '../../../src/net/connection/connection.ts'
import { type CheckContext, dial } from '../../../src/net/connection/dial.ts'
import type { DialTarget } from '../../../src/net/connection/dial-target.ts'
import type { Failed } from '../../../src/net/connection/failure.ts'
import { MemoryShare } from '../../../src/net/connection/memory-budget.ts'
import { DnsHealthCheck } from '../../../src/net/dns/dns-health-check.ts'
import { findCertificateProblem } from '../../../src/net/tls/certificate.ts'
import { createTlsContexts } from '../../../src/net/tls/tls.ts'
import { Trace } from '../../../src/net/trace/trace.ts'
import { makeTools } from '../../probers/check.ts'
import { createCertificate } from '../../support/targets/certificates.ts'
import { closedPort, listen } from '../../support/targets/targets.ts'
import { LoopTurnDeadline } from '../../support/time/loop-turn-deadline.ts'

function contextFor(t: TestContext, tools = makeTools(t)): CheckContext {
  const deadline = new LoopTurnDeadline(5_000)
  t.after(() => deadline.clear())
  return { tools, deadline, trace: new Trace(), memory: new MemoryShare(tools.memory) }
}

async function connectTo(t: TestContext, target: Partial<DialTarget> & { port: number }): Promise<Connection | Failed> {
  const dialled = await dial({ host: '127.0.0.1', ipVersion: 'auto', tls: null, ...target }, contextFor(t))
  if (!('failure' in dialled)) t.after(() => dialled.close())
  return dialled
}

/** All bytes of a connection until its end. */
function everythingFrom(connection: Connection): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    connection.receiveWith({
      onBytes: (chunk, length) => {
        text += chunk.toString('latin1', 0, length)
      },
      onEnd: () => resolve(text),
      onError: reject,
    })
  })
}

const GREETING = '220 ready\r\n'
const greet = (socket: Socket) => void socket.end(GREETING)

for (const certificate of [null, createCertificate({ names: ['127.0.0.1'] })]) {
  const over = certificate ? 'TLS' : 'TCP'

  test(`a greeting over ${over} is buffered for a late receiver`, async (t) => {
    const { port, open } = await listen(t, greet, certificate ?? undefined)
    const connection = await connectTo(t, { port, tls: certificate && { verify: false } })
    assert.ok(!('failure' in connection))
    // When the server has closed, its greeting and its end have arrived
    const { promise, resolve } = Promise.withResolvers<void>()
    connection.socket.on('end', resolve)
    await promise
    assert.equal(await everythingFrom(connection), GREETING)
    assert.ok(open.size <= 1)
  })
}

test('an unverified certificate still has its problem reported', async (t) => {
  const { port } = await listen(t, greet, createCertificate({ names: ['127.0.0.1'] }))
  const connection = await connectTo(t, { port, tls: { verify: false } })
  assert.ok(!('failure' in connection))
  assert.equal(
    findCertificateProblem(connection.socket as never, '127.0.0.1', createTlsContexts(), false),
    'self-signed certificate',
  )
})

test('a closed connection delivers nothing', async (t) => {
  const { port } = await listen(t, (socket) => void socket.write(GREETING))
  const connection = await connectTo(t, { port })
  assert.ok(!('failure' in connection))
  let isClosed = false
  const { promise, resolve } = Promise.withResolvers<void>()
  const late = () => assert.ok(!isClosed)
  connection.receiveWith({ onBytes: late, onEnd: late, onError: late })
  connection.socket.on('close', () => resolve())
  connection.close()
  isClosed = true
  await promise
})

test('a failure still records its address', async (t) => {
  const context = contextFor(t)
  const port = await closedPort()
  const dialled = await dial({ host: 'localhost', port, ipVersion: '6', tls: null }, context)
  assert.ok('failure' in dialled)
  assert.equal(dialled.failure.message, `connect [::1]:${port}: ECONNREFUSED`)
  assert.equal(context.trace.remoteAddress, '::1')
})

test("trouble on the probe's side is not retried with the other IP version when it is unrelated to the version", async (t) => {
  let asked = 0
  const resolve = (): never => {
    asked++
    throw new ProbeError('no network')
  }
  const context = contextFor(t, {
    ...makeTools(t),
    resolver: {
      dnsHealth: new DnsHealthCheck({ servers: () => [] }),
      resolve,
      createLookup: resolve,
      describeServers: () => '',
      describeServer: () => '',
      describeUnusableServers: () => '',
      close() {},
    },
  })
  await assert.rejects(dial({ host: 'a.test', port: 1, ipVersion: 'auto', tls: null }, context), ProbeError)
  assert.equal(asked, 1)
})
