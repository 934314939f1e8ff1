import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COLLECTIONS } from '../../../src/core/provisioning/document.ts'
import { replacePlaceholders, replaceTexts } from '../../../src/core/provisioning/placeholders.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { makeConfigApi, SHOP } from './config-api.ts'

type Json = Record<string, never>

const withChange = (
  collection: Exclude<keyof typeof SHOP, 'monitor_defaults' | 'escalation_policy'>,
  key: string,
  fields: object | null,
) => {
  const { [key]: before, ...others } = SHOP[collection] as Record<string, object>
  return { ...SHOP, [collection]: fields === null ? others : { ...others, [key]: { ...before, ...fields } } }
}

/** Replaces the placeholders of an exported document by values. */
const fillIn = (document: unknown, values: Record<string, string>): Json =>
  replaceTexts(document, ({ text }) => replacePlaceholders(text, (name) => values[name] ?? null)) as Json

/** Number of resources. */
const SIZE = COLLECTIONS.reduce((sum, collection) => sum + Object.keys(SHOP[collection]).length, 0)

const SECRETS = {
  ON_CALL_WEBHOOK_URL: SHOP.notification_targets['on-call'].config.webhook_url,
  CHECKOUT_AUTHORIZATION: 'Bearer planted',
  PUBLIC_PASSWORD: 'open sesame',
  TOKEN_VALUE: 'planted token',
}

