import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { MessageChannel, Worker } from 'node:worker_threads'
import type { Assignment, CheckResult } from '../../../src/core/probes/protocol.ts'
import { ThreadLink } from '../../../src/probe/server/thread-link.ts'
import { makeAssignment, makeResult, WELCOME } from '../make.ts'

function openLink(t: TestContext): { link: ThreadLink; worker: Worker } {
  const { port1, port2 } = new MessageChannel()
  const worker = new Worker(new URL('../fake-server-worker.ts', import.meta.url), {
    workerData: port2,
    transferList: [port2],
  })
  const link = new ThreadLink(port1)
  t.after(async () => {
    link.close()
    await worker.terminate()
  })
  return { link, worker }
}

const helloFrom = (region: string) => ({
  protocol: 1,
  version: '1.2.3',
  region,
  capabilities: { icmp: false, ipv6: false },
  probeId: 'probe-1',
  name: 'here',
  held: 0,
})

test('requests get their own answers in any order', async (t) => {
  const { link } = openLink(t)
  const [hello, nothing, everything] = await Promise.all([
    link.register(helloFrom('eu-1')),
    link.pull({ since: 7 }, 1_234),
    link.pull({ since: 0 }, 1),
  ])
  assert.deepEqual(hello, WELCOME)
  assert.deepEqual(nothing, { revision: 7, changed: [], removed: [1_234] })
  assert.deepEqual(everything, { revision: 7, changed: [makeAssignment(1)], removed: [] })
})

test('a refusal rejects with its message', async (t) => {
  const { link } = openLink(t)
  await assert.rejects(link.register(helloFrom('nowhere')), /^Error: no such region$/)
  await assert.rejects(link.push([makeResult(1, { errorMessage: 'refuse me' })]), /^Error: not now$/)
})

/** Resolves with the assignment of the next order; the order is answered with `answer`. */
const nextOrder = (link: ThreadLink, answer: (assignment: Assignment) => Promise<CheckResult>): Promise<Assignment> =>
  new Promise((resolve) =>
    link.onRunNow((assignment) => {
      resolve(assignment)
      return answer(assignment)
    }),
  )

test('results arrive unchanged, and an order returns its result', async (t) => {
  const { link } = openLink(t)
  const order = nextOrder(link, async () => makeResult(43))
  await link.push([makeResult(42), makeResult(2)])
  assert.equal((await order).monitorKey, 42)
  const next = nextOrder(link, async () => makeResult(1))
  assert.equal((await next).monitorKey, 43)
})

test('a failed order is reported to the server, and the link continues', async (t) => {
  const { link } = openLink(t)
  const order = nextOrder(link, () => Promise.reject(new Error('cannot')))
  await link.push([makeResult(42)])
  await order
  const next = nextOrder(link, async () => makeResult(1))
  assert.equal((await next).monitorKey, -1)
})

test('a server that disconnects rejects pending and later requests', async (t) => {
  const { link } = openLink(t)
  await assert.rejects(link.pull({ since: 666 }, 1), /the connection to the server is closed/)
  await assert.rejects(link.push([makeResult(1)]), /the connection to the server is closed/)
})

test('a worker that dies closes its links', async (t) => {
  const { link, worker } = openLink(t)
  await link.register(helloFrom('eu-1'))
  const open = assert.rejects(link.pull({ since: 666 }, 1), /closed/)
  await worker.terminate()
  await open
})

test('closing rejects pending requests', async (t) => {
  const { link } = openLink(t)
  const open = assert.rejects(link.pull({ since: 7 }, 1), /closed/)
  link.close()
  await open
})
