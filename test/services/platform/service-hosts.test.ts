import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPublicPage } from '../../support/api/public-page.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { readRows, updateRows } from '../../support/database/tables.ts'
import { waitUntil } from '../../support/time/until.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: a status page cannot take a host name of the service, and only admins add such names`, async (t) => {
    const app = await createPublicPage(t, dialect)
    const { alice, charlie, context } = app
    const ask = (who: typeof alice, host: string) =>
      app.call('GET', '/api/organization', { as: who.session, headers: { host } })
    const claim = (custom_domain: string) =>
      app.call('PUT', `/api/projects/${alice.projectId}/status-pages/${app.pageId}`, {
        as: alice.session,
        body: { custom_domain },
      })
    await context.store.transact((tx) => updateRows(tx, 'users', { is_instance_admin: 1 }, { id: alice.userId }))
    assert.equal((await ask(alice, 'Watch.Inside.Example:8443')).status, 200)
    assert.equal((await ask(charlie, 'status.customer.example')).status, 200)
    const { db } = context.store
    const names = async () => (await readRows(db, 'service_hosts')).map(({ name }) => name)
    await waitUntil(async () => (await names()).includes('watch.inside.example'))
    const refused = await claim('watch.inside.example')
    assert.equal(refused.status, 400)
    assert.equal(refused.body.error.details.field, 'custom_domain')
    assert.equal((await claim('status.customer.example')).status, 200)
    assert.ok(!(await names()).includes('status.customer.example'))
  })
}
