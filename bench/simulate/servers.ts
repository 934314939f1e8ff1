/** The servers, and how the simulated probes reach them. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { CheckResult } from '../../src/core/probes/protocol.ts'
import { Unregistered } from '../../src/core/probes/protocol.ts'
import { packResults } from '../../src/core/probes/result-batch.ts'
import type { Clock } from '../../src/probe/schedule/clock.ts'
import { HttpLink } from '../../src/probe/server/http-link.ts'
import type { ProbeLink } from '../../src/probe/server/link.ts'
import { ServerLine } from '../../src/probe/server/server-line.ts'
import { type Cleanup, testFolder } from '../../test/support/database/stores.ts'
import { runProgram, startProgram } from '../../test/support/programs/program.ts'
import type { Answered, Asked, Question, ServerOptions, Stored } from './messages.ts'

export interface ServerHandle {
  pid: number
  /** @param onStored told how long each batch took until it was stored, ms */
  link(probeId: string, region: string, clock: Clock, onStored: (ms: number) => void): ProbeLink
}

/** A process for each that is asked over its pipe. */
export const startServers = (t: Cleanup, count: number, options: ServerOptions): Promise<ServerHandle[]> =>
  Promise.all(Array.from({ length: count }, () => startServer(t, options)))

async function startServer(t: Cleanup, options: ServerOptions): Promise<ServerHandle> {
  const child = fork(join(import.meta.dirname, 'server.ts'), [JSON.stringify(options)], {
    serialization: 'advanced',
    execArgv: ['--max-semi-space-size=8', '--heap-growing-percent=30'],
  })
  t.after(() => void child.kill('SIGKILL'))
  const failed = once(child, 'exit').then(([code]) => Promise.reject(new Error(`a server ended with ${code}`)))
  await Promise.race([once(child, 'message'), failed])
  failed.catch(() => {})
  const pipe = new Pipe(child)
  return {
    pid: child.pid!,
    link: (probeId, region, _clock, onStored) => pipeLink(pipe, probeId, region, onStored),
  }
}

class Pipe {
  readonly #child: ChildProcess
  readonly #asked = new Map<number, PromiseWithResolvers<unknown>>()
  #last = 0

  constructor(child: ChildProcess) {
    this.#child = child
    child.on('message', (message) => this.#hear(message as Answered))
    child.on('exit', () => {
      for (const { reject } of this.#asked.values()) reject(new Error('the server is gone'))
    })
  }

  ask(probeId: string, region: string, question: Question): Promise<unknown> {
    const asked: Asked = { id: ++this.#last, probeId, region, question }
    const waiting = Promise.withResolvers<unknown>()
    this.#asked.set(asked.id, waiting)
    this.#child.send(asked)
    return waiting.promise
  }

  #hear(answered: Answered): void {
    const waiting = this.#asked.get(answered.id)
    this.#asked.delete(answered.id)
    if ('value' in answered) waiting?.resolve(answered.value)
    else waiting?.reject(answered.isUnregistered ? new Unregistered(answered.error) : new Error(answered.error))
  }
}

function pipeLink(pipe: Pipe, probeId: string, region: string, onStored: (ms: number) => void): ProbeLink {
  const ask = <T>(question: Question) => pipe.ask(probeId, region, question) as Promise<T>
  return {
    register: (hello) => ask({ kind: 'register', hello }),
    pull: (request) => ask({ kind: 'pull', request }),
    push: async (results) => {
      const { commitMs } = await ask<Stored>({ kind: 'push', batch: packResults(results) })
      onStored(commitMs)
    },
    onRunNow: () => {},
    close: () => {},
  }
}

/** The program itself, asked as probes elsewhere do. What a batch takes is then from the question to the answer. */
export async function startHttpServers(
  t: Cleanup,
  count: number,
  url: string,
  regions: readonly string[],
): Promise<ServerHandle[]> {
  const env = { DATABASE_URL: url, WK_LOCAL_PROBE: 'off', WK_RATE_LIMIT: '0', WK_LOG_LEVEL: 'warn', WK_SECRET: SECRET }
  const envs = Array.from({ length: count }, () => ({ ...env, WK_DATA_DIR: testFolder(t), WK_REGION: regions[0]! }))
  const programs = await Promise.all(envs.map((own) => startProgram(t, { env: own })))
  const tokens = new Map<string, string>()
  for (const region of regions) {
    const { stdout, stderr } = await runProgram(['probe-token', region], envs[0]!)
    if (!stdout.startsWith('wkp_')) throw new Error(stderr)
    tokens.set(region, stdout.trim())
  }
  return programs.map((program) => ({
    pid: program.pid,
    link: (_probeId, region, clock, onStored) => {
      const line = new ServerLine({ server: new URL(program.url), token: tokens.get(region)!, version: 'simulated' })
      const report = (message: string, error: unknown) => process.stderr.write(`${message}: ${error}\n`)
      return new TimedLink({ line, clock, report, onTime: () => {} }, onStored)
    },
  }))
}

const SECRET = 'a secret of the simulation, which protects nothing'

class TimedLink extends HttpLink {
  readonly #onStored: (ms: number) => void

  constructor(options: ConstructorParameters<typeof HttpLink>[0], onStored: (ms: number) => void) {
    super(options)
    this.#onStored = onStored
  }

  override async push(results: readonly CheckResult[]): Promise<void> {
    const begun = performance.now()
    await super.push(results)
    this.#onStored(performance.now() - begun)
  }
}
