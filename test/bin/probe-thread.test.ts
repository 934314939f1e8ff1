import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { MessageChannel, Worker } from 'node:worker_threads'
import { Value } from 'typebox/value'
import type { ProbeThreadOptions } from '../../src/bin/probe-thread.ts'
import type { CheckResult } from '../../src/core/probes/protocol.ts'
import { openThreadPort, type ThreadPort } from '../../src/engine/thread-port.ts'
import { http } from '../../src/probers/http.ts'
import { PULSE } from '../../src/runtime/watchdog.ts'
import { makeAssignment, WELCOME } from '../probe/make.ts'
import { createTestFolder } from '../support/database/stores.ts'

const OPTIONS: Omit<ProbeThreadOptions, 'dataDir'> = {
  region: 'local',
  probeId: 'probe-1',
  name: 'here',
  version: '1.2.3',
  egress: { mode: 'any' },
  // Nothing listens there; literal addresses need no name server
  dnsServers: ['127.0.0.1:9'],
  caFile: null,
  thread: 1,
}

interface Probe {
  worker: Worker
  line: ThreadPort
  recorded: CheckResult[]
}

/** Starts the thread as the server does, with one assigned monitor per target. */
function startThread(t: TestContext, targets: string[], change: Partial<ProbeThreadOptions> = {}): Probe {
  const { port1, port2 } = new MessageChannel()
  const worker = new Worker(new URL('../../src/bin/probe-thread.ts', import.meta.url), {
    workerData: { ...OPTIONS, dataDir: createTestFolder(t), ...change, port: port2, pulse: PULSE },
    transferList: [port2],
  })
  const recorded: CheckResult[] = []
  const assign = (target: string, i: number) =>
    makeAssignment(i + 1, { target, intervalSeconds: 1, settings: Value.Create(http.settings) })
  const line = openThreadPort({
    port: port1,
    region: 'local',
    pull: async ({ since }) => ({ revision: 1, changed: since === 0 ? targets.map(assign) : [], removed: [] }),
    register: async () => WELCOME,
    recordHeartbeat: async () => {},
    record: async (results) => {
      recorded.push(...results)
      worker.emit('recorded')
    },
  })
  t.after(async () => {
    line.close()
    await worker.terminate()
  })
  return { worker, line, recorded }
}

/** A target that answers after `delayMs`. */
async function openTarget(t: TestContext, delayMs = 0): Promise<{ url: string; hits: () => number }> {
  let hits = 0
  const server = createServer((_request, response) => {
    hits += 1
    setTimeout(() => response.end('well'), delayMs)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, hits: () => hits }
}

test('the thread checks its assigned monitors with the real probers and pushes the results', async (t) => {
  const target = await openTarget(t)
  const { worker, recorded } = startThread(t, [target.url])
  await once(worker, 'recorded')
  const [result] = recorded
  assert.deepEqual(
    [result?.monitorKey, result?.status, result?.statusCode, result?.remoteAddress],
    [1, 'up', 200, '127.0.0.1'],
  )
})

test('the thread applies its egress policy', async (t) => {
  const target = await openTarget(t)
  const { worker, recorded } = startThread(t, [target.url], { egress: { mode: 'public' } })
  await once(worker, 'recorded')
  assert.notEqual(recorded[0]?.status, 'up')
  assert.equal(target.hits(), 0)
})

test('the thread runs a check on demand', async (t) => {
  const target = await openTarget(t)
  const { line } = startThread(t, [])
  const settings = Value.Create(http.settings)
  const result = await line.runNow(makeAssignment(7, { target: target.url, settings }), 60_000)
  assert.deepEqual([result.monitorKey, result.status], [7, 'up'])
})

test('a stopped thread finishes and delivers a running check and exits with code 0', async (t) => {
  const target = await openTarget(t, 400)
  const { worker, recorded } = startThread(t, [target.url])
  while (target.hits() === 0) await new Promise(setImmediate)
  worker.postMessage('stop')
  const [code] = await once(worker, 'exit')
  // On a busy machine the next check may have started before the message arrived
  assert.deepEqual([code, recorded.map(({ status }) => status)], [0, Array(target.hits()).fill('up')])
})

test('an unexpected error ends the thread with code 1 and reaches its parent', async (t) => {
  const { worker } = startThread(t, [], { dnsServers: ['not an address'] })
  // `once` of node:events would reject with the error that is awaited below
  const exit = new Promise<number>((resolve) => worker.once('exit', resolve))
  const [error] = await once(worker, 'error')
  assert.match(error.message, /"not an address" is not the address of a name server/)
  assert.equal(await exit, 1)
})
