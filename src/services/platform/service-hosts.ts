/**
 * Names at which people reach the service besides that of `WK_BASE_URL`: a status page may not claim one as its own domain,
 * for it would take the service away from everybody there. A name counts when somebody who runs the instance has used it:
 * anybody else could send any name, and keep it from those whom it belongs to.
 */
import type { Actor } from '../../core/accounts/access.ts'
import { toHostName } from '../../core/status-pages/status-page.ts'
import { insertServiceHost } from '../../store/platform/service-hosts.ts'
import type { Context } from './context.ts'

/** More names than these are no names of one service. */
const MAX_HOSTS = 100

export class ServiceHosts {
  readonly #context: Pick<Context, 'store' | 'now'>
  readonly #report: (error: unknown) => void
  readonly #known = new Set<string>()
  #writing: Promise<unknown> = Promise.resolve()

  /** @param report told of a name that could not be written */
  constructor(context: Pick<Context, 'store' | 'now'>, report: (error: unknown) => void) {
    this.#context = context
    this.#report = report
  }

  /** Costs nothing for a name that is known. @param host as a request says, with or without port */
  recordHost(
    host: string | undefined,
    { isInstanceAdmin, credential }: Pick<Actor, 'isInstanceAdmin' | 'credential'>,
  ): void {
    if (!isInstanceAdmin || credential.kind !== 'session' || host === undefined) return
    if (this.#known.has(host) || this.#known.size >= MAX_HOSTS) return
    this.#known.add(host)
    const name = toHostName(host.replace(/:\d+$/, '').replace(/\.$/, ''))
    if (name !== null) this.#writing = this.#write(host, name)
  }

  /** Resolves when what was noted is written. */
  waitUntilWritten(): Promise<unknown> {
    return this.#writing
  }

  async #write(host: string, name: string): Promise<void> {
    try {
      await this.#context.store.transact((tx) => insertServiceHost(tx, name, this.#context.now()))
    } catch (error) {
      this.#known.delete(host)
      this.#report(error)
    }
  }
}
