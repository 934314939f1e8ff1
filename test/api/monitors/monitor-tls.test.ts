import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pullAssignments } from '../../../src/services/probes/assignments.ts'
import { createMonitorApi } from '../../support/api/monitor-api.ts'
import { ANY_DIALECT } from '../../support/database/stores.ts'
import { createAuthority, createCertificate } from '../../support/targets/certificates.ts'
import { makeConfigApi } from '../provisioning/config-api.ts'

const AUTHORITY = createAuthority()
const CLIENT = createCertificate({ issuer: AUTHORITY, names: ['monitoring'] })
const OTHER = createCertificate({ issuer: AUTHORITY, names: ['other'] })
const SITE = { name: 'Site', type: 'HTTP', target: 'https://www.example.com/' }
const MASK = '********'
const TLS = {
  client_certificate: CLIENT.cert,
  client_key: CLIENT.key,
  ca: AUTHORITY.cert,
  server_name: 'api.internal',
  min_version: '1.3',
  max_version: '1.3',
  legacy: true,
}

for (const dialect of ANY_DIALECT) {
  test(`${dialect}: a client key is masked, kept by a mask, and reaches probes`, async (t) => {
    const { call, alice, context } = await createMonitorApi(t, dialect)
    const as = alice.session
    const { body } = await call('POST', '/api/monitors', { as, body: { ...SITE, http_config: { tls: TLS } } })
    const { monitor } = body.data
    assert.deepEqual(monitor.tls, { ...TLS, client_key: MASK })
    const url = `/api/monitors/${monitor.id}`
    const renamed = await call('PUT', url, { as, body: { tls: { ...monitor.tls, server_name: 'b.internal' } } })
    assert.deepEqual(renamed.body.data.monitor.tls, { ...TLS, client_key: MASK, server_name: 'b.internal' })
    const { changed } = await pullAssignments(context, { regionCode: 'local', probeId: null }, { since: 0 })
    assert.equal((changed[0]!.settings as { tls: { clientKey: string } }).tls.clientKey, CLIENT.key)
    const removed = await call('PUT', url, { as, body: { tls: null } })
    assert.equal('tls' in removed.body.data.monitor, false)
  })

  test(`${dialect}: a masked key is refused for another certificate, and without a stored key`, async (t) => {
    const { call, alice } = await createMonitorApi(t, dialect)
    const as = alice.session
    const { body } = await call('POST', '/api/monitors', { as, body: { ...SITE, http_config: { tls: TLS } } })
    const changed = { http_config: { tls: { ...TLS, client_certificate: OTHER.cert, client_key: MASK } } }
    const answers = [
      await call('PUT', `/api/monitors/${body.data.monitor.id}`, { as, body: changed }),
      await call('POST', '/api/monitors', { as, body: { ...SITE, name: 'New', ...changed } }),
    ]
    assert.deepEqual(
      answers.map(({ status, body: { error } }) => [status, error.details.field, error.details.issues[0].message]),
      [
        [400, 'http_config.tls.client_key', 'does not match client_certificate'],
        [400, 'http_config.tls.client_key', 'is masked; send the actual value'],
      ],
    )
  })

  test(`${dialect}: a document keeps its TLS options through an export`, async (t) => {
    const { plan, apply, exportFrom } = await makeConfigApi(t, dialect)
    const document = { version: 1, monitors: { site: { ...SITE, http_config: { tls: TLS } } } }
    const applied = await apply(document)
    assert.equal(applied.status, 200, JSON.stringify(applied.body))
    assert.deepEqual((await plan(document)).body.data.plan.changes, [])
    const { tls } = (await exportFrom()).document.monitors.site.http_config
    assert.deepEqual({ ...tls, client_key: null }, { ...TLS, client_key: null })
    assert.match(tls.client_key, /^\$\{\w+\}$/)
  })

  test(`${dialect}: variables hold certificates, which must fit each other with the values`, async (t) => {
    const { call, alice, context } = await createMonitorApi(t, dialect)
    const as = alice.session
    const projectId = (await call('GET', '/api/projects', { as })).body.data.projects[0].id
    const variables = `/api/projects/${projectId}/variables`
    const ids: Record<string, string> = {}
    for (const [name, value] of Object.entries({ root: AUTHORITY.cert, me: CLIENT.cert, me_key: CLIENT.key })) {
      const body = { name, value, is_secret: name === 'me_key' }
      ids[name] = (await call('POST', variables, { as, body })).body.data.variable.id
    }
    const tls = { client_certificate: '{{me}}', client_key: '{{me_key}}', ca: '{{root}}' }
    const { body } = await call('POST', '/api/monitors', { as, body: { ...SITE, http_config: { tls } } })
    assert.deepEqual(body.data.monitor.tls, tls)
    const { changed } = await pullAssignments(context, { regionCode: 'local', probeId: null }, { since: 0 })
    assert.deepEqual((changed[0]!.settings as { tls: object }).tls, {
      clientCertificate: CLIENT.cert,
      clientKey: CLIENT.key,
      ca: AUTHORITY.cert,
    })
    const answers = [
      await call('PATCH', `${variables}/${ids.me_key}`, { as, body: { value: OTHER.key } }),
      await call('PATCH', `${variables}/${ids.root}`, { as, body: { value: 'no certificate' } }),
      await call('POST', '/api/monitors', { as, body: { ...SITE, http_config: { tls: { ca: '{{me_key}}' } } } }),
    ]
    const end = ' (with the values of its variables)'
    assert.deepEqual(
      answers.map(({ status, body: { error } }) => [status, error.details.field, error.details.issues[0].message]),
      [
        [400, 'value', `does not fit Site: http_config.tls.client_key does not match client_certificate${end}`],
        [
          400,
          'value',
          `does not fit Site: http_config.tls.ca must contain a certificate in PEM: -----BEGIN CERTIFICATE-----${end}`,
        ],
        [400, 'http_config.tls.ca', `must not contain a private key; only client_key is hidden after saving${end}`],
      ],
    )
  })
}
