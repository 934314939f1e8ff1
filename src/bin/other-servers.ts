/** This server among the others on its PostgreSQL. With SQLite there are none. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import type { Wakeable } from '../core/live/server-talk.ts'
import { OtherServers } from '../services/live/other-servers.ts'
import type { Context } from '../services/platform/context.ts'
import { openWire } from '../store/platform/wire.ts'
import type { Logger } from './log.ts'

interface Others {
  /** Wakes those at other servers. */
  wake(what: Wakeable): void
  close(): Promise<void>
}

/** How long a server that goes waits for its last words to be taken. */
const GOODBYE_MS = 1_000

/** @param wake wakes those of this server */
export function joinOthers(
  { store, live }: Pick<Context, 'store' | 'live'>,
  { databaseUrl, databaseListenUrl }: Pick<Config, 'databaseUrl' | 'databaseListenUrl'>,
  wake: (what: Wakeable) => void,
  log: Pick<Logger, 'info' | 'warn'>,
): Others {
  if (databaseUrl === null) return { wake: () => {}, close: async () => {} }
  const servers = new OtherServers({ live, wake, say: (texts) => wire.say(texts) })
  const wire = openWire({
    db: store.db,
    url: databaseListenUrl ?? databaseUrl,
    onHear: (server, text) => servers.hear(server, text),
    onBeat: () => servers.beat(),
    onGap: () => servers.gap(),
    report: (hears, err) => {
      servers.listens(hears)
      if (hears) log.info('other servers on this database are heard')
      else log.warn({ err }, 'other servers are not heard, and found out by looking; see WK_DATABASE_LISTEN_URL')
    },
  })
  live.join(servers)
  return {
    wake: (what) => servers.wake(what),
    close: async () => {
      await Promise.race([servers.close(), delay(GOODBYE_MS, undefined, { ref: false })])
      await wire.close()
    },
  }
}
