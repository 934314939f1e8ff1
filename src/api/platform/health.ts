/** Liveness and readiness for load balancers and supervisors. */
import Type from 'typebox'
import { isWriteTrouble, type WriteTrouble } from '../../core/platform/database/database-trouble.ts'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import { isMigrated } from '../../store/migrations/migrate.ts'
import { POLLED } from './access.ts'
import type { ApiDeps } from './deps.ts'
import { toDataSchema, toEnvelope } from './envelope.ts'
import { createUnavailable } from './errors.ts'
import type { Resource } from './resource.ts'
import { OneOf } from './schemas.ts'

export const registerHealthRoutes: Resource = (api, { context, isProbeAlive, readinessTimeoutMs }) => {
  api.get(
    '/api/health',
    {
      config: { access: POLLED },
      schema: {
        tags: ['Operations'],
        summary: 'Check whether the process is alive',
        response: { 200: toDataSchema(Type.Object({ status: Type.Literal('ok') })) },
      },
    },
    async () => toEnvelope({ status: 'ok' as const }),
  )

  const Ready = OneOf(['ready'])
  /** Requests during a database check share its result, so that a flood of them costs one query at a time. */
  let pendingCheck: Promise<DatabaseState> | null = null
  const checkDatabaseShared = (): Promise<DatabaseState> => {
    pendingCheck ??= checkDatabase(context, readinessTimeoutMs).finally(() => {
      pendingCheck = null
    })
    return pendingCheck
  }

  api.get(
    '/api/ready',
    {
      config: { access: POLLED, errors: ['SERVICE_UNAVAILABLE'] },
      schema: {
        tags: ['Operations'],
        summary: 'Check whether the server can serve requests and run checks',
        description: 'If the server is not ready, `details.checks` gives the reason for each part.',
        response: {
          200: toDataSchema(
            Type.Object({ status: Ready, checks: Type.Object({ database: Ready, migrations: Ready, probe: Ready }) }),
          ),
        },
      },
    },
    async () => {
      const [{ database, migrations }, trouble] = await Promise.all([
        checkDatabaseShared(),
        context.store.health.check(readinessTimeoutMs ?? DATABASE_TIMEOUT_MS),
      ])
      const writes = isWriteTrouble(trouble) ? WRITE_TROUBLES[trouble] : READY
      const checks = {
        database: database === READY ? writes : database,
        migrations,
        probe: isProbeAlive() ? READY : 'not running',
      }
      const wrong = Object.entries(checks).filter(([, state]) => state !== READY && state !== UNKNOWN)
      if (wrong.length === 0)
        return toEnvelope({ status: READY, checks: { database: READY, migrations: READY, probe: READY } })
      const summary = wrong.map(([what, state]) => `${what}: ${state}`).join(', ')
      throw createUnavailable(`This server is not ready (${summary})`, { checks })
    },
  )
}

const READY = 'ready'
const UNKNOWN = 'unknown'

const WRITE_TROUBLES: Readonly<Record<WriteTrouble, string>> = {
  full: 'its disk is full',
  'read-only': 'it is read-only',
  'disk-error': 'its disk reports errors',
}

/** Load balancers do not wait long for a readiness response. */
const DATABASE_TIMEOUT_MS = 2_000

interface DatabaseState {
  database: string
  migrations: string
}

async function checkDatabase({ store }: ApiDeps['context'], timeoutMs = DATABASE_TIMEOUT_MS): Promise<DatabaseState> {
  const late = Promise.withResolvers<DatabaseState>()
  const silent = { database: `no answer within ${timeoutMs / SECOND_MS} s`, migrations: UNKNOWN }
  const timer = setTimeout(() => late.resolve(silent), timeoutMs)
  const checked = isMigrated(store).then(
    (isDone) => ({ database: READY, migrations: isDone ? READY : 'to be applied' }),
    (error) => {
      if (store.traits.findTrouble(error) === null) throw error
      return { database: 'cannot be reached', migrations: UNKNOWN }
    },
  )
  checked.catch(() => {}) // may fail after the timeout
  try {
    return await Promise.race([checked, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
