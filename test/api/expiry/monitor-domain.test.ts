import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { DomainAnswer } from '../../../src/core/expiry/domain.ts'
import { DAY_MS } from '../../../src/core/platform/time/time.ts'
import { claimDueDomains, saveDomainAnswer } from '../../../src/services/expiry/domains.ts'
import { evaluateExpiries } from '../../../src/services/expiry/expiries.ts'
import { createMonitorApi, describeResponse } from '../../support/api/monitor-api.ts'
import { ANY_DIALECT } from '../../support/database/stores.ts'
import {
  createRegisteredAnswer,
  createUnknownAnswer,
  createUnregisteredAnswer,
  EXPIRES_AT,
} from '../../support/factories/domains.ts'
import { createKeyHeaders } from '../../support/factories/people.ts'

const NOTHING = {
  ...{ is_registered: null, registrar: null, registered_at: null, expires_at: null, days_remaining: null },
  ...{
    warned_days: null,
    warned_at: null,
    incident_id: null,
    warning_days: null,
    statuses: [],
    name_servers: [],
    source: null,
    server: null,
  },
  ...{ checked_at: null, last_known_at: null, error: null },
}

/** Creates the API with a fake registry. */
async function makeDomainApi(t: TestContext, dialect: (typeof ANY_DIALECT)[number]) {
  const api = await createMonitorApi(t, dialect)
  const read = async (id: string) => (await api.send('GET', `/${id}/domain`)).body.data
  /** Answers the due lookups and returns their domain names. */
  const answer = async (with_: DomainAnswer) => {
    const claims = await claimDueDomains(api.context, { total: 10, perTld: 10, inFlight: new Map() })
    for (const claim of claims) await saveDomainAnswer(api.context, claim, with_)
    return claims.map(({ domain }) => domain.name)
  }
  return { ...api, read, answer }
}