for (const dialect of DIALECTS) {
  test(`${dialect}: an applied document creates its resources, and the next plan has no changes`, async (t) => {
    const { plan, apply, exportFrom } = await makeConfigApi(t, dialect)
    const planned = await plan(SHOP)
    assert.equal(planned.status, 200, JSON.stringify(planned.body))
    assert.equal(planned.body.data.plan.summary.create, SIZE)
    assert.deepEqual((await exportFrom()).document, { version: 1 }, 'a plan changes nothing')
    const { fingerprint } = planned.body.data.plan
    const applied = await apply(SHOP, { fingerprint })
    assert.equal(applied.status, 200, JSON.stringify(applied.body))
    assert.equal(applied.body.data.plan.fingerprint, fingerprint)
    const { data } = (await plan(SHOP)).body
    assert.deepEqual(data.plan.changes, [])
    assert.deepEqual(data.plan.summary, { create: 0, update: 0, delete: 0, unchanged: SIZE, adopt: 0, release: 0 })
  })

  test(`${dialect}: an export applies without changes, and its copy in another project exports the same`, async (t) => {
    const { plan, apply, exportFrom, makeProject } = await makeConfigApi(t, dialect)
    await apply(SHOP)
    const { document, secrets } = await exportFrom()
    assert.deepEqual(secrets.map(({ name }: Json) => name).sort(), Object.keys(SECRETS).sort())
    assert.doesNotMatch(JSON.stringify(document), /planted|sesame|B0\/secret|whsec/)
    const filled = fillIn(document, SECRETS)
    const planned = await plan(filled)
    assert.deepEqual(planned.body.data?.plan.changes, [], JSON.stringify(planned.body))
    const other = await makeProject('Copy')
    const copy = structuredClone(filled) as unknown as typeof SHOP
    copy.status_pages.public.slug = 'shop-copy'
    copy.status_pages.public.custom_domain = 'copy.example.net'
    const made = await apply(copy, {}, other)
    assert.equal(made.status, 200, JSON.stringify(made.body))
    const text = JSON.stringify((await exportFrom(other)).document)
    assert.equal(
      text.replace('shop-copy', 'shop').replace('copy.example.net', 'status.example.net'),
      JSON.stringify(document),
    )
  })

  test(`${dialect}: an export has every field that a document can have`, async (t) => {
    const { apply, call, exportFrom } = await makeConfigApi(t, dialect)
    await apply(SHOP)
    const { document } = await exportFrom()
    const schema = (await call('GET', '/api/schemas/config.json')).body
    const namesOf = (entries: Json[]) => [...new Set(entries.flatMap((entry) => Object.keys(entry)))].sort()
    for (const collection of COLLECTIONS) {
      const fields = Object.keys(schema.properties[collection].additionalProperties.properties)
      // `from` and `to` are other names of `starts_at` and `ends_at`
      const exported = fields.filter((field) => !['adopt', 'heartbeat_token', 'from', 'to'].includes(field))
      assert.deepEqual(namesOf(Object.values(document[collection])), exported.sort(), collection)
    }
  })

  test(`${dialect}: an update lists the changed fields, and masks secrets`, async (t) => {
    const { plan, apply } = await makeConfigApi(t, dialect)
    await apply(SHOP)
    const changed = withChange('monitors', 'checkout', {
      name: 'Till',
      http_config: { headers: { ...SHOP.monitors.checkout.http_config.headers, Authorization: 'Bearer other' } },
      depends_on: [],
    })
    const [update, ...others] = (await plan(changed)).body.data.plan.changes
    assert.deepEqual(others, [])
    assert.deepEqual([update.action, update.key, update.collection], ['update', 'checkout', 'monitors'])
    assert.deepEqual(update.fields, [
      { field: 'name', before: 'Checkout', after: 'Till' },
      { field: 'depends_on', before: ['gateway'], after: [] },
      { field: 'headers.Authorization', before: '***', after: '***' },
    ])
    assert.equal((await apply(changed)).status, 200)
    assert.deepEqual((await plan(changed)).body.data.plan.changes, [])
  })

  test(`${dialect}: a changed name keeps the monitor, and prune deletes only resources of the same source`, async (t) => {
    const { plan, apply, create, send } = await makeConfigApi(t, dialect)
    await create({ name: 'By hand' })
    await apply(SHOP)
    const before = (await send('GET', '?search=backup')).body.data.monitors[0]
    assert.deepEqual([before.external_key, before.managed_by], ['backup', 'shop-repository'])
    await apply(withChange('monitors', 'backup', { name: 'Nightly' }))
    assert.equal((await send('GET', `/${before.id}`)).body.data.monitor.name, 'Nightly')
    const without = withChange('monitors', 'backup', null)
    assert.deepEqual((await plan(without)).body.data.plan.changes, [], 'without prune nothing is deleted')
    const [removal] = (await plan(without, { prune: true })).body.data.plan.changes
    assert.deepEqual([removal.action, removal.key], ['delete', 'backup'])
    assert.equal((await apply(without, { prune: true, confirm: true })).status, 200)
    assert.equal((await send('GET', `/${before.id}`)).status, 404)
    assert.equal((await send('GET', '?search=by')).body.data.monitors.length, 1)
  })

  test(`${dialect}: an apply with the fingerprint of an outdated plan changes nothing`, async (t) => {
    const { plan, apply, exportFrom } = await makeConfigApi(t, dialect)
    const { fingerprint } = (await plan(SHOP)).body.data.plan
    const [first, second] = await Promise.all([apply(SHOP, { fingerprint }), apply(SHOP, { fingerprint })])
    assert.deepEqual([first.status, second.status].sort(), [200, 412])
    assert.equal((await exportFrom()).secrets.length, 4)
  })

  test(`${dialect}: an apply that is sent again with its idempotency key is answered without another apply`, async (t) => {
    const { alice, call, plan } = await makeConfigApi(t, dialect)
    const send = () =>
      call('POST', `/api/projects/${alice.projectId}/config/apply`, {
        as: alice.session,
        headers: { 'idempotency-key': 'apply-1' },
        body: { document: SHOP },
      })
    const first = await send()
    const again = await send()
    assert.deepEqual([first.status, again.status], [200, 200], JSON.stringify(again.body))
    assert.equal(again.headers['idempotency-replayed'], 'true')
    assert.deepEqual(again.body, first.body)
    assert.deepEqual((await plan(SHOP)).body.data.plan.changes, [])
  })

  test(`${dialect}: a refused resource rolls the apply back, and the error names its field`, async (t) => {
    const { plan, apply, exportFrom } = await makeConfigApi(t, dialect)
    const wrong = withChange('monitors', 'checkout', { target: 'ftp://shop.example.com/' })
    for (const answer of [await plan(wrong), await apply(wrong)]) {
      assert.equal(answer.status, 400)
      assert.equal(answer.body.error.details.field, 'monitors.checkout.target')
    }
    assert.deepEqual((await exportFrom()).document, { version: 1 })
  })

  test(`${dialect}: a document renames a variable and its references, and refuses unknown ones`, async (t) => {
    const { plan, apply } = await makeConfigApi(t, dialect)
    await apply(SHOP)
    const renamed = withChange('variables', 'token', { name: 'key', value: '********' })
    const { headers } = SHOP.monitors.checkout.http_config
    const both = {
      ...renamed,
      monitors: {
        ...SHOP.monitors,
        checkout: {
          ...SHOP.monitors.checkout,
          http_config: { headers: { ...headers, 'X-Key': '{{key}} {{region}}' } },
        },
      },
    }
    const applied = await apply(both)
    assert.equal(applied.status, 200, JSON.stringify(applied.body))
    assert.deepEqual(applied.body.data.plan.changes[0].fields, [{ field: 'name', before: 'api_token', after: 'key' }])
    assert.deepEqual((await plan(both)).body.data.plan.changes, [])
    const refused = await plan({ ...both, monitors: SHOP.monitors })
    assert.equal(refused.body.error.details.field, 'monitors.checkout.http_config.headers.X-Key')
    const withVariable = (key: string, fields: object) => ({ ...both, variables: { ...both.variables, [key]: fields } })
    for (const [key, fields] of [
      ['other', { name: 'other', value: '********', is_secret: true }],
      ['token', { name: 'key', value: '********' }],
    ] as const)
      assert.equal((await plan(withVariable(key, fields))).body.error.details.field, `variables.${key}.value`)
  })

  test(`${dialect}: a readable variable is exported with its value when the value equals the mask`, async (t) => {
    const { plan, apply, exportFrom } = await makeConfigApi(t, dialect)
    const stars = { version: 1, variables: { stars: { name: 'stars', value: '********' } } }
    assert.equal((await apply(stars)).status, 200)
    const { document, secrets } = await exportFrom()
    assert.deepEqual([document.variables, secrets], [stars.variables, []])
    assert.deepEqual((await plan(document)).body.data.plan.changes, [])
  })

  test(`${dialect}: defaults for new monitors stay when a document omits them, and an empty object removes them`, async (t) => {
    const { plan, apply, exportFrom } = await makeConfigApi(t, dialect)
    await apply(SHOP)
    const { monitor_defaults: own, ...others } = SHOP
    const without = {
      ...others,
      groups: { ...SHOP.groups, 'eu-west': { ...SHOP.groups['eu-west'], monitor_defaults: undefined } },
    }
    assert.deepEqual((await plan(without)).body.data.plan.changes, [])
    const changed = {
      ...withChange('groups', 'eu-west', { monitor_defaults: {} }),
      monitor_defaults: { ...own, interval_seconds: 60, notification_targets: ['hook'] },
    }
    const { changes } = (await plan(changed)).body.data.plan
    assert.deepEqual(
      changes.map(({ collection, key, fields }: Json) => [collection, key, fields]),
      [
        [
          'groups',
          'eu-west',
          [
            { field: 'monitor_defaults.tags', before: ['west'] },
            { field: 'monitor_defaults.notification_targets', before: [] },
          ],
        ],
        [
          'project',
          'settings',
          [
            { field: 'monitor_defaults.interval_seconds', before: 300, after: 60 },
            { field: 'monitor_defaults.notification_targets', before: ['mail'], after: ['hook'] },
          ],
        ],
      ],
    )
    const refused = withChange('groups', 'eu', { monitor_defaults: { interval_seconds: 30, timeout_ms: 30_000 } })
    for (const [document, field] of [
      [refused, 'groups.eu.monitor_defaults.timeout_ms'],
      [{ ...SHOP, monitor_defaults: { notification_targets: ['nail'] } }, 'monitor_defaults.notification_targets.0'],
    ] as const)
      assert.equal((await plan(document)).body.error.details.field, field)
    assert.equal((await apply(changed)).status, 200)
    assert.deepEqual((await plan(changed)).body.data.plan.changes, [])
    const { groups, monitor_defaults: exported } = (await exportFrom()).document
    assert.equal(groups['eu-west'].monitor_defaults, undefined)
    assert.deepEqual([exported.interval_seconds, exported.notification_targets], [60, ['hook']])
  })

  test(`${dialect}: resources that were created by hand are adopted under keys from their names`, async (t) => {
    const { apply, create, exportFrom, makeGroup, plan, send } = await makeConfigApi(t, dialect)
    const { id } = await create({ name: 'Web Shop', group_id: await makeGroup('Europe') })
    await create({ name: 'Web shop' })
    const { document } = await exportFrom()
    assert.deepEqual(Object.keys(document.monitors), ['web-shop', 'web-shop-2'])
    const { data } = (await plan(document)).body
    assert.deepEqual([data.plan.changes, data.plan.summary.adopt], [[], 3])
    await apply(document, { source: 'hand' })
    await send('PUT', `/${id}`, { name: 'Renamed' })
    const [change] = (await plan(document, { source: 'hand' })).body.data.plan.changes
    assert.deepEqual([change.action, change.key, change.id], ['update', 'web-shop', id])
    const foreign = await plan(document, { source: 'other' })
    assert.deepEqual([foreign.status, foreign.body.error.code], [409, 'CONFLICT'])
    assert.equal((await plan(document, { source: 'other', take_over: true })).status, 200)
    const unnameable = await plan(document, { source: 'Two words' })
    assert.equal(unnameable.body.error.details.field, 'source', 'an export would be invalid')
  })
}
