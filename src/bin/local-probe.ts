/** Runs the probe in a worker thread of this server, and restarts it when it fails. */
import type { Assignment, CheckResult, ProbeCapabilities } from '../core/probes/protocol.ts'
import type { TimedPhaseListener } from '../core/results/check-phase.ts'
import { openThreadPort, type ThreadPort } from '../engine/thread-port.ts'
import type { Seal } from '../services/platform/seal.ts'
import type { LocalProbeSession } from '../services/probes/local-probe-session.ts'
import type { Logger } from './log.ts'
import type { ProbeThreadMessage, ProbeThreadOptions, ProbeThreadReport } from './probe-thread.ts'
import { type ProbeWorker, startProbeWorker } from './probe-worker.ts'

interface LocalProbeOptions {
  /** The first thread, which has already been started. */
  firstWorker: ProbeWorker
  /** Options for the threads that replace it. */
  threadOptions: ProbeThreadOptions
  session: LocalProbeSession
  /** Opens assignments that arrive through the database. */
  seal: Seal
  log: Logger
  /** Whether a database outage explains connection errors. */
  isDatabaseAway: () => boolean
}

export interface LocalProbe {
  /** Resolves when the first thread has requested its assignments, or has failed. */
  started: Promise<void>
  /** Null until the probe has registered, and during a restart. */
  capabilities(): ProbeCapabilities | null
  /** Wakes the probe after assignments have changed. */
  wake(): void
  /** Sets how far the service's clock, which decides when checks are due, is ahead of this machine's clock. */
  followClock(leadMs: number): void
  /** @throws Error when the probe is gone or does not answer in time */
  runNow(assignment: Assignment, onPhase?: TimedPhaseListener): Promise<CheckResult>
  /** Resolves when the probe's last results are stored. */
  stop(): Promise<void>
}

/** Delay between the failure of a thread and the start of the next. */
const RESTART_DELAY_MS = 1_000

/** How long an ordered check may take in addition to its timeout. */
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
    runNow: (assignment, onPhase) => current.runNow(assignment, onPhase),
    stop: async () => {
      isStopping = true
      clearTimeout(restart)
      await current.stop()
      // Without this message, the server notices when the lease ends
      await options.session.leave().catch((err: unknown) => log.warn({ err }, 'failed to deregister the probe'))
    },
  }
}

interface Running {
  started: Promise<void>
  port: ThreadPort
  runNow(assignment: Assignment, onPhase?: TimedPhaseListener): Promise<CheckResult>
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
  const runNow = (assignment: Assignment, onPhase?: TimedPhaseListener) =>
    port.runNow(assignment, assignment.timeoutMs + ANSWER_MARGIN_MS, onPhase)
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
