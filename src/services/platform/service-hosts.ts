/**
 * Additional host names of the service besides `WK_BASE_URL`. A status page may not claim one as its custom domain,
 * because the service would become unreachable there.
 *
 * A name counts only after an instance admin has used it. Other clients could send any name, and block it for its
 * owner.
 */
import type { Actor } from '../../core/accounts/access.ts'
import { toHostName } from '../../core/status-pages/status-page.ts'
import { insertServiceHost } from '../../store/platform/instance-settings.ts'
import type { Context } from './context.ts'

/** Maximum number of names. A real service has fewer. */
const MAX_HOSTS = 100

export class ServiceHosts {
  readonly #context: Pick<Context, 'store' | 'now'>
  readonly #report: (error: unknown) => void
  readonly #known = new Set<string>()
  #writing: Promise<unknown> = Promise.resolve()

  /** @param report called when a name could not be stored */
  constructor(context: Pick<Context, 'store' | 'now'>, report: (error: unknown) => void) {
    this.#context = context
    this.#report = report
  }

  /**
   * Records a host name. Known names need no query.
   *
   * @param host as in the request, with or without port
   */
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

  /** Resolves when the recorded names are written. */
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
