import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { ApiDeps } from '../../../src/api/platform/deps.ts'
import { DAY_MS } from '../../../src/core/platform/time/time.ts'
import type { SeenCertificate } from '../../../src/core/results/certificate.ts'
import { toCheckResult } from '../../../src/probe/push/outcomes.ts'
import { runCheck } from '../../../src/probers/run-check.ts'
import { evaluateExpiries } from '../../../src/services/expiry/expiries.ts'
import { saveCertificates } from '../../../src/store/expiry/certificates.ts'
import { fileWith, makeTools } from '../../probers/check.ts'
import { createMonitorApi, describeResponse } from '../../support/api/monitor-api.ts'
import { readMonitorKey } from '../../support/database/monitor-rows.ts'
import { ANY_DIALECT } from '../../support/database/stores.ts'
import { readRow, readRows } from '../../support/database/tables.ts'
import { createKeyHeaders } from '../../support/factories/people.ts'
import { createAuthority, createCertificate, createExpiredCertificate } from '../../support/targets/certificates.ts'
import { createSeenCertificate, startTlsSite } from '../../support/targets/tls-site.ts'
import { MONDAY } from '../../support/time/clock.ts'

const AUTHORITY = createAuthority()
const INTERMEDIATE = createCertificate({ names: ['Test R1'], issuer: AUTHORITY, isAuthority: true })
const NAMES = ['127.0.0.1', 'www.example.test', '::1']
const GOOD = createCertificate({
  names: NAMES,
  issuer: INTERMEDIATE,
  notBefore: new Date('2026-01-01T00:00:00Z'),
  notAfter: new Date('2099-12-31T12:00:00Z'),
})

/** A timeout longer than any stall of the machine. */
const PATIENT_MS = 60_000

/** Creates the API with a probe that connects for real and uses the test clock. */
async function makeProbedApi(t: TestContext, dialect: (typeof ANY_DIALECT)[number]) {
  const tools = makeTools(t, { caFile: fileWith(t, AUTHORITY.cert) })
  let now = (): number => MONDAY
  const probe: Pick<ApiDeps, 'runCheck'> = {
    runCheck: async (assignment) => {
      const outcome = await runCheck({ ...assignment, timeoutMs: PATIENT_MS }, tools)
      return toCheckResult(assignment.monitorKey, { scheduledAt: now(), startedAt: now() }, outcome)
    },
  }
  const api = await createMonitorApi(t, dialect, { deps: probe })
  now = api.clock.now
  const certificateOf = async (id: string) => (await api.send('GET', `/${id}/certificate`)).body.data?.certificate
  return { ...api, certificateOf }
}