for (const dialect of ANY_DIALECT) {
  test(`${dialect}: a domain is shown before its first lookup, and with its registration afterwards`, async (t) => {
    const { create, read, answer, clock } = await makeDomainApi(t, dialect)
    const { id } = await create({ target: 'https://www.bücher.de/', domain_monitoring: {} })
    const domain = 'xn--bcher-kva.de'
    assert.deepEqual(await read(id), { ...NOTHING, domain, next_check_at: '2026-01-05T00:00:00.000Z' })
    assert.deepEqual(await answer(createRegisteredAnswer()), [domain])
    clock.advance(5_000)
    const { next_check_at, ...known } = await read(id)
    assert.deepEqual(known, {
      domain,
      is_registered: true,
      registrar: 'Example Registrar',
      registered_at: '2023-04-11T00:00:00.000Z',
      expires_at: '2026-07-24T00:00:00.000Z',
      days_remaining: 199,
      warning_days: null,
      warned_days: null,
      warned_at: null,
      incident_id: null,
      statuses: ['active'],
      name_servers: ['ns1.example.net', 'ns2.example.net'],
      source: 'rdap',
      server: 'rdap.example',
      checked_at: '2026-01-05T00:00:00.000Z',
      last_known_at: '2026-01-05T00:00:00.000Z',
      error: null,
    })
    assert.match(next_check_at, /^2026-01-0[56]T/)
  })

  test(`${dialect}: a failed lookup is shown with the earlier registration`, async (t) => {
    const { create, read, answer, clock } = await makeDomainApi(t, dialect)
    const { id } = await create({ domain_monitoring: {} })
    await answer(createRegisteredAnswer())
    const before = await read(id)
    clock.advance(2 * DAY_MS)
    await answer(createUnknownAnswer())
    const { checked_at, error, next_check_at, ...after } = await read(id)
    assert.deepEqual([checked_at, error], ['2026-01-07T00:00:00.000Z', 'rdap.example does not answer'])
    assert.match(next_check_at, /^2026-01-07T00:1/)
    for (const [field, value] of Object.entries(after))
      assert.deepEqual(value, field === 'days_remaining' ? 198 : before[field], field)
  })

  test(`${dialect}: the domain shows the nearest crossed warning of the monitor, and none after a renewal`, async (t) => {
    const { create, read, answer, clock, send, context } = await makeDomainApi(t, dialect)
    const { id } = await create({ domain_monitoring: { expiry_warning_days: [60, 20, 5] } })
    const { id: other } = await create({ domain_monitoring: {} })
    await answer(createRegisteredAnswer())
    const at = async (daysLeft: number) => {
      clock.set(EXPIRES_AT - daysLeft * DAY_MS)
      return [(await read(id)).warning_days, (await read(other)).warning_days]
    }
    assert.deepEqual(await at(61), [null, null])
    assert.deepEqual(await at(10), [20, 14])
    assert.deepEqual(await at(-3), [5, 1])
    assert.equal((await read(id)).days_remaining, -3)
    await evaluateExpiries(context, 10)
    const { warned_days, warned_at, incident_id } = await read(id)
    assert.deepEqual([warned_days, warned_at], [5, '2026-07-27T00:00:00.000Z'])
    assert.match(incident_id, /^[0-9a-f-]{36}$/)
    await send('PUT', `/${id}`, { domain_monitoring: { expiry_warning_days: [] } })
    assert.equal((await read(id)).warning_days, null)
    await answer(createRegisteredAnswer({ expiresAt: EXPIRES_AT + 365 * DAY_MS }))
    assert.deepEqual([(await read(other)).warning_days, (await read(other)).days_remaining], [null, 362])
  })

  test(`${dialect}: an unregistered domain keeps its last registration`, async (t) => {
    const { create, read, answer, clock } = await makeDomainApi(t, dialect)
    const { id } = await create({ domain_monitoring: {} })
    await answer(createRegisteredAnswer())
    clock.set(EXPIRES_AT + DAY_MS)
    await answer(createUnregisteredAnswer())
    const { is_registered, registrar, days_remaining, error } = await read(id)
    assert.deepEqual([is_registered, registrar, days_remaining, error], [false, 'Example Registrar', -1, null])
  })

  test(`${dialect}: monitors of one domain share its registration`, async (t) => {
    const { create, read, answer } = await makeDomainApi(t, dialect)
    const { id } = await create({ target: 'https://a.example.com/', domain_monitoring: {} })
    const { id: other } = await create({ type: 'TCP', target: 'b.example.com', tcp_config: { port: 25 } })
    assert.deepEqual(await answer(createRegisteredAnswer()), ['example.com'])
    const { id: third } = await create({ target: 'https://c.example.com/', domain_monitoring: {} })
    assert.deepEqual(await answer(createRegisteredAnswer()), [])
    assert.deepEqual(await read(third), await read(id))
    assert.equal(await read(other), undefined, 'this monitor has no domain monitoring')
  })

  test(`${dialect}: enabling or resuming a monitor makes its domain due, and paused monitors cause no lookup`, async (t) => {
    const { create, read, answer, send, clock } = await makeDomainApi(t, dialect)
    const { id } = await create()
    await send('PUT', `/${id}`, { domain_monitoring: { enabled: true } })
    assert.deepEqual(await answer(createRegisteredAnswer()), ['example.com'])
    await send('POST', `/${id}/pause`)
    const { next_check_at, registrar } = await read(id)
    assert.deepEqual([next_check_at, registrar], [null, 'Example Registrar'])
    clock.advance(3 * DAY_MS)
    assert.deepEqual(await answer(createRegisteredAnswer()), [])
    await send('POST', `/${id}/resume`)
    assert.deepEqual(await answer(createRegisteredAnswer()), ['example.com'])
  })

  test(`${dialect}: the answer states the reason and the remedy when there is no domain`, async (t) => {
    const { create, send } = await makeDomainApi(t, dialect)
    const off = /does not watch example\.com; enable it with \{ "domain_monitoring": \{ "enabled": true \} \}/
    const none = /is not under a publicly registered domain/
    for (const [over, says] of [
      [{}, off],
      [{ domain_monitoring: { enabled: false } }, off],
      [{ target: 'https://192.0.2.1/' }, none],
      [{ type: 'HEARTBEAT', target: undefined }, none],
      [{ type: 'ICMP', target: 'printer.internal' }, none],
    ] as const) {
      const { id } = await create(over)
      const answer = await send('GET', `/${id}/domain`)
      assert.equal(describeResponse(answer), '404 RESOURCE_NOT_FOUND')
      assert.match(answer.body.error.message, says)
    }
  })

  test(`${dialect}: domain monitoring is refused for a target without a domain`, async (t) => {
    const { send } = await makeDomainApi(t, dialect)
    const watch = (over: object) => send('POST', '', { name: 'x', ...over, domain_monitoring: { enabled: true } })
    const says = async (over: object) => (await watch(over)).body.error.message
    const end = 'is not under a publicly registered domain'
    assert.equal(
      await says({ type: 'ICMP', target: 'nas.internal' }),
      `domain_monitoring: the target nas.internal ${end}`,
    )
    assert.equal(await says({ type: 'HEARTBEAT' }), `domain_monitoring: a heartbeat ${end}`)
  })

  test(`${dialect}: domain monitoring survives a downgrade, but cannot be enabled on the lower plan`, async (t) => {
    const { create, send, setPlan, answer } = await makeDomainApi(t, dialect)
    const slow = { interval_seconds: 300 }
    const { id } = await create({ ...slow, domain_monitoring: {} })
    const { id: other } = await create({ ...slow, target: 'https://example.net/' })
    await setPlan('free')
    const enabled = { domain_monitoring: { enabled: true } }
    assert.equal(
      describeResponse(await send('PUT', `/${other}`, enabled)),
      '403 DOMAIN_MONITORING_NOT_AVAILABLE domain_monitoring',
    )
    assert.equal(describeResponse(await send('PUT', `/${id}`, { ...enabled, name: 'Other' })), '200')
    assert.deepEqual(await answer(createRegisteredAnswer()), ['example.com'])
    assert.equal(describeResponse(await send('GET', `/${id}/domain`)), '200')
  })

  test(`${dialect}: only users with access to the monitor see its domain`, async (t) => {
    const { send, create, context, alice, bob, charlie } = await makeDomainApi(t, dialect)
    const { id } = await create({ domain_monitoring: {} })
    const readOnly = await createKeyHeaders(context, alice, 'read')
    for (const who of [alice.session, bob.session, readOnly])
      assert.equal(describeResponse(await send('GET', `/${id}/domain`, undefined, who)), '200')
    assert.equal(
      describeResponse(await send('GET', `/${id}/domain`, undefined, charlie.session)),
      '404 MONITOR_NOT_FOUND',
    )
    await send('DELETE', `/${id}`)
    assert.equal(describeResponse(await send('GET', `/${id}/domain`)), '404 MONITOR_NOT_FOUND')
  })
}
