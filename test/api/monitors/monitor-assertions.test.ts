import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pullAssignments } from '../../../src/services/probes/assignments.ts'
import { createMonitorApi } from '../../support/api/monitor-api.ts'
import { createTypedClient, expectTypedData } from '../../support/api/typed-client.ts'
import { readStoredSettings } from '../../support/database/monitor-rows.ts'
import { ANY_DIALECT, DIALECTS } from '../../support/database/stores.ts'
import { makeConfigApi } from '../provisioning/config-api.ts'

const SITE = { name: 'Site', type: 'HTTP', target: 'https://www.example.com/health' } as const

const ASSERTIONS = [
  { source: 'json', path: '$.status', comparison: 'one_of', values: ['UP', 1, true], effect: 'down' },
  { source: 'json', path: '$.queue.depth', comparison: 'less', value: 100, effect: 'degraded' },
  { source: 'header', name: 'X-Cache', comparison: 'exists', effect: 'down' },
] as const

for (const dialect of ANY_DIALECT) {
  test(`${dialect}: assertions are returned as they were sent, and an empty list removes them`, async (t) => {
    const app = await createMonitorApi(t, dialect)
    const api = createTypedClient(app, app.alice.session)
    const [{ effect: _, ...first }, ...others] = ASSERTIONS
    const body = { ...SITE, http_config: { assertions: structuredClone([first, ...others]) as never } }
    const { monitor } = await expectTypedData(api.POST('/api/monitors', { body }))
    assert.deepEqual(monitor.assertions, ASSERTIONS)
    const params = { path: { id: monitor.id } }
    const { monitor: same } = await expectTypedData(api.PUT('/api/monitors/{id}', { params, body: monitor as never }))
    assert.deepEqual(same.assertions, ASSERTIONS)
    const { monitor: none } = await expectTypedData(api.PUT('/api/monitors/{id}', { params, body: { assertions: [] } }))
    assert.deepEqual(none.assertions, [])
    const { monitor: plain } = await expectTypedData(api.POST('/api/monitors', { body: { ...SITE, name: 'Plain' } }))
    assert.equal('assertions' in plain, false)
    assert.doesNotMatch(String(await readStoredSettings(app.context.store.db, plain.id)), /assertions/)
  })

  test(`${dialect}: an assertion that no response can meet is refused with its field`, async (t) => {
    const { call, alice } = await createMonitorApi(t, dialect)
    const refusals: [fields: object, field: string, message: RegExp][] = [
      [{ comparison: 'equals', value: 1 }, 'path', /is required for json, such as \$\.status/],
      [{ path: '$.', comparison: 'exists' }, 'path', /is not a valid JSON path: /],
      [{ path: "$[?match(@.a, 'x')]", comparison: 'exists' }, 'path', /match\(\) is not supported/],
      [{ path: '$.a', comparison: 'less', value: 'x' }, 'value', /must be a number/],
      [{ path: '$.a', comparison: 'equals', value: '{{unknown}}' }, 'value', /the project has no variable unknown/],
      [{ path: '$.a', comparison: 'equals', value: null }, 'value', /must be text of 1 to 500 characters or /],
      [{ path: '$.a', comparison: 'like', value: 'x' }, 'comparison', /must be one of equals, /],
    ]
    for (const [fields, field, message] of refusals) {
      const body = { ...SITE, http_config: { assertions: [{ source: 'json', ...fields }] } }
      const { status, body: answer } = await call('POST', '/api/monitors', { as: alice.session, body })
      assert.equal(status, 400)
      assert.equal(answer.error.details.field, `http_config.assertions.0.${field}`)
      assert.match(answer.error.details.issues[0].message, message)
    }
    const many = Array(21).fill(ASSERTIONS[2])
    const body = { ...SITE, assertions: many }
    const { body: answer } = await call('POST', '/api/monitors', { as: alice.session, body })
    assert.equal(answer.error.details.field, 'assertions')
  })

  test(`${dialect}: a secret in an assertion reaches probes, and neither responses nor stored settings`, async (t) => {
    const { call, alice, context } = await createMonitorApi(t, dialect)
    const as = alice.session
    const secret = { name: 'version_token', value: 'planted-secret', is_secret: true }
    await call('POST', `/api/projects/${alice.projectId}/variables`, { as, body: secret })
    const assertions = [{ source: 'body', comparison: 'contains', value: 'v {{version_token}}' }]
    const { body } = await call('POST', '/api/monitors', { as, body: { ...SITE, assertions } })
    assert.equal(body.data.monitor.assertions[0].value, 'v {{version_token}}')
    assert.doesNotMatch(JSON.stringify(await readStoredSettings(context.store.db, body.data.monitor.id)), /planted/)
    const { changed } = await pullAssignments(context, { regionCode: 'local', probeId: null }, { since: 0 })
    const [assignment] = changed
    const settings = assignment!.settings as { assertions: unknown }
    assert.deepEqual(settings.assertions, [{ ...assertions[0], value: 'v planted-secret', effect: 'down' }])
    assert.deepEqual(assignment!.secrets, ['planted-secret'])
  })
}

for (const dialect of DIALECTS)
  test(`${dialect}: a document keeps its assertions through an export, and a document without them removes them`, async (t) => {
    const { plan, apply, exportFrom } = await makeConfigApi(t, dialect)
    const toDocument = (config: object) => ({
      version: 1,
      monitors: {
        site: { ...SITE, http_config: config },
        page: {
          ...SITE,
          name: 'Page',
          type: 'KEYWORD',
          http_config: config,
          keyword_config: { keywords: [{ text: 'a', should_contain: true }] },
        },
      },
    })
    const document = toDocument({ assertions: ASSERTIONS })
    const applied = await apply(document)
    assert.equal(applied.status, 200, JSON.stringify(applied.body))
    assert.deepEqual((await plan(document)).body.data.plan.changes, [])
    const exported = (await exportFrom()).document
    for (const key of ['site', 'page']) assert.deepEqual(exported.monitors[key].http_config.assertions, ASSERTIONS)
    assert.deepEqual((await plan(exported)).body.data.plan.changes, [])
    await apply(toDocument({}))
    assert.equal(JSON.stringify((await exportFrom()).document).includes('assertions'), false)
  })
