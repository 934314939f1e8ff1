/** Starts the servers and connects the simulated probes to them. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { CheckResult } from '../../src/core/probes/protocol.ts'
import { UnregisteredError } from '../../src/core/probes/protocol.ts'
import { packResults } from '../../src/core/probes/thread-messages.ts'
import type { Clock } from '../../src/probe/schedule/clock.ts'
import { HttpLink } from '../../src/probe/server/http-link.ts'
import type { ProbeLink } from '../../src/probe/server/link.ts'
import { ServerConnection } from '../../src/probe/server/server-connection.ts'
import { type Cleanup, createTestFolder } from '../../test/support/database/stores.ts'
import { runProgram, startProgram } from '../../test/support/programs/program.ts'
import type { PipeRequest, PipeResponse, ProbeRequest, ServerOptions, StoredBatch } from './messages.ts'

export interface ServerHandle {
  pid: number
  /** @param onStored receives the time from push to storage of each batch, ms */
  link(probeId: string, region: string, clock: Clock, onStored: (ms: number) => void): ProbeLink
}

/** Starts a process for each server, controlled over its pipe. */
export const startServers = (t: Cleanup, count: number, options: ServerOptions): Promise<ServerHandle[]> =>
  Promise.all(Array.from({ length: count }, () => startServer(t, options)))

async function startServer(t: Cleanup, options: ServerOptions): Promise<ServerHandle> {
  const child = fork(join(import.meta.dirname, 'server.ts'), [JSON.stringify(options)], {
    serialization: 'advanced',
    execArgv: ['--max-semi-space-size=8', '--v8-pool-size=1'],
  })
  t.after(() => void child.kill('SIGKILL'))
  const failed = once(child, 'exit').then(([code]) => Promise.reject(new Error(`a server ended with ${code}`)))
  await Promise.race([once(child, 'message'), failed])
  failed.catch(() => {})
  const pipe = new Pipe(child)
  return {
    pid: child.pid!,
    link: (probeId, region, _clock, onStored) => createPipeLink(pipe, probeId, region, onStored),
  }
}

class Pipe {
  readonly #child: ChildProcess
  readonly #pending = new Map<number, PromiseWithResolvers<unknown>>()
  #last = 0

  constructor(child: ChildProcess) {
    this.#child = child
    child.on('message', (message) => this.#handleResponse(message as PipeResponse))
    child.on('exit', () => {
      for (const { reject } of this.#pending.values()) reject(new Error('the server has ended'))
    })
  }

  request(probeId: string, region: string, request: ProbeRequest): Promise<unknown> {
    const message: PipeRequest = { id: ++this.#last, probeId, region, request }
    const pending = Promise.withResolvers<unknown>()
    this.#pending.set(message.id, pending)
    this.#child.send(message)
    return pending.promise
  }

  #handleResponse(response: PipeResponse): void {
    const pending = this.#pending.get(response.id)
    this.#pending.delete(response.id)
    if ('value' in response) pending?.resolve(response.value)
    else pending?.reject(response.isUnregistered ? new UnregisteredError(response.error) : new Error(response.error))
  }
}

function createPipeLink(pipe: Pipe, probeId: string, region: string, onStored: (ms: number) => void): ProbeLink {
  const ask = <T>(request: ProbeRequest) => pipe.request(probeId, region, request) as Promise<T>
  return {
    register: (hello) => ask({ kind: 'register', hello }),
    pull: (request) => ask({ kind: 'pull', request }),
    push: async (results) => {
      const { commitMs } = await ask<StoredBatch>({ kind: 'push', batch: packResults(results) })
      onStored(commitMs)
    },
    onRunNow: () => {},
    close: () => {},
  }
}

/** Starts the real program, which serves the probes over HTTP. The time of a batch then covers request and response. */
export async function startHttpServers(
  t: Cleanup,
  count: number,
  url: string,
  regions: readonly string[],
): Promise<ServerHandle[]> {
  const env = { DATABASE_URL: url, WK_LOCAL_PROBE: 'off', WK_RATE_LIMIT: '0', WK_LOG_LEVEL: 'warn', WK_SECRET: SECRET }
  const envs = Array.from({ length: count }, () => ({
    ...env,
    WK_DATA_DIR: createTestFolder(t),
    WK_REGION: regions[0]!,
  }))
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
      const line = new ServerConnection({
        server: new URL(program.url),
        token: tokens.get(region)!,
        version: 'simulated',
      })
      const report = (message: string, error: unknown) => process.stderr.write(`${message}: ${error}\n`)
      return new TimedLink({ connection: line, clock, report, onTime: () => {} }, onStored)
    },
  }))
}

const SECRET = 'simulation secret that protects nothing real'

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
