/** Runs the probe in worker threads of this server, and restarts a thread when it fails. */

import { isOfThread, listThreads, type ProbeThread } from '../core/probes/probe-threads.ts'
import type { Assignment, CheckResult, ProbeCapabilities } from '../core/probes/protocol.ts'
import type { TimedPhaseListener } from '../core/results/trace-step.ts'
import { openThreadPort, type ThreadPort } from '../engine/thread-port.ts'
import type { Seal } from '../services/platform/sealing/seal.ts'
import type { LocalProbeSession } from '../services/probes/local-probe-session.ts'
import type { Logger } from './log.ts'
import type { ProbeThreadMessage, ProbeThreadOptions, ProbeThreadReport } from './probe-thread.ts'
import { type ProbeWorker, startProbeWorker } from './probe-worker.ts'

interface LocalProbeOptions {
  /** The first thread, which has already been started. */
  firstWorker: ProbeWorker
  /** Number of threads. */
  threads: number
  /** Options for all other threads and for those that replace a failed one. */
  threadOptions: ProbeThreadOptions
  session: LocalProbeSession
  /** Opens assignments that arrive through the database. */
  seal: Seal
  log: Logger
  /** Whether a database outage explains connection errors. */
  isDatabaseAway: () => boolean
}

export interface LocalProbe {
  /** Resolves when every thread has requested its assignments, or has failed. */
  started: Promise<unknown>
  /** Null until the probe has registered, and while no thread runs. */
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
  const { log, session } = options
  const threads = listThreads(options.threads).map((thread) => superviseThread(thread, { ...options, runNow }))

  /** The thread that holds the monitor counts the check for it. Another thread takes its place while it restarts. */
  function runNow(assignment: Assignment, onPhase?: TimedPhaseListener): Promise<CheckResult> {
    const owner = threads.find(({ thread }) => isOfThread(thread, assignment.monitorKey))!.current
    const able = owner.capabilities ? owner : threads.find(({ current }) => current.capabilities)?.current
    return (able ?? owner).port.runNow(assignment, assignment.timeoutMs + ANSWER_MARGIN_MS, onPhase)
  }

  return {
    started: Promise.all(threads.map(({ current }) => current.started)),
    capabilities: () => threads.find(({ current }) => current.capabilities)?.current.capabilities ?? null,
    wake: () => {
      for (const { current } of threads) current.port.wake()
    },
    followClock: (leadMs) => {
      for (const { current } of threads) current.followClock(leadMs)
    },
    runNow,
    stop: async () => {
      await Promise.all(threads.map((thread) => thread.stop()))
      // Without this message, the server notices when the lease ends
      await session.leave().catch((err: unknown) => log.warn({ err }, 'failed to deregister the probe'))
    },
  }
}

/** One thread and its replacements. */
interface SupervisedThread {
  readonly thread: ProbeThread
  readonly current: Running
  stop(): Promise<void>
}

interface ThreadOptions extends LocalProbeOptions, Pick<LocalProbe, 'runNow'> {}

function superviseThread(thread: ProbeThread, options: ThreadOptions): SupervisedThread {
  const { log, threadOptions } = options
  const ownOptions = { ...threadOptions, thread: thread.number }
  let isStopping = false
  let restart: NodeJS.Timeout | undefined
  const begin = (worker: ProbeWorker): Running =>
    runWorker(worker, thread, options, (error) => {
      if (isStopping) return
      log.error({ err: error, ...describeThread(threadOptions.region, thread) }, 'probe crashed; restarting it')
      restart = setTimeout(() => {
        current = begin(startProbeWorker(ownOptions))
      }, RESTART_DELAY_MS)
    })
  let current = begin(thread.number === 1 ? options.firstWorker : startProbeWorker(ownOptions))
  return {
    thread,
    get current() {
      return current
    },
    stop: () => {
      isStopping = true
      clearTimeout(restart)
      return current.stop()
    },
  }
}

/** Fields of log messages about a thread. The only thread of a probe needs no number. */
const describeThread = (region: string, { number, of }: ProbeThread) => ({ region, ...(of > 1 && { thread: number }) })

interface Running {
  started: Promise<void>
  port: ThreadPort
  followClock(leadMs: number): void
  capabilities: ProbeCapabilities | null
  stop(): Promise<void>
}

function runWorker(
  { worker, port: line, failure }: ProbeWorker,
  thread: ProbeThread,
  { threadOptions, session, seal, log, isDatabaseAway, runNow }: ThreadOptions,
  onBroken: (error: unknown) => void,
): Running {
  const begun = Promise.withResolvers<void>()
  const port = openThreadPort({
    port: line,
    region: threadOptions.region,
    register: async (hello) => {
      const welcome = await session.register(hello, thread)
      running.capabilities = hello.capabilities
      return welcome
    },
    recordHeartbeat: (request) => session.recordHeartbeat(request, thread),
    pull: async (request) => {
      const [answer] = await Promise.all([session.pull(request, thread), session.runOrders(seal, runNow)])
      begun.resolve()
      return answer
    },
    record: (results) => session.record(results),
  })
  worker.on('message', ({ message, error: err }: ProbeThreadReport) => {
    if ((err ?? null) === null || !isDatabaseAway())
      log.warn({ err, ...describeThread(threadOptions.region, thread) }, `probe: ${message}`)
  })
  const ended = Promise.withResolvers<void>()
  worker.once('exit', () => {
    running.capabilities = null
    port.close()
    session.removeThread(thread)
    begun.resolve()
    ended.resolve()
    onBroken(failure())
  })
  const running: Running = {
    started: begun.promise,
    port,
    followClock: (leadMs) => worker.postMessage({ leadMs } satisfies ProbeThreadMessage),
    capabilities: null,
    stop: () => {
      worker.postMessage('stop' satisfies ProbeThreadMessage)
      return ended.promise
    },
  }
  return running
}
