/**
 * What the runner costs besides the checks: agenda, counters, batches, the way over the thread's port and back.
 *
 *   node --expose-gc bench/runner.ts [monitors=10000] [checks-per-second=4000] [seconds=10]
 *
 * Checks end at once. CPU is that of both threads together over a window without the start; lateness is what the
 * results say; memory is the growth of the probe's heap by holding the monitors, after a collection.
 */
import { MessageChannel, type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads'
import type { Assignment, AssignmentsAnswer } from '../src/core/protocol.ts'
import { NO_COUNTERS } from '../src/core/state.ts'
import { openThreadPort } from '../src/engine/thread-port.ts'
import type { ProbeTools } from '../src/net/tools.ts'
import { systemClock } from '../src/probe/clock.ts'
import { Runner } from '../src/probe/runner.ts'
import { ThreadLink } from '../src/probe/thread-link.ts'

const REGION = 'bench'
const WARM_UP_MS = 3_000

interface Memory {
  bytes: number
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const makeAssignment = (monitorKey: number, intervalSeconds: number): Assignment => ({
  monitorKey,
  monitorId: crypto.randomUUID(),
  type: 'HTTP',
  target: `https://host-${monitorKey}.example.com/health`,
  intervalSeconds,
  timeoutMs: 10_000,
  failureThreshold: 2,
  recoveryThreshold: 2,
  settings: { method: 'GET', headers: [], body: null, followRedirects: true, expectedStatus: null, ipVersion: 'auto' },
  counters: NO_COUNTERS,
})

async function runProbe(port: MessagePort): Promise<void> {
  const outcome = {
    status: 'up',
    responseTimeMs: 12.345,
    statusCode: 200,
    errorType: null,
    errorMessage: null,
    timings: { dnsMs: 0.1, connectMs: 1.2, tlsMs: 5.4, firstByteMs: 3.2, downloadMs: 0.4 },
    remoteAddress: '192.0.2.7',
  } as const
  const runner = new Runner({
    region: REGION,
    version: '0',
    capabilities: { icmp: false, ipv6: false },
    link: new ThreadLink(port),
    clock: systemClock(Date.now),
    runCheck: async () => outcome,
    tools: {} as ProbeTools,
    selfCheck: async () => true,
    report: console.error,
  })
  const before = heapBytes()
  runner.start()
  while (runner.figures().monitors === 0) await pause(100)
  parentPort!.postMessage({ bytes: heapBytes() - before } satisfies Memory)
}

function heapBytes(): number {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

async function measure(monitors: number, rate: number, seconds: number): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  const worker = new Worker(new URL(import.meta.url), { workerData: port2, transferList: [port2] })
  const memory = new Promise<Memory>((resolve) => worker.once('message', resolve))
  const lateness: number[] = []
  let isMeasuring = false
  const nothing: AssignmentsAnswer = { revision: 1, changed: [], removed: [] }
  const line = openThreadPort({
    port: port1,
    region: REGION,
    pull: async (_region, since) => (since === 1 ? nothing : { ...nothing, changed: list() }),
    record: async (_region, results) => {
      if (isMeasuring) for (const { startedAt, scheduledAt } of results) lateness.push(startedAt - scheduledAt)
    },
  })
  const list = () => Array.from({ length: monitors }, (_, i) => makeAssignment(i + 1, monitors / rate))
  const { bytes } = await memory
  await pause(WARM_UP_MS)
  isMeasuring = true
  const cpuBefore = process.cpuUsage()
  const ownBefore = process.threadCpuUsage()
  await pause(seconds * 1_000)
  const cpu = total(process.cpuUsage(cpuBefore))
  const own = total(process.threadCpuUsage(ownBefore))
  isMeasuring = false
  print(monitors, lateness, cpu, own, seconds, bytes)
  line.close()
  await worker.terminate()
}

/** Microseconds. */
const total = ({ user, system }: { user: number; system: number }): number => user + system

function print(monitors: number, lateness: number[], cpu: number, own: number, seconds: number, bytes: number): void {
  lateness.sort((a, b) => a - b)
  const count = lateness.length
  const at = (share: number) => lateness[Math.min(count - 1, Math.floor(count * share))]
  console.log(`${monitors} monitors, ${Math.round(count / seconds)} checks/s`)
  console.log(
    `CPU per check   ${(cpu / count).toFixed(2)} us, of it the server's thread ${(own / count).toFixed(2)} us`,
  )
  console.log(`lateness        p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, p99.9 ${at(0.999)} ms, max ${at(1)} ms`)
  console.log(`memory          ${Math.round(bytes / monitors)} bytes per monitor`)
}

if (workerData) await runProbe(workerData as MessagePort)
else {
  const [monitors = 10_000, rate = 4_000, seconds = 10] = process.argv.slice(2).map(Number)
  await measure(monitors, rate, seconds)
}
