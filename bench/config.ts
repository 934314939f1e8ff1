/**
 * Plans, applies and exports a configuration document over the API, beside the creation of the same monitors in one
 * batch request.
 *
 *   npm run bench -- config [sqlite|postgres] [monitors=10000] [rounds=3]
 */

import { join } from 'node:path'
import { migrate } from '../src/store/migrations/migrate.ts'
import { openStore } from '../src/store/platform/store.ts'
import { type Cleanup, createTestDatabaseUrl, createTestFolder } from '../test/support/database/stores.ts'
import { startProgram } from '../test/support/programs/program.ts'
import { createAccount } from './support/account.ts'
import { withCleanup } from './support/cleanup.ts'
import { sized } from './support/size.ts'

const [dialect = 'sqlite', count = sized(10_000, 20), rounds = sized(3, 1)] = process.argv.slice(2)

const toMonitor = (_: unknown, n: number) => ({
  name: `Site ${n}`,
  type: 'HTTP',
  target: `https://site-${n}.example.com/`,
  interval_seconds: 3_600,
  tags: ['web', `team-${n % 20}`],
  http_config: { headers: { Accept: 'text/html' } },
})

const MONITORS = Array.from({ length: Number(count) }, toMonitor)
const DOCUMENT = { version: 1, monitors: Object.fromEntries(MONITORS.map((monitor, n) => [`site-${n}`, monitor])) }

async function run(t: Cleanup): Promise<void> {
  const folder = createTestFolder(t)
  const url = dialect === 'postgres' ? await createTestDatabaseUrl(t) : null
  const store = openStore(url === null ? { file: join(folder, 'watchkeeper.db') } : { url })
  await migrate(store, 0)
  const { workspace, key } = await createAccount(store, Date.now())
  await store.close()
  const program = await startProgram(t, {
    env: {
      WK_DATA_DIR: folder,
      WK_LOCAL_PROBE: 'off',
      WK_RATE_LIMIT: '0',
      WK_LOG_LEVEL: 'warn',
      ...(url !== null && { DATABASE_URL: url }),
    },
  })
  const call = async (method: string, path: string, body?: object): Promise<number> => {
    const startedAt = performance.now()
    const response = await fetch(program.url + path, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`)
    return performance.now() - startedAt
  }
  const config = `/api/projects/${workspace}/config`
  for (let round = 0; round < Number(rounds); round++) {
    const plan = await call('POST', `${config}/plan`, { document: DOCUMENT })
    const apply = await call('POST', `${config}/apply`, { document: DOCUMENT })
    const again = await call('POST', `${config}/plan`, { document: DOCUMENT })
    const written = await call('GET', `${config}/export`)
    await call('POST', `${config}/apply`, { document: { version: 1 }, prune: true, confirm: true })
    const batch = await call('POST', '/api/monitors/batch', { action: 'create', atomic: true, monitors: MONITORS })
    await call('POST', `${config}/apply`, { document: DOCUMENT })
    await call('POST', `${config}/apply`, { document: { version: 1 }, prune: true, confirm: true })
    const times = Object.entries({ plan, apply, 'plan without changes': again, export: written })
    const shown = times.map(([name, ms]) => `${name} ${ms.toFixed(0)} ms (${(ms / batch).toFixed(2)})`)
    console.log(`${dialect}: batch ${batch.toFixed(0)} ms; ${shown.join(', ')}`)
  }
}

await withCleanup(run)
