/** The program as users run it: a separate process with its own environment and data folder. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Cleanup } from '../database/stores.ts'
import { PATIENCE_MS } from '../time/until.ts'

/** Root folder of this checkout. */
export const ROOT = join(import.meta.dirname, '../../..')

const getEntryFile = (root: string): string => join(root, 'dist/bin/watchkeeper.js')
const readNodeFlags = (root: string): string[] =>
  readFileSync(getEntryFile(root), 'utf8').split('\n', 1)[0]!.match(/--\S+/g) ?? []

/** Flags for Node when the program is run by its name. */
export const NODE_FLAGS: readonly string[] = readNodeFlags(ROOT)

/** Creates the command line that runs the program of a checkout. */
export const createCommand = (root: string, args: readonly string[]): string[] => [
  process.execPath,
  ...readNodeFlags(root),
  getEntryFile(root),
  ...args,
]

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

export interface Program {
  /** Base URL, without a slash at the end. */
  url: string
  /** Process id of the program, or of `npm` when npm started it. */
  pid: number
  /** Time from the start until the program reported that it was ready, ms. */
  startMs: number
  stdout(): string
  stderr(): string
  /** Sends a signal that stops the program. */
  stop(signal?: NodeJS.Signals): Promise<Ended>
  /** Kills the program and its children, as a power cut would. */
  kill(): Promise<Ended>
}

export interface ProgramOptions {
  env: Record<string, string>
  /** Starts by `npm start`, as in the README; otherwise directly, which is faster. */
  byNpm?: boolean
  /** Another checkout whose program is started. */
  root?: string
  /** A command that runs the program, with its arguments, such as `['prlimit', '--nofile=1024']`. */
  wrapper?: readonly string[]
}

/** Creates an environment without settings inherited from outside. */
export const createEnvironment = (own: Record<string, string>): NodeJS.ProcessEnv => {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('WK_') && name !== 'DATABASE_URL')
  return { ...Object.fromEntries(inherited), ...own }
}

interface Child {
  process: ChildProcess
  output: { stdout: string; stderr: string }
  ended: Promise<Ended>
}

function startChild([command, ...args]: readonly string[], env: Record<string, string>, root = ROOT): Child {
  // Its own process group, so that a kill reaches the children of npm too
  const child = spawn(command!, args, {
    cwd: root,
    env: createEnvironment(env),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk
  })
  const ended = once(child, 'close').then(([code]) => ({ code, ...output }))
  return { process: child, output, ended }
}

/** Runs a command until it exits. */
export function runProgram(args: readonly string[], env: Record<string, string>): Promise<Ended> {
  return startChild(createCommand(ROOT, args), env).ended
}

/** Starts a server on a free port by default; resolves once it is ready. The server is killed after the test. */
export async function startProgram(t: Cleanup, options: ProgramOptions): Promise<Program> {
  const { env, byNpm = false, root = ROOT, wrapper = [] } = options
  const begun = performance.now()
  const command = byNpm ? ['npm', 'start'] : [...wrapper, ...createCommand(root, ['serve'])]
  const child = startChild(command, { WK_PORT: '0', ...env }, root)
  const { process: serving, output, ended } = child
  const pid = serving.pid!
  const kill = () => {
    if (serving.exitCode === null && serving.signalCode === null) process.kill(-pid, 'SIGKILL')
    return ended
  }
  t.after(async () => {
    await kill()
  })
  const url = await waitForAddress(child)
  return {
    url,
    pid,
    startMs: performance.now() - begun,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    stop: (signal = 'SIGTERM') => {
      process.kill(pid, signal)
      return ended
    },
    kill,
  }
}

function waitForAddress({ process: serving, output, ended }: Child): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const giveUp = (reason: string) => reject(new Error(`${reason}\n${output.stdout}\n${output.stderr}`))
  const timer = setTimeout(() => giveUp(`not ready within ${PATIENCE_MS} ms`), PATIENCE_MS)
  const readAddress = () => {
    const address = /is ready at (\S+)/.exec(output.stdout)?.[1]
    if (address) resolve(address)
  }
  serving.stdout!.on('data', readAddress)
  void ended.then(({ code }) => giveUp(`ended with ${code} before it was ready`))
  return promise.finally(() => clearTimeout(timer))
}
