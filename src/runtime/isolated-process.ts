/**
 * Runs a task on untrusted input in a process of its own, which ends at its limits. A thread would not do: a thread that
 * loops in native code, such as SQLite with a hostile file, cannot be ended.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { Problem, StartError } from '../core/platform/errors.ts'
import { Semaphore } from '../core/platform/limits/semaphore.ts'
import { MINUTE_MS, SECOND_MS } from '../core/platform/time/time.ts'

/** Limits of a task. CPU time is limited, so that an honest task succeeds on a busy machine. */
export interface IsolationLimits {
  cpuMs: number
  /** Time limit of a task that waits, in elapsed time. */
  runMs: number
  /** Resident memory of the process. */
  memoryMiB: number
  /** Standard output. */
  resultMiB: number
}

export const ISOLATION_LIMITS: IsolationLimits = {
  cpuMs: 15 * SECOND_MS,
  runMs: MINUTE_MS,
  memoryMiB: 1_024,
  resultMiB: 32,
}

/** Limit that ended a task, or its own failure. */
type Ending = 'time' | 'memory' | 'result' | 'crash'

export class IsolationError extends Error {
  readonly ending: Ending

  /** @param complaint error output of a task that crashed */
  constructor(ending: Ending, complaint = '') {
    super(`an isolated task was ended: ${ending}${complaint && `\n${complaint}`}`)
    this.ending = ending
  }
}

interface IsolatedTask {
  /** Arguments of the script. */
  args: readonly string[]
  /** The standard input: bytes, or the handle of a file that is read from its start. */
  input: Buffer | { readonly fd: number }
  /** Ends the task. */
  signal?: AbortSignal
}

/** Signals by which the guard ends its process. Neither leaves a core dump. */
const SIGNALS = { time: 'SIGALRM', memory: 'SIGUSR2' } as const
const ENDINGS = new Map<string, Ending>([
  [SIGNALS.time, 'time'],
  [SIGNALS.memory, 'memory'],
  ['SIGABRT', 'memory'], // V8 found no memory
  ['SIGKILL', 'memory'], // the system found none
])

/** Tasks at once. Each may take the memory of its limit. */
const CONCURRENCY = 2
const WAITING = 20

/** Last bytes of an error message that are reported. */
const MAX_ERROR_BYTES = 4_096

/**
 * Runs a task, and returns its result in the parts that arrived: a result of megabytes is neither decoded nor copied.
 *
 * @throws Problem, StartError, as the task; IsolationError when it is ended
 */
type RunIsolated = (task: IsolatedTask) => Promise<Buffer[]>

/**
 * @param script module that calls `runAsTask`
 * @param environment of the tasks, which need no secret of the server
 * @param refuse creates the error for a task when too many wait
 */
export function createIsolation(
  script: URL,
  environment: NodeJS.ProcessEnv,
  refuse: () => Error,
  limits = ISOLATION_LIMITS,
): RunIsolated {
  const slots = new Semaphore(CONCURRENCY, WAITING, refuse)
  return (task) => slots.run(() => runTask(script, environment, task, limits))
}

