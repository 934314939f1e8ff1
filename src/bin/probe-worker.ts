/**
 * Starts a thread for the probe. This module imports little, which lets the thread start before the rest of the server
 * is loaded.
 */
import { hostname } from 'node:os'
import { extname } from 'node:path'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import type { Config } from '../config/config.ts'
import { computeServerIdentity } from '../runtime/server-identity.ts'
import { VERSION } from '../runtime/version.ts'
import { PULSE } from '../runtime/watchdog.ts'
import type { ProbeThreadOptions } from './probe-thread.ts'

export interface ProbeWorker {
  worker: Worker
  /** The server's end of the channel. It queues messages of the thread until a listener is attached. */
  port: MessagePort
  /** Returns why the thread ended. */
  failure(): unknown
}

export function startProbeWorker(options: ProbeThreadOptions): ProbeWorker {
  const { port1, port2 } = new MessageChannel()
  const worker = new Worker(new URL(`./probe-thread${extname(import.meta.url)}`, import.meta.url), {
    workerData: { ...options, port: port2, pulse: PULSE },
    transferList: [port2],
  })
  let failure: unknown = new Error('probe thread exited')
  worker.on('error', (error) => {
    failure = error
  })
  return { worker, port: port1, failure: () => failure }
}

/** Picks the configuration values that the first thread of a probe needs. */
export const toProbeThreadOptions = (config: Config): ProbeThreadOptions => {
  const { region, egress, dnsServers, caFile, dataDir } = config
  return {
    region,
    probeId: computeServerIdentity(config),
    name: hostname(),
    version: VERSION,
    egress,
    dnsServers,
    caFile,
    dataDir,
    thread: 1,
  }
}
