/** Whether the process lives, and whether it can do its work. For load balancers and supervisors. */
import Type from 'typebox'
import { isMigrated } from '../store/migrate.ts'
import type { PublicAccess } from './access.ts'
import type { Resource } from './deps.ts'
import { dataOf, ok } from './envelope.ts'
import { unavailable } from './errors.ts'
import { OneOf } from './schemas.ts'

const PUBLIC: PublicAccess = { public: true }

export const health: Resource = (api, { context, isProbeAlive }) => {
  api.get(
    '/api/health',
    {
      config: { access: PUBLIC },
      schema: {
        tags: ['Operations'],
        summary: 'Whether the process lives',
        response: { 200: dataOf(Type.Object({ status: Type.Literal('ok') })) },
      },
    },
    async () => ok({ status: 'ok' as const }),
  )

  const Ready = OneOf(['ready'])
  api.get(
    '/api/ready',
    {
      config: { access: PUBLIC, errors: ['SERVICE_UNAVAILABLE'] },
      schema: {
        tags: ['Operations'],
        summary: 'Whether requests and checks can be served',
        response: {
          200: dataOf(
            Type.Object({ status: Ready, checks: Type.Object({ database: Ready, migrations: Ready, probe: Ready }) }),
          ),
        },
      },
    },
    async () => {
      // A database that cannot be reached throws, which is 503 everywhere
      if (!(await isMigrated(context.store))) throw unavailable('The database is being brought up to date')
      if (!isProbeAlive()) throw unavailable('The probe of this server is not running')
      const ready = 'ready' as const
      return ok({ status: ready, checks: { database: ready, migrations: ready, probe: ready } })
    },
  )
}
