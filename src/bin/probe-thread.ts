/**
 * Runs the probe, or a part of its monitors, in a worker thread of the server. It ends on `stop`, after delivering its results. An unexpected error
 * also ends it: Node notifies the server, which starts another thread.
 */
import { flushCompileCache } from 'node:module'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { createEgressPolicy, type EgressOptions } from '../core/platform/egress.ts'
import { ServiceClock } from '../core/platform/time/service-clock.ts'
import { closeProbeTools, createProbeTools } from '../net/connection/tools.ts'
import { Runner } from '../probe/runner.ts'
import { createSystemClock } from '../probe/schedule/clock.ts'
import { findCapabilities, findIcmpTrouble } from '../probe/server/capabilities.ts'
import { ThreadLink } from '../probe/server/thread-link.ts'
import { runCheck } from '../probers/run-check.ts'
import { type Pulse, watchMainThread } from '../runtime/watchdog.ts'
import { MACHINE } from './machine.ts'
import { scheduleMemoryRelease } from './memory.ts'
import { createProbeNetwork } from './probe-network.ts'

/** The `workerData` of the thread, which also contains the thread's message port. */
export interface ProbeThreadOptions {
  region: string
  probeId: string
  name: string
  version: string
  egress: EgressOptions
  dnsServers: readonly string[]
  caFile: string | null
  /** The folder in which the probe stores its connection state. */
  dataDir: string
  /** Number of the thread, from 1. */
  thread: number
}

interface ThreadTools {
  port: MessagePort
  /** Pulse of the main thread, which the first thread watches. */
  pulse: Pulse
}

/** Messages from the server other than assignments: how far its clock is ahead of this machine's clock, or a stop. */
export type ProbeThreadMessage = { leadMs: number } | 'stop'

/** A temporary problem that the thread reports to its parent. */
export interface ProbeThreadReport {
  message: string
  error: unknown
}

async function run({ port, pulse, ...options }: ProbeThreadOptions & ThreadTools): Promise<void> {
  if (options.thread === 1) watchMainThread(pulse)
  const { region, probeId, name, version, dnsServers, caFile, dataDir, thread } = options
  const report = (message: string, error: unknown) =>
    parentPort?.postMessage({ message, error } satisfies ProbeThreadReport)
  const tools = createProbeTools({
    egress: createEgressPolicy(options.egress),
    dnsServers,
    ...(caFile !== null && { caFile }),
  })
  const clock = new ServiceClock(MACHINE)
  const runner = new Runner({
    region,
    probeId,
    name,
    version,
    capabilities: await findCapabilities(tools.icmp),
    link: new ThreadLink(port),
    clock: createSystemClock(clock.now),
    runCheck,
    tools,
    ...createProbeNetwork(tools, dataDir, thread),
    report,
  })
  parentPort?.on('message', async (message: ProbeThreadMessage) => {
    if (message !== 'stop') {
      clock.move(message.leadMs - clock.leadMs)
      return
    }
    await runner.stop()
    closeProbeTools(tools)
    // An aborted check may still hold a socket, and the server has waited long enough
    process.exit(0)
  })
  runner.start()
  // Before the server is ready and changes the flags of V8, with which compiled code is stored
  flushCompileCache()
  scheduleMemoryRelease()
  const incapable = await findIcmpTrouble(tools.icmp)
  if (incapable !== null && thread === 1) report(`cannot run ICMP checks from this machine: ${incapable}`, null)
}

await run(workerData)
