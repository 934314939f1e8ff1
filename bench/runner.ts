/**
 * Overhead of the runner besides the checks: queue, counters, batches, and messages over the thread's port.
 *
 *   npm run bench -- runner [monitors=10000] [checks-per-second=4000] [seconds=10]
 *
 * Checks end at once. CPU time is the sum of both threads over a window that excludes the start. A bare timer with the
 * same number of wake-ups runs beside it, since on an idle machine a wake-up costs more than the work. Lateness comes
 * from the results. Memory is the growth of the probe's heap after a collection.
 */
import { MessageChannel, type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads'
import type { Assignment, AssignmentsResponse } from '../src/core/probes/protocol.ts'
import { NO_COUNTERS } from '../src/core/results/state.ts'
import { openThreadPort } from '../src/engine/thread-port.ts'
import type { ProbeTools } from '../src/net/connection/tools.ts'
import { Runner } from '../src/probe/runner.ts'
import { createSystemClock } from '../src/probe/schedule/clock.ts'
import { ThreadLink } from '../src/probe/server/thread-link.ts'
import type { ProberOutcome } from '../src/probers/run-check.ts'
import { sized } from './support/size.ts'

const REGION = 'bench'
const WARM_UP_MS = sized(3_000, 300)

/** Role of a worker started from this file. */
type Role = { kind: 'probe'; port: MessagePort } | { kind: 'timer' }

const OUTCOME: ProberOutcome = {
  status: 'up',
  responseTimeMs: 12.345,
  statusCode: 200,
  errorType: null,
  errorMessage: null,
  timings: { dnsMs: 0.1, connectMs: 1.2, tlsMs: 5.4, firstByteMs: 3.2, downloadMs: 0.4 },
  remoteAddress: '192.0.2.7',
  remotePort: 443,
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const createAssignment = (monitorKey: number, intervalSeconds: number): Assignment => ({
  monitorKey,
  monitorId: crypto.randomUUID(),
  type: 'HTTP',
  target: `https://host-${monitorKey}.example.com/health`,
  intervalSeconds,
  timeoutMs: 10_000,
  failureThreshold: 2,
  recoveryThreshold: 2,
  settings: { method: 'GET', headers: {}, body: null, followRedirects: true, expectedStatus: null, ipVersion: 'auto' },
  counters: NO_COUNTERS,
})

/** Reports to the parent how many bytes the monitors occupy. */
async function runProbe(port: MessagePort): Promise<void> {
  const runner = new Runner({
    region: REGION,
    probeId: 'bench',
    name: 'bench',
    version: '0',
    capabilities: { icmp: false, ipv6: false },
    link: new ThreadLink(port),
    clock: createSystemClock(Date.now),
    runCheck: async () => OUTCOME,
    tools: {} as ProbeTools,
    network: {
      reach: async () => true,
      findPath: async () => ({ localAddress: '192.0.2.1', interfaceName: 'eth0 (IPv4)', isOnLink: false }),
      readInterfaces: () => new Set(['eth0 (IPv4)']),
      queryFreshName: async () => ({ kind: 'unknown', server: null }),
      readUplink: async () => ({ isUp: true, trouble: null }),
    },
    report: (message, error) => console.error(message, error),
  })
  const before = readHeapBytes()
  runner.start()
  while (runner.getStats().monitors === 0) await pause(100)
  parentPort!.postMessage(readHeapBytes() - before)
}

function readHeapBytes(): number {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

function runTimer(): void {
  setTimeout(runTimer, 1)
}

const startWorker = (role: Role): Worker =>
  new Worker(new URL(import.meta.url), { workerData: role, transferList: role.kind === 'probe' ? [role.port] : [] })

interface Window {
  /** CPU microseconds of all threads, and of this one. */
  all: number
  own: number
}

async function watchCpu(seconds: number): Promise<Window> {
  const [all, own] = [process.cpuUsage(), process.threadCpuUsage()]
  await pause(seconds * 1_000)
  return { all: sumCpu(process.cpuUsage(all)), own: sumCpu(process.threadCpuUsage(own)) }
}

const sumCpu = ({ user, system }: { user: number; system: number }): number => user + system

async function measureTimer(seconds: number): Promise<number> {
  const worker = startWorker({ kind: 'timer' })
  await pause(WARM_UP_MS)
  const { all } = await watchCpu(seconds)
  await worker.terminate()
  return all / seconds
}

async function measure(monitors: number, rate: number, seconds: number): Promise<void> {
  const timerPerSecond = await measureTimer(Math.min(seconds, 5))
  const { port1, port2 } = new MessageChannel()
  const worker = startWorker({ kind: 'probe', port: port2 })
  const grown = new Promise<number>((resolve) => worker.once('message', resolve))
  const late: number[] = []
  const nothing: AssignmentsResponse = { revision: 1, changed: [], removed: [] }
  // Whole seconds for long intervals, as in production; the grid counts whole milliseconds
  const interval = monitors >= 10 * rate ? Math.round(monitors / rate) : monitors / rate
  const everything = () => Array.from({ length: monitors }, (_, i) => createAssignment(i + 1, interval))
  const line = openThreadPort({
    port: port1,
    region: REGION,
    pull: async ({ since }) => (since === 1 ? nothing : { ...nothing, changed: everything() }),
    register: async () => ({ session: '', leaseMs: 15_000, now: 0 }),
    recordHeartbeat: async () => {},
    record: async (results) => {
      for (const { startedAt, scheduledAt } of results) late.push(startedAt - scheduledAt)
    },
  })
  const bytes = await grown
  await pause(WARM_UP_MS)
  late.length = 0
  const { all, own } = await watchCpu(seconds)
  const lateness = late.toSorted((a, b) => a - b)
  const count = lateness.length
  const at = (share: number) => lateness[Math.min(count - 1, Math.floor(count * share))]
  const us = (microseconds: number) => `${(microseconds / count).toFixed(2)} us`
  console.log(`${monitors} monitors, ${Math.round(count / seconds)} checks/s`)
  console.log(`CPU per check   ${us(all)}, of which the server thread ${us(own)}`)
  console.log(`a bare timer    ${us(timerPerSecond * seconds)} per check, with only a wake-up every millisecond`)
  console.log(`lateness        p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, p99.9 ${at(0.999)} ms, max ${at(1)} ms`)
  console.log(`memory          ${Math.round(bytes / monitors)} bytes per monitor`)
  line.close()
  await worker.terminate()
}

const role = workerData as Role | null
if (role?.kind === 'probe') await runProbe(role.port)
else if (role?.kind === 'timer') runTimer()
else {
  const [monitors = sized(10_000, 100), rate = sized(4_000, 100), seconds = sized(10, 1)] = process.argv
    .slice(2)
    .map(Number)
  await measure(monitors, rate, seconds)
}
