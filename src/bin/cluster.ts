/** Joins this server to the cluster of servers on its PostgreSQL. SQLite has no cluster. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import type { WakeTopic } from '../core/live/cluster-message.ts'
import { ClusterBus } from '../services/live/cluster-bus.ts'
import type { Context } from '../services/platform/context.ts'
import { openPgNotifier } from '../store/platform/postgres/pg-notify.ts'
import type { Logger } from './log.ts'

interface ClusterMembership {
  /** Wakes the background jobs of other servers. */
  wake(what: WakeTopic): void
  close(): Promise<void>
}

/** How long a stopping server waits until its last messages are sent. */
const LEAVE_TIMEOUT_MS = 1_000

/** @param wake wakes the background jobs of this server */
export function joinCluster(
  { store, live }: Pick<Context, 'store' | 'live'>,
  { databaseUrl, databaseListenUrl }: Pick<Config, 'databaseUrl' | 'databaseListenUrl'>,
  wake: (what: WakeTopic) => void,
  log: Pick<Logger, 'info' | 'warn'>,
): ClusterMembership {
  if (databaseUrl === null) return { wake: () => {}, close: async () => {} }
  const bus = new ClusterBus({ live, wake, publish: (texts) => notifier.notify(texts) })
  const notifier = openPgNotifier({
    db: store.db,
    url: databaseListenUrl ?? databaseUrl,
    onMessage: (server, text) => bus.receive(server, text),
    onHeartbeat: () => bus.checkPeers(),
    onResync: () => bus.resync(),
    report: (isListening, err) => {
      bus.setListening(isListening)
      if (isListening) log.info('listening for messages from other servers on this database')
      else log.warn({ err }, 'LISTEN connection lost; falling back to polling (see WK_DATABASE_LISTEN_URL)')
    },
  })
  live.join(bus)
  return {
    wake: (what) => bus.sendWake(what),
    close: async () => {
      await Promise.race([bus.close(), delay(LEAVE_TIMEOUT_MS, undefined, { ref: false })])
      await notifier.close()
    },
  }
}
