/** The probe in a worker thread of this server, started again when it breaks. */
import type { Assignment, CheckResult, ProbeCapabilities } from '../core/probes/protocol.ts'
import { openThreadPort, type ThreadPort } from '../engine/thread-port.ts'
import type { Seal } from '../services/platform/seal.ts'
import type { LocalProbeSession } from '../services/probes/local-probe-session.ts'
import type { Logger } from './log.ts'
import type { ProbeThreadMessage, ProbeThreadOptions, ProbeThreadReport } from './probe-thread.ts'
import { type ProbeWorker, startProbeWorker } from './probe-worker.ts'

interface LocalProbeOptions {
  /** The first thread, which is on its way already. */
  firstWorker: ProbeWorker
  /** How those are started that take its place. */
  threadOptions: ProbeThreadOptions
  session: LocalProbeSession
  /** For orders that came by way of the database. */
  seal: Seal
  log: Logger
  /** Whether an outage explains errors of the line. */
  isDatabaseAway: () => boolean
}

export interface LocalProbe {
  /** Resolves when the first thread has asked for what it is to check, or has broken. */
  started: Promise<void>
  /** Null until the probe has introduced itself, and while it is being started again. */
  capabilities(): ProbeCapabilities | null
  /** Assignments have changed. */
  wake(): void
  /** Checks are due by the service's time, which is ahead of this machine's clock by `leadMs`. */
  followClock(leadMs: number): void
  /** @throws Error when the probe is gone or does not answer in time */
  runNow(assignment: Assignment): Promise<CheckResult>
  /** Resolves when its last results are stored. */
  stop(): Promise<void>
}

/** Between the end of a broken thread and the next one. */
const RESTART_DELAY_MS = 1_000

/** What an ordered check may take beyond its own time limit. */
const ANSWER_MARGIN_MS = 5_000

export function startLocalProbe(options: LocalProbeOptions): LocalProbe {
  const { log } = options
  let isStopping = false
  let restart: NodeJS.Timeout | undefined
  let current = begin(options.firstWorker)

  function begin(thread: ProbeWorker): Running {
    return runWorker(thread, options, (error) => {
      if (isStopping) return
      log.error({ err: error, region: options.threadOptions.region }, 'probe crashed; restarting it')
      restart = setTimeout(() => {
        current = begin(startProbeWorker(options.threadOptions))
      }, RESTART_DELAY_MS)
    })
  }

  return {
    started: current.started,
    capabilities: () => current.capabilities,
    wake: () => current.port.wake(),
    followClock: (leadMs) => current.followClock(leadMs),
    runNow: (assignment) => current.runNow(assignment),
    stop: async () => {
      isStopping = true
      clearTimeout(restart)
      await current.stop()
      // Whoever is not told finds out when the lease ends
      await options.session.leave().catch((err: unknown) => log.warn({ err }, 'failed to deregister the probe'))
    },
  }
}

interface Running {
  started: Promise<void>
  port: ThreadPort
  runNow(assignment: Assignment): Promise<CheckResult>
  followClock(leadMs: number): void
  capabilities: ProbeCapabilities | null
  stop(): Promise<void>
}

function runWorker(
  { worker, port: line, failure }: ProbeWorker,
  { threadOptions, session, seal, log, isDatabaseAway }: LocalProbeOptions,
  onBroken: (error: unknown) => void,
): Running {
  const begun = Promise.withResolvers<void>()
  const runNow = (assignment: Assignment) => port.runNow(assignment, assignment.timeoutMs + ANSWER_MARGIN_MS)
  const port = openThreadPort({
    port: line,
    region: threadOptions.region,
    register: async (hello) => {
      const welcome = await session.register(hello)
      running.capabilities = hello.capabilities
      return welcome
    },
    recordHeartbeat: (request) => session.recordHeartbeat(request),
    pull: async (request) => {
      const [answer] = await Promise.all([session.pull(request), session.runOrders(seal, runNow)])
      begun.resolve()
      return answer
    },
    record: (results) => session.record(results),
  })
  worker.on('message', ({ message, error: err }: ProbeThreadReport) => {
    if ((err ?? null) === null || !isDatabaseAway())
      log.warn({ err, region: threadOptions.region }, `probe: ${message}`)
  })
  const ended = Promise.withResolvers<void>()
  worker.once('exit', () => {
    running.capabilities = null
    port.close()
    begun.resolve()
    ended.resolve()
    onBroken(failure())
  })
  const running: Running = {
    started: begun.promise,
    port,
    runNow,
    followClock: (leadMs) => worker.postMessage({ leadMs } satisfies ProbeThreadMessage),
    capabilities: null,
    stop: () => {
      worker.postMessage('stop' satisfies ProbeThreadMessage)
      return ended.promise
    },
  }
  return running
}