for (const dialect of ANY_DIALECT) {
  test(`${dialect}: the certificate of a target is shown after the first check and updated after a renewal`, async (t) => {
    const { send, create, clock, certificateOf } = await makeProbedApi(t, dialect)
    const site = await startTlsSite(t, GOOD, { above: [INTERMEDIATE] })
    const { id } = await create({ target: site.url })
    await send('POST', `/${id}/check`)
    const certificate = await certificateOf(id)
    const { fingerprint256, serial_number, chain, history, expires_first, ...rest } = certificate
    assert.deepEqual(rest, {
      subject: 'CN=127.0.0.1',
      issuer: 'CN=Test R1',
      sans: NAMES,
      valid_from: '2026-01-01T00:00:00.000Z',
      valid_to: '2099-12-31T12:00:00.000Z',
      days_remaining: 27_023,
      lifetime_days: 27_028,
      errors: [],
      is_valid: true,
      warning_days: null,
      warned_days: null,
      warned_at: null,
      incident_id: null,
      first_seen_at: '2026-01-05T00:00:00.000Z',
      last_seen_at: '2026-01-05T00:00:00.000Z',
      region: 'local',
      changed_at: null,
      previous: null,
    })
    const { subject, issuer, valid_from, valid_to, first_seen_at, last_seen_at } = certificate
    const own = { subject, issuer, valid_from, valid_to, fingerprint256 }
    assert.deepEqual(chain[0], own)
    assert.deepEqual(history, [{ ...own, first_seen_at, last_seen_at }])
    assert.deepEqual([chain.length, chain[1].issuer], [2, 'CN=Test Authority'])
    // The authorities end before 2099
    assert.equal(expires_first.subject, 'CN=Test R1')
    assert.match(serial_number, /^[0-9A-F]+$/)

    clock.advance(DAY_MS)
    await send('POST', `/${id}/check`)
    assert.deepEqual(await certificateOf(id), {
      ...certificate,
      days_remaining: 27_022,
      expires_first: { ...expires_first, days_remaining: expires_first.days_remaining - 1 },
      last_seen_at: '2026-01-06T00:00:00.000Z',
      history: [{ ...history[0], last_seen_at: '2026-01-06T00:00:00.000Z' }],
    })
    clock.advance(DAY_MS)
    site.renew(createCertificate({ names: NAMES, issuer: AUTHORITY }))
    await send('POST', `/${id}/check`)
    const renewed = await certificateOf(id)
    assert.notEqual(renewed.fingerprint256, fingerprint256)
    assert.deepEqual(
      [renewed.issuer, renewed.first_seen_at, renewed.last_seen_at],
      ['CN=Test Authority', '2026-01-07T00:00:00.000Z', '2026-01-07T00:00:00.000Z'],
    )
    const previous = { ...own, first_seen_at, last_seen_at: '2026-01-06T00:00:00.000Z' }
    assert.deepEqual([renewed.changed_at, renewed.previous], ['2026-01-07T00:00:00.000Z', previous])
    assert.deepEqual([renewed.history.length, renewed.history[1]], [2, previous])
  })

  test(`${dialect}: an invalid certificate is shown with its errors, including IPv6 targets`, async (t) => {
    const { send, create, certificateOf } = await makeProbedApi(t, dialect)
    const bad = {
      'certificate expired on': createExpiredCertificate(AUTHORITY),
      'self-signed certificate': createCertificate({ names: ['::1'] }),
      'certificate is for a.test, not for ::1': createCertificate({ names: ['a.test'], issuer: AUTHORITY }),
    }
    for (const [message, certificate] of Object.entries(bad))
      for (const verify_ssl of [true, false]) {
        const site = await startTlsSite(t, certificate, { host: '::1' })
        const { id } = await create({ target: site.url, verify_ssl })
        const { result } = (await send('POST', `/${id}/check`)).body.data
        assert.equal(result.status, verify_ssl ? 'down' : 'up')
        const { errors } = await certificateOf(id)
        assert.ok(errors[0].message.startsWith(message), JSON.stringify(errors))
        assert.match(errors[0].code, /^[A-Z_]+$/)
        assert.deepEqual(result.certificate.errors, errors)
      }
  })

  test(`${dialect}: an accepted self-signed certificate is up, and its error is still shown`, async (t) => {
    const { send, create, certificateOf } = await makeProbedApi(t, dialect)
    const site = await startTlsSite(t, createCertificate({ names: NAMES }))
    const ssl_monitoring = { enabled: true, ignore_self_signed: true }
    const body = { type: 'HTTP', target: site.url, ssl_monitoring }
    assert.equal((await send('POST', '/test', body)).body.data.result.status, 'up')
    const { id } = await create(body)
    const check = async () => (await send('POST', `/${id}/check`)).body.data.result
    assert.equal((await check()).status, 'up')
    const SELF_SIGNED = { code: 'DEPTH_ZERO_SELF_SIGNED_CERT', message: 'self-signed certificate' }
    assert.deepEqual((await certificateOf(id)).errors, [SELF_SIGNED])
    await send('PUT', `/${id}`, { ssl_monitoring: { ignore_self_signed: false } })
    const { status, error_type, error_message } = await check()
    assert.deepEqual([status, error_type], ['down', 'ssl_error'])
    assert.match(error_message, /: self-signed certificate$/)
  })

  test(`${dialect}: a test or a check of a paused monitor shows the certificate without storing it`, async (t) => {
    const { send, create, context } = await makeProbedApi(t, dialect)
    const site = await startTlsSite(t, GOOD, { above: [INTERMEDIATE] })
    const tried = await send('POST', '/test', { type: 'HTTP', target: site.url })
    assert.deepEqual(tried.body.data.result.certificate.sans, NAMES)
    const { id } = await create({ target: site.url, status: 'paused' })
    assert.equal((await send('POST', `/${id}/check`)).body.data.result.certificate.chain.length, 2)
    assert.deepEqual(await readRows(context.store.db, 'certificates'), [])
    assert.equal(describeResponse(await send('GET', `/${id}/certificate`)), '404 RESOURCE_NOT_FOUND')
  })

  test(`${dialect}: the answer states the reason when there is no certificate`, async (t) => {
    const { send, create } = await createMonitorApi(t, dialect)
    const tcp = { type: 'TCP', target: 'www.example.com', tcp_config: { port: 443, protocol: 'https' } }
    const validated = { ...tcp.tcp_config, protocol_validation: { enabled: true } }
    const without = /^No certificate is available. This \w+ monitor is checked without TLS/
    const unseen = /^No certificate is available. No check of www.example.com:443 has received a certificate yet/
    for (const [over, says] of [
      [{ target: 'http://www.example.com/' }, without],
      [{ type: 'HEARTBEAT', target: undefined }, without],
      [{ type: 'DNS', target: 'www.example.com' }, without],
      [tcp, without],
      [{ ...tcp, tcp_config: validated }, unseen],
      [{ ...tcp, ssl_monitoring: { enabled: true } }, unseen],
      [{ ...tcp, ssl_monitoring: { enabled: false } }, without],
      [{}, unseen],
    ] as const) {
      const { id } = await create(over)
      const answer = await send('GET', `/${id}/certificate`)
      assert.equal(describeResponse(answer), '404 RESOURCE_NOT_FOUND')
      assert.match(answer.body.error.message, says)
    }
  })

  test(`${dialect}: a certificate of a previous target is ignored after the target changed`, async (t) => {
    const { send, create, certificateOf, context } = await makeProbedApi(t, dialect)
    const { id } = await create()
    const { db } = context.store
    const monitorKey = await readMonitorKey(db)
    const [local] = await readRows(db, 'regions', { code: 'local' })
    const sight = { monitorKey, regionKey: local!.key, certificate: createSeenCertificate(), seenAt: MONDAY }
    const see = () => context.store.transact((tx) => saveCertificates(tx, [sight]))
    await see()
    assert.equal((await certificateOf(id)).subject, 'CN=www.example.com')
    await send('PUT', `/${id}`, { target: 'https://other.example.com/' })
    await see()
    assert.equal(describeResponse(await send('GET', `/${id}/certificate`)), '404 RESOURCE_NOT_FOUND')
  })

  test(`${dialect}: the certificate shows the crossed threshold and its validity for the monitor`, async (t) => {
    const { send, create, certificateOf, context, clock } = await makeProbedApi(t, dialect)
    const { id } = await create()
    const { db } = context.store
    const monitorKey = await readMonitorKey(db)
    const [local] = await readRows(db, 'regions', { code: 'local' })
    const see = (certificate: SeenCertificate) =>
      context.store.transact((tx) =>
        saveCertificates(tx, [{ monitorKey, regionKey: local!.key, certificate, seenAt: clock.now() }]),
      )
    const watch = (ssl_monitoring: object) => send('PUT', `/${id}`, { ssl_monitoring })
    const read = async () => {
      const { lifetime_days, days_remaining, warning_days, is_valid } = await certificateOf(id)
      return [lifetime_days, days_remaining, warning_days, is_valid]
    }
    const errors = [{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT', message: 'self-signed certificate' }]
    await see(createSeenCertificate({ errors }))
    assert.deepEqual(await read(), [62, 27, null, false], 'not watched')
    await watch({ enabled: true, ignore_self_signed: true })
    assert.deepEqual(await read(), [62, 27, null, true], 'not in the last third of its lifetime')
    clock.advance(7 * DAY_MS)
    assert.deepEqual(await read(), [62, 20, 30, true])
    clock.advance(7 * DAY_MS)
    assert.deepEqual(await read(), [62, 13, 14, true])
    await watch({ check_expiry: false })
    assert.deepEqual(await read(), [62, 13, null, true])
    await watch({ check_expiry: true, expiry_warning_days: [15] })
    await evaluateExpiries(context, 10)
    const { warned_days, warned_at, incident_id } = await certificateOf(id)
    const { title } = await readRow(db, 'incidents', { id: incident_id })
    assert.deepEqual([warned_days, warned_at], [15, '2026-01-19T00:00:00.000Z'])
    assert.match(title, /expires in 13 days$/)
    await watch({ expiry_warning_days: [3] })
    await evaluateExpiries(context, 10)
    assert.deepEqual([(await certificateOf(id)).warned_days, (await certificateOf(id)).incident_id], [null, null])
    clock.advance(14 * DAY_MS)
    assert.deepEqual(await read(), [62, -1, 3, false], 'expired, regardless of the last check')
  })

  test(`${dialect}: only users with access to the monitor see its certificate`, async (t) => {
    const { send, create, context, alice, charlie } = await makeProbedApi(t, dialect)
    const site = await startTlsSite(t, GOOD)
    const { id } = await create({ target: site.url })
    await send('POST', `/${id}/check`)
    const readOnly = await createKeyHeaders(context, alice, 'read')
    for (const who of [alice.session, readOnly])
      assert.equal(describeResponse(await send('GET', `/${id}/certificate`, undefined, who)), '200')
    assert.equal(
      describeResponse(await send('GET', `/${id}/certificate`, undefined, charlie.session)),
      '404 MONITOR_NOT_FOUND',
    )
    await send('DELETE', `/${id}`)
    assert.equal(describeResponse(await send('GET', `/${id}/certificate`)), '404 MONITOR_NOT_FOUND')
  })
}
