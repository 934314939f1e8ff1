/** `watchkeeper probe` as users run it: a separate process. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Cleanup } from '../database/stores.ts'
import { waitUntil } from '../time/until.ts'
import { createEnvironment, type Ended, NODE_FLAGS } from './program.ts'

const ROOT = join(import.meta.dirname, '../../..')

export interface ProbeProgram {
  pid: number
  stdout(): string
  stderr(): string
  /** Resolves when the server has accepted the probe. */
  ready(): Promise<void>
  ended: Promise<Ended>
  stop(signal?: NodeJS.Signals): Promise<Ended>
  /** Kills the process, as a power cut would. */
  kill(): Promise<Ended>
}

export interface ProbeProgramOptions {
  server: string
  token: string
  dataDir: string
  args?: readonly string[]
  env?: Record<string, string>
}

/** Starts the program, which is killed after the test. */
export function startProbeProgram(t: Cleanup, options: ProbeProgramOptions): ProbeProgram {
  const { server, token, dataDir, args = [], env = {} } = options
  const child: ChildProcess = spawn(
    process.execPath,
    [...NODE_FLAGS, join(ROOT, 'dist/bin/watchkeeper.js'), 'probe', '--server', server, '--data', dataDir, ...args],
    { cwd: ROOT, env: createEnvironment({ WK_PROBE_TOKEN: token, ...env }), stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const output = { stdout: '', stderr: '' }
  child.stdout!.on('data', (chunk) => {
    output.stdout += chunk
  })
  child.stderr!.on('data', (chunk) => {
    output.stderr += chunk
  })
  const ended = once(child, 'close').then(([code]) => ({ code, ...output }) as Ended)
  const end = (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    return ended
  }
  t.after(async () => {
    await end('SIGKILL')
  })
  return {
    pid: child.pid!,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    ready: () => waitUntil(() => output.stdout.includes('checks from region'), 'a registered probe').then(() => {}),
    ended,
    stop: (signal = 'SIGTERM') => end(signal),
    kill: () => end('SIGKILL'),
  }
}
