/** The service of one scenario: the real program in the namespace of the site, used through its API like a client. */
import { request } from 'node:http'
import { join } from 'node:path'
import { type Cleanup, createTestFolder } from '../../../test/support/database/stores.ts'
import { type Program, startProgram } from '../../../test/support/programs/program.ts'
import type { Agent } from './agent.ts'
import { MAIL_PORT } from './mailbox.ts'
import { RECEIVERS, toNamespaceCommand } from './network.ts'

/** The same port everywhere, since namespaces do not share ports. */
export const SERVICE_PORT = 8080

export interface ServiceOptions {
  /** Namespace of the site; `agent` is a process there. */
  site: string
  agent: Agent
  /** Checkout whose program is started; this one when absent. */
  root?: string
  /** PostgreSQL over a socket file, which all namespaces share; SQLite when absent. */
  databaseUrl?: string
}

interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: responses are read without a schema
  body: any
}

export class Service {
  readonly #t: Cleanup
  readonly #options: ServiceOptions
  readonly #folder: string
  readonly #socket: string
  readonly #programs: Program[] = []
  #key = ''

  private constructor(t: Cleanup, options: ServiceOptions) {
    this.#t = t
    this.#options = options
    this.#folder = createTestFolder(t)
    this.#socket = join(this.#folder, 'bridge')
  }

  /** Starts the service and creates an account. */
  static async create(t: Cleanup, options: ServiceOptions): Promise<Service> {
    const service = new Service(t, options)
    await options.agent.send({ kind: 'bridge', file: service.#socket, port: SERVICE_PORT })
    await service.start()
    const account = {
      name: 'World',
      email: 'world@example.com',
      password: 'a long enough password',
      organization_name: 'World',
    }
    const { access_token } = await service.call('POST', '/api/auth/register', account)
    service.#key = `Bearer ${access_token}`
    const { key } = await service.call('POST', '/api/auth/api-keys', { name: 'world', scope: 'read_write' })
    service.#key = key
    return service
  }

  async start(): Promise<void> {
    const { site, root, databaseUrl } = this.#options
    const env = {
      WK_DATA_DIR: this.#folder,
      WK_PORT: String(SERVICE_PORT),
      WK_RATE_LIMIT: '0',
      // Addresses of the world look special or private
      WK_EGRESS: 'any',
      WK_LOG_FORMAT: 'json',
      WK_SMTP_URL: `smtp://${RECEIVERS}:${MAIL_PORT}`,
      WK_SMTP_FROM: 'world@example.com',
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    }
    this.#programs.push(
      await startProgram(this.#t, { env, wrapper: toNamespaceCommand(site), ...(root !== undefined && { root }) }),
    )
  }

  /** Kills the whole process group with `kill -9`. */
  async kill(): Promise<void> {
    await this.#programs.at(-1)!.kill()
  }

  suspend(): void {
    process.kill(this.#programs.at(-1)!.pid, 'SIGSTOP')
  }

  resume(): void {
    process.kill(this.#programs.at(-1)!.pid, 'SIGCONT')
  }

  /** Returns the program's log since its first start. */
  log(): string {
    return this.#programs.map((program) => `${program.stdout()}${program.stderr()}`).join('')
  }

  /** @throws Error when the service refuses */
  async call(method: string, path: string, body?: unknown): Promise<Answer['body']> {
    const { status, body: answer } = await this.#request(method, path, body)
    if (status >= 400) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`)
    return answer.data
  }

  async #request(method: string, path: string, body: unknown): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const credential = this.#key.startsWith('Bearer ') ? { authorization: this.#key } : { 'x-api-key': this.#key }
    const headers = { ...(this.#key && credential), ...(body !== undefined && { 'content-type': 'application/json' }) }
    const sending = request({ socketPath: this.#socket, method, path, headers }, async (response) => {
      const text = String(Buffer.concat(await response.toArray()))
      resolve({ status: response.statusCode!, body: JSON.parse(text) })
    })
    sending.on('error', reject)
    sending.end(body === undefined ? undefined : JSON.stringify(body))
    return promise
  }
}