async function runTask(
  script: URL,
  env: NodeJS.ProcessEnv,
  { args, input, signal }: IsolatedTask,
  limits: IsolationLimits,
): Promise<Buffer[]> {
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${limits.memoryMiB}`,
      fileURLToPath(script),
      JSON.stringify({ ...limits, parentPid: process.pid }),
      ...args,
    ],
    {
      stdio: [Buffer.isBuffer(input) ? 'pipe' : input.fd, 'pipe', 'pipe'],
      env,
      killSignal: 'SIGKILL',
      timeout: limits.runMs,
      ...(signal && { signal }),
    },
  )
  const exit = Promise.withResolvers<{ code: number | null; end: NodeJS.Signals | null }>()
  child.once('error', exit.reject).once('close', (code, end) => exit.resolve({ code, end }))
  if (Buffer.isBuffer(input)) child.stdin!.on('error', ignore).end(input)
  const result = collect(child.stdout!, limits.resultMiB * MIB, () => child.kill('SIGKILL'))
  const complaint = collect(child.stderr!, MAX_ERROR_BYTES, ignore)
  const { code, end } = await exit.promise
  if (result.size > limits.resultMiB * MIB) throw new IsolationError('result')
  if (code === EXIT_CODES.result) return result.chunks
  if (code === EXIT_CODES.refused) throw readRefusal(Buffer.concat(result.chunks))
  if (child.killed) throw new IsolationError('time')
  const ending = ENDINGS.get(end ?? '') ?? 'crash'
  throw new IsolationError(ending, ending === 'crash' ? Buffer.concat(complaint.chunks).toString() : '')
}

/** Collects the chunks of a stream up to a limit. */
function collect(stream: Readable, limit: number, onFull: () => void): { chunks: Buffer[]; size: number } {
  const collected = { chunks: [] as Buffer[], size: 0 }
  stream.on('error', ignore).on('data', (chunk: Buffer) => {
    collected.size += chunk.length
    if (collected.size <= limit) collected.chunks.push(chunk)
    else onFull()
  })
  return collected
}

const ignore = (): void => {}
const MIB = 1024 * 1024

/**
 * Runs in a thread of its own, because the main thread may be in native code. It also ends the process when the parent
 * has ended, for example by SIGKILL.
 */
const GUARD = `
  const { parentPort, workerData: { limits, signals } } = require('node:worker_threads')
  setInterval(() => {
    const { user, system } = process.cpuUsage()
    if (process.ppid !== limits.parentPid) process.kill(process.pid, 'SIGKILL')
    else if ((user + system) / 1000 > limits.cpuMs) process.kill(process.pid, signals.time)
    else if (process.memoryUsage.rss() > limits.memoryMiB * ${MIB}) process.kill(process.pid, signals.memory)
  }, 50)
  parentPort.postMessage('ready')
`

/** A task that refused its input writes the reason as its result. */
const EXIT_CODES = { result: 0, refused: 100 } as const

type Refusal = Pick<Problem, 'code' | 'message' | 'details'> | Pick<StartError, 'message'>

/**
 * Limits this process, runs a task in it, and writes its result.
 *
 * @param limits the first argument of the process, as JSON
 */
export async function runAsTask(limits: string, run: (input: Buffer) => Promise<string>): Promise<void> {
  const guard = new Worker(GUARD, { eval: true, workerData: { limits: JSON.parse(limits), signals: SIGNALS } })
  await once(guard, 'message') // A task without a guard does not start
  const write = (code: number, text: string) => process.stdout.write(text, () => process.exit(code))
  try {
    write(EXIT_CODES.result, await run(await buffer(process.stdin)))
  } catch (error) {
    if (!(error instanceof Problem || error instanceof StartError)) throw error
    const { message } = error
    const refusal: Refusal =
      error instanceof Problem ? { code: error.code, message, details: error.details } : { message }
    write(EXIT_CODES.refused, JSON.stringify(refusal))
  }
}

function readRefusal(bytes: Buffer): Problem | StartError {
  const refusal: Refusal = JSON.parse(bytes.toString())
  return 'code' in refusal
    ? new Problem(refusal.code, refusal.message, refusal.details)
    : new StartError(refusal.message)
}

/** Returns the limit that ended a task, as a predicate; null for a task that crashed. */
export function describeEnding({ ending }: IsolationError, limits = ISOLATION_LIMITS): string | null {
  if (ending === 'time') return `takes more than ${limits.cpuMs / SECOND_MS} s of processor time`
  if (ending === 'memory') return `takes more than ${limits.memoryMiB} MiB of memory`
  return ending === 'result' ? `becomes longer than ${limits.resultMiB} MiB` : null
}
