/** A published page over monitors with secrets, and the user actions that change it. */
import assert from 'node:assert/strict'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import type { Cleanup } from '../database/stores.ts'
import type { TestResponse } from './app.ts'
import { createIncidentApi, type IncidentApi } from './incident-api.ts'

/** Longer than a page is cached. */
const CACHE_MS = 6 * SECOND_MS

/** A marker in every private text, which the public must not see. */
export const SECRET = 'zebra'

export interface PublicPageApi extends IncidentApi {
  shopId: string
  apiId: string
  pageId: string
  /** Reads a path below the page, such as `/feed.atom`, after the time in which all changes become visible. */
  read(path: string, headers?: Record<string, string>): Promise<TestResponse>
  edit(change: object): Promise<void>
  planMaintenance(over?: object): Promise<string>
  /** Records an outage of the shop that lasts ten minutes, with private and public comments. */
  failAndRecover(): Promise<string>
}

export async function createPublicPage(t: Cleanup, dialect: DialectName, over: object = {}): Promise<PublicPageApi> {
  const app = await createIncidentApi(t, dialect)
  const { alice, call, clock, send, setCondition } = app
  const as = alice.session
  const monitor = (name: string) =>
    app.createMonitor(`${SECRET} ${name}`, { target: `https://${SECRET}.example.test/` })
  const [shopId, apiId] = [await monitor('shop'), await monitor('api')]
  const pages = `/api/projects/${alice.projectId}/status-pages`
  const sections = [
    { name: 'Sales', components: [{ monitor_id: shopId, display_name: 'Shop', description: 'Where people buy' }] },
    { name: 'Machines', components: [{ monitor_id: apiId, display_name: 'API' }] },
  ]
  const body = { name: 'Example', slug: 'example', is_published: true, sections, ...over }
  const made = await call('POST', pages, { as, body })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const pageId = made.body.data.status_page.id
  return {
    ...app,
    shopId,
    apiId,
    pageId,
    read: (path, headers = {}) => {
      clock.advance(CACHE_MS)
      return call('GET', `/status/example${path}`, { headers })
    },
    async edit(change) {
      const answer = await call('PUT', `${pages}/${pageId}`, { as, body: change })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
    },
    async planMaintenance(plan = {}) {
      const answer = await call('POST', '/api/maintenance-windows', {
        as,
        body: { name: 'Upgrade', description: 'of the database', monitor_ids: [shopId], ...plan },
      })
      assert.equal(answer.status, 201, JSON.stringify(answer.body))
      return answer.body.data.maintenance_window.id
    },
    async failAndRecover() {
      await setCondition(shopId, 'down', 'up')
      const { incidents } = await app.list(`?status=open&source=system&monitor_id=${shopId}`)
      const { id } = incidents[0]
      clock.advance(MINUTE_MS)
      await send('POST', `/${id}/updates`, { message: `${SECRET} has no disk left` })
      await send('POST', `/${id}/comments`, { comment_text: `call ${SECRET}`, is_internal: true })
      await send('POST', `/${id}/updates`, { message: 'We are on it', is_public: true })
      clock.advance(9 * MINUTE_MS)
      await setCondition(shopId, 'up', 'down')
      return id
    },
  }
}
