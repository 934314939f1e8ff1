import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { MessageChannel, Worker } from 'node:worker_threads'
import type { Assignment, AssignmentsRequest, CheckResult, ProbeRegistration } from '../../src/core/probes/protocol.ts'
import type { TimedPhase } from '../../src/core/results/trace-step.ts'
import { openThreadPort } from '../../src/engine/thread-port.ts'
import { makeAssignment, WELCOME } from '../probe/make.ts'

/** Longer than any answer takes on a busy machine. */
const PATIENT_MS = 60_000

/** A server without a database, connected to a real probe thread. */
class Server {
  revision = 1
  readonly assigned: { revision: number; assignment: Assignment }[] = []
  readonly recorded: CheckResult[] = []
  readonly asked: number[] = []
  hello: ProbeRegistration | null = null
  refusals = 0
  #listeners: (() => void)[] = []

  assign(...assignments: Assignment[]): void {
    this.revision += 1
    this.assigned.push(...assignments.map((assignment) => ({ revision: this.revision, assignment })))
  }

  pull = async ({ since }: AssignmentsRequest) => {
    this.asked.push(since)
    this.#notifyListeners()
    const changed = this.assigned.filter(({ revision }) => revision > since).map(({ assignment }) => assignment)
    return { revision: this.revision, changed, removed: [] }
  }

  record = async (results: CheckResult[]) => {
    if (this.refusals-- > 0) throw new Error('the database is away')
    this.recorded.push(...results)
    this.#notifyListeners()
  }

  /** Resolves when `isSo` is true; evaluated after each message of the probe. */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise<void>((resolve) => this.#listeners.push(resolve))
  }

  #notifyListeners(): void {
    for (const listener of this.#listeners.splice(0)) listener()
  }
}

interface Probe {
  region?: string
  protocol?: number
  /** So long that only `wake` can trigger a pull, unless the test sets it. */
  lookAgainMs?: number
}

function startProbe(t: TestContext, { region = 'eu-1', protocol = 1, lookAgainMs = 60_000 }: Probe = {}) {
  const { port1, port2 } = new MessageChannel()
  const worker = new Worker(new URL('./probe-worker.ts', import.meta.url), {
    workerData: { port: port2, region, protocol },
    transferList: [port2],
  })
  const server = new Server()
  const line = openThreadPort({
    port: port1,
    region: 'eu-1',
    pull: server.pull,
    record: server.record,
    register: async (hello) => {
      server.hello = hello
      return WELCOME
    },
    recordHeartbeat: async () => {},
    repeatMs: lookAgainMs,
  })
  t.after(async () => {
    line.close()
    await worker.terminate()
  })
  return { server, line, worker }
}

test('a probe registers and waits for changes with its next request', async (t) => {
  const { server } = startProbe(t)
  await server.until(() => server.asked.includes(1))
  assert.deepEqual(server.hello, {
    protocol: 1,
    version: '1.2.3',
    region: 'eu-1',
    capabilities: { icmp: true, ipv6: false },
    probeId: 'probe-1',
    name: 'here',
    held: 0,
  })
  assert.deepEqual(server.asked, [0, 1])
})

test('a wake-up delivers an assignment to the probe, and its result is recorded', async (t) => {
  const { server, line } = startProbe(t)
  await server.until(() => server.asked.includes(1))
  server.assign(makeAssignment(42))
  line.wake()
  await server.until(() => server.recorded.length > 0)
  const [result] = server.recorded
  assert.deepEqual([result?.monitorKey, result?.status, result?.remoteAddress], [42, 'up', '192.0.2.1'])
})

test('an assignment reaches the probe without a wake-up', async (t) => {
  const { server } = startProbe(t, { lookAgainMs: 5 })
  await server.until(() => server.asked.includes(1))
  server.assign(makeAssignment(42))
  await server.until(() => server.recorded.length > 0)
})

test('results are sent again when recording them fails', async (t) => {
  const { server, line, worker } = startProbe(t)
  await server.until(() => server.asked.includes(1))
  server.refusals = 2
  const report = once(worker, 'message')
  server.assign(makeAssignment(42), makeAssignment(43))
  line.wake()
  await server.until(() => server.recorded.length >= 2)
  assert.deepEqual(server.recorded.map(({ monitorKey }) => monitorKey).sort(), [42, 43])
  assert.match((await report)[0], /failed to deliver 2 results; 2 pending: the database is away/)
})

test('an on-demand check returns its result without recording it', async (t) => {
  const { server, line } = startProbe(t)
  await server.until(() => server.asked.includes(1))
  const result = await line.runNow(makeAssignment(7, { target: 'https://broken.example.com/' }), PATIENT_MS)
  assert.deepEqual([result.monitorKey, result.status, result.statusCode], [7, 'down', 500])
  assert.deepEqual(server.recorded, [])
})

test('an on-demand check reports its phases only to a caller that wants them', async (t) => {
  const { server, line } = startProbe(t)
  await server.until(() => server.asked.includes(1))
  const phases: TimedPhase[] = []
  await line.runNow(makeAssignment(7), PATIENT_MS)
  await line.runNow(makeAssignment(8), PATIENT_MS, (phase) => phases.push(phase))
  const [phase, ...others] = phases
  assert.deepEqual([phase?.kind, phase?.subject, others], ['connect', makeAssignment(8).target, []])
  assert.ok(phase!.atMs >= 0)
})

test('a stopping probe exits by itself and accepts no more orders', async (t) => {
  const { server, line, worker } = startProbe(t)
  await server.until(() => server.asked.includes(1))
  worker.postMessage('stop')
  const [code] = await once(worker, 'exit')
  assert.equal(code, 0)
  await assert.rejects(line.runNow(makeAssignment(7), 5_000), /the probe (has stopped|did not respond)/)
})

test('an on-demand check without an answer times out', async (t) => {
  const { port1, port2 } = new MessageChannel()
  t.after(() => port2.close())
  const line = openThreadPort({
    port: port1,
    region: 'eu-1',
    pull: () => Promise.reject(new Error('unused')),
    record: () => Promise.reject(new Error('unused')),
    register: () => Promise.reject(new Error('unused')),
    recordHeartbeat: () => Promise.reject(new Error('unused')),
  })
  await assert.rejects(line.runNow(makeAssignment(1), 20), /the probe did not respond within 20 ms/)
})

test('a pending order is rejected when its probe dies', async (t) => {
  const { server, line, worker } = startProbe(t)
  await server.until(() => server.asked.includes(1))
  const ended = once(worker, 'exit')
  await worker.terminate()
  await ended
  await assert.rejects(line.runNow(makeAssignment(1), 5_000), /the probe (has stopped|did not respond)/)
})

for (const [what, stranger, words] of [
  ['of another region', { region: 'us-1' }, /this connection is for region eu-1, not us-1/],
  ['of another protocol', { protocol: 99 }, /this server uses version 1 of the probe protocol, not 99/],
] as const)
  test(`a probe ${what} is rejected with the reason`, async (t) => {
    const { server, worker } = startProbe(t, stranger)
    const [report] = await once(worker, 'message')
    assert.match(report, words)
    assert.deepEqual([server.hello, server.asked], [null, []])
  })
