import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { removeOrganization } from '../../../src/services/accounts/organizations.ts'
import { createProject, removeProject } from '../../../src/services/accounts/projects.ts'
import {
  claimDueDomains,
  DOMAIN_LEASE_MS,
  type DomainClaim,
  getNextDomainCheckAt,
  releaseDomainClaim,
  saveDomainAnswer,
  syncDomainWatches,
  UNWATCHED_RETENTION_MS,
} from '../../../src/services/expiry/domains.ts'
import { changeMonitors } from '../../../src/services/monitors/monitor-bulk.ts'
import { createMonitor } from '../../../src/services/monitors/monitor-creation.ts'
import { pauseMonitor, removeMonitor, resumeMonitor, updateMonitor } from '../../../src/services/monitors/monitors.ts'
import { findDomain } from '../../../src/store/expiry/domains.ts'
import { insertMember } from '../../support/database/account-rows.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { deleteRows, insertRows, readRows, updateRows } from '../../support/database/tables.ts'
import {
  createRegisteredAnswer,
  createUnknownAnswer,
  createUnregisteredAnswer,
  EXPIRES_AT,
} from '../../support/factories/domains.ts'
import { createMonitorDraft, createMonitorFixture } from '../../support/factories/monitors.ts'
import { MONDAY } from '../../support/time/clock.ts'

const ROOM = { total: 100, perTld: 100, inFlight: new Map<string, number>() }

async function openRegistry(t: Cleanup, dialect: (typeof DIALECTS)[number]) {
  const { context, scope } = await createMonitorFixture(t, dialect)
  const { db } = context.store
  const create = (over = {}, into = scope) =>
    createMonitor(context, into, createMonitorDraft({ domainMonitoring: { enabled: true }, ...over }))
  const rows = () => readRows(db, 'domain_watches', {}, ['monitor_key'])
  const names = (claims: DomainClaim[]) => claims.map(({ domain }) => domain.name).sort()
  return {
    context,
    scope,
    create,
    change: (id: string, change: object) => updateMonitor(context, scope, id, () => change),
    watched: async () => (await rows()).map(({ domain }) => domain),
    claim: (total = 100) => claimDueDomains(context, { ...ROOM, total }),
    /** Claims the due domains and returns their names. */
    due: async () => names(await claimDueDomains(context, ROOM)),
    settle: (claim: DomainClaim | undefined, answer = createRegisteredAnswer()) =>
      saveDomainAnswer(context, claim!, answer),
    known: (name = 'example.com') => findDomain(db, name),
    later: (ms: number) => context.setTime(context.now() + ms),
  }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a domain is looked up once, however many monitors depend on it`, async (t) => {
    const { create, watched, claim, settle, known, due } = await openRegistry(t, dialect)
    for (const target of ['https://www.example.com/', 'https://api.example.com:8443/v1']) await create({ target })
    await create({ type: 'ICMP', target: 'Mail.Example.COM.', settings: {} })
    assert.deepEqual(await watched(), Array(3).fill('example.com'))
    const [first, ...others] = await claim()
    assert.deepEqual([first?.domain.name, others], ['example.com', []])
    assert.deepEqual(await due(), [], 'during the lookup')
    await settle(first)
    const { nextCheckAt, ...rest } = (await known())!
    assert.deepEqual([rest.registration?.expiresAt, rest.isRegistered, rest.checkedAt], [EXPIRES_AT, true, MONDAY])
    assert.deepEqual([rest.claimedUntil, rest.unwatchedSince], [null, null])
    assert.ok(nextCheckAt > MONDAY + DAY_MS / 2)
    await create()
    assert.deepEqual(await due(), [], 'another monitor of the domain')
    assert.equal((await known())?.nextCheckAt, nextCheckAt)
  })

  test(`${dialect}: a stored registration is read back field by field`, async (t) => {
    const { create, claim, settle, known } = await openRegistry(t, dialect)
    await create()
    assert.equal((await known())?.registration, null)
    const [first] = await claim()
    const answer = createRegisteredAnswer({
      registrar: null,
      registeredAt: null,
      statuses: ['a', 'b'],
      source: 'whois',
    })
    await settle(first, answer)
    assert.deepEqual(answer.kind === 'registered' && answer.registration, (await known())?.registration)
  })

  test(`${dialect}: only active monitors with domain monitoring watch a domain, and a change of a monitor updates its watch`, async (t) => {
    const { context, scope, create, change, watched, due, known } = await openRegistry(t, dialect)
    await create({ domainMonitoring: { enabled: false } })
    await create({ domainMonitoring: undefined })
    const { id } = await create({ status: 'paused' })
    assert.deepEqual([await watched(), await due(), await known()], [[], [], null])
    await resumeMonitor(context, scope, id)
    assert.deepEqual([await watched(), await due()], [['example.com'], ['example.com']])
    await change(id, { target: 'https://example.net/' })
    assert.deepEqual([await watched(), await due()], [['example.net'], ['example.net']])
    await change(id, { domainMonitoring: { enabled: false } })
    assert.deepEqual(await watched(), [])
    await change(id, { domainMonitoring: { enabled: true }, target: 'https://example.org/' })
    assert.deepEqual([await watched(), await due()], [['example.org'], ['example.org']])
    await change(id, { name: 'Other', domainMonitoring: { expiryWarningDays: [3] } })
    assert.deepEqual(await watched(), ['example.org'])
    for (const status of ['disabled', 'active', 'paused'] as const) {
      await change(id, { status })
      assert.deepEqual(await watched(), status === 'active' ? ['example.org'] : [])
    }
  })

  test(`${dialect}: a deleted monitor watches no domain, whether deleted singly, with its project or with its organization`, async (t) => {
    const { context, scope, create, watched } = await openRegistry(t, dialect)
    const { id } = await create()
    await create({ target: 'https://example.org/' })
    const { id: projectId } = await createProject(context, scope.actor, { name: 'Other', escalationPolicyId: null })
    await create({ target: 'https://example.net/' }, { ...scope, projectId })
    await removeMonitor(context, scope, id)
    assert.deepEqual(await watched(), ['example.org', 'example.net'])
    await removeProject(context, scope.actor, projectId, true)
    assert.deepEqual(await watched(), ['example.org'])
    await insertMember(context.store.db, {
      id: 'm',
      organization_id: 'alice',
      user_id: 'alice',
      role: 'owner',
    })
    await removeOrganization(context, scope.actor, true)
    assert.deepEqual(await watched(), [])
  })

  test(`${dialect}: bulk pause, resume and deletion update the watches`, async (t) => {
    const { context, scope, create, watched, due } = await openRegistry(t, dialect)
    const made = []
    for (const over of [{}, { target: 'https://a.example.com/' }, { target: 'https://example.net/' }])
      made.push(await create(over))
    made.push(await create({ domainMonitoring: undefined }))
    made.push(await create({ type: 'HEARTBEAT', target: '', domainMonitoring: undefined, settings: {} }))
    const ids = made.map(({ id }) => id)
    await changeMonitors(context, scope, { operation: 'pause', from: ['active'] }, ids)
    assert.deepEqual(await watched(), [])
    await changeMonitors(context, scope, { operation: 'resume', from: ['paused'] }, ids)
    assert.deepEqual(await watched(), ['example.com', 'example.com', 'example.net'])
    assert.deepEqual(await due(), ['example.com', 'example.net'])
    await changeMonitors(context, scope, { operation: 'delete' }, ids)
    assert.deepEqual(await watched(), [])
  })

  test(`${dialect}: an unwatched domain is not looked up and is deleted after a month`, async (t) => {
    const { context, scope, create, claim, settle, known, due, later } = await openRegistry(t, dialect)
    const { id } = await create()
    await settle((await claim())[0])
    await pauseMonitor(context, scope, id)
    later(2 * DAY_MS)
    assert.deepEqual(await due(), [])
    assert.equal((await known())?.unwatchedSince, context.now())
    assert.equal(await getNextDomainCheckAt(context), context.now() + UNWATCHED_RETENTION_MS)
    await resumeMonitor(context, scope, id)
    assert.deepEqual([(await known())?.unwatchedSince, (await known())?.isRegistered], [null, true])
    assert.deepEqual(await due(), ['example.com'])
    await pauseMonitor(context, scope, id)
    later(2 * DAY_MS)
    await due()
    later(UNWATCHED_RETENTION_MS - 1)
    await due()
    assert.notEqual(await known(), null)
    later(1)
    assert.deepEqual([await due(), await known(), await getNextDomainCheckAt(context)], [[], null, null])
    await resumeMonitor(context, scope, id)
    assert.deepEqual(await due(), ['example.com'])
  })

  test(`${dialect}: a domain is never claimed by two servers at a time`, async (t) => {
    const { create, claim } = await openRegistry(t, dialect)
    for (let index = 0; index < 30; index++) await create({ target: `https://site-${index}.com/` })
    const claims = await Promise.all(Array.from({ length: 8 }, () => claim(5)))
    const claimed = claims.flat().map(({ domain }) => domain.name)
    assert.equal(new Set(claimed).size, claimed.length)
    const rest = await claim()
    assert.equal(claimed.length + rest.length, 30)
  })

  test(`${dialect}: a registry uses only its own slots`, async (t) => {
    const { context, create } = await openRegistry(t, dialect)
    for (let index = 0; index < 60; index++) await create({ target: `https://site-${index}.com/` })
    await create({ target: 'https://example.net/' })
    const take = async (running: Record<string, number>, total = 10) => {
      const room = { total, perTld: 3, inFlight: new Map(Object.entries(running)) }
      return (await claimDueDomains(context, room)).map(({ domain }) => domain.name.replace(/^.*\./, ''))
    }
    assert.deepEqual(await take({ com: 1, net: 3 }), ['com', 'com'])
    assert.deepEqual(await take({ com: 3 }), ['net'])
    assert.deepEqual(await take({}, 1), ['com'])
    assert.deepEqual(await take({ com: 4 }), [])
  })

  test(`${dialect}: a claim ends with its lease, and a late answer changes nothing`, async (t) => {
    const { create, claim, settle, known, later, due, context } = await openRegistry(t, dialect)
    await create()
    const [lost] = await claim()
    later(DOMAIN_LEASE_MS - 1)
    assert.deepEqual(await due(), [])
    later(1)
    const [taken] = await claim()
    assert.equal(taken?.domain.name, 'example.com')
    await settle(lost, createRegisteredAnswer({ registrar: 'Late' }))
    await releaseDomainClaim(context, lost!)
    assert.deepEqual([(await known())?.registration, (await known())?.claimedUntil], [null, taken?.until])
    await settle(taken)
    assert.equal((await known())?.registration?.registrar, 'Example Registrar')
  })

  test(`${dialect}: a released claim is due at once`, async (t) => {
    const { create, claim, due, context } = await openRegistry(t, dialect)
    await create()
    const [first] = await claim()
    await releaseDomainClaim(context, first!)
    assert.deepEqual(await due(), ['example.com'])
  })

  test(`${dialect}: a failing registry erases nothing and is retried with increasing delays`, async (t) => {
    const { create, claim, settle, known, later } = await openRegistry(t, dialect)
    await create()
    await settle((await claim())[0])
    later(2 * DAY_MS)
    for (const failures of [1, 2, 3]) {
      await settle((await claim())[0], createUnknownAnswer())
      const { registration, isRegistered, checkedAt, knownAt, nextCheckAt, ...rest } = (await known())!
      assert.deepEqual([registration?.expiresAt, isRegistered, knownAt], [EXPIRES_AT, true, MONDAY])
      assert.deepEqual([rest.failures, rest.error], [failures, 'rdap.example does not answer'])
      assert.ok(nextCheckAt >= checkedAt! + 15 * MINUTE_MS * 2 ** (failures - 1))
      later(nextCheckAt - checkedAt!)
    }
    await settle((await claim())[0])
    assert.deepEqual([(await known())?.failures, (await known())?.error], [0, null])
  })

  test(`${dialect}: a domain counts as unregistered after the second answer, not after the first`, async (t) => {
    const { create, claim, settle, known, later } = await openRegistry(t, dialect)
    await create()
    await settle((await claim())[0])
    later(2 * DAY_MS)
    await settle((await claim())[0], createUnregisteredAnswer())
    assert.equal((await known())?.isRegistered, true)
    later(7 * HOUR_MS)
    await settle((await claim())[0], createUnregisteredAnswer('whois'))
    assert.deepEqual([(await known())?.isRegistered, (await known())?.registration?.expiresAt], [false, EXPIRES_AT])
  })

  test(`${dialect}: a rate-limited registry is not queried for any of its domains until its wait is over`, async (t) => {
    const { create, claim, settle, known, due, later } = await openRegistry(t, dialect)
    const names = ['a.com', 'b.com', 'c.com']
    for (const name of names) await create({ target: `https://${name}/` })
    const [limited, busy] = await claim(2)
    const others = names.filter((name) => name !== limited?.domain.name && name !== busy?.domain.name)
    await create({ target: 'https://a.net/' })
    await settle(limited, createUnknownAnswer({ failure: 'rate_limited', retryAfterMs: 2 * HOUR_MS }))
    assert.deepEqual(await due(), ['a.net'], 'domains of other registries')
    for (const name of others) assert.equal((await known(name))?.nextCheckAt, MONDAY + 2 * HOUR_MS)
    await settle(busy)
    later(2 * HOUR_MS)
    for (const name of others) assert.ok((await due()).includes(name))
  })

  test(`${dialect}: a sync over all monitors repairs wrong watches and keeps correct ones`, async (t) => {
    const { context, scope, create, watched, due, known } = await openRegistry(t, dialect)
    const { db } = context.store
    const [lost, moved] = [await create(), await create({ target: 'https://example.net/' })]
    const right = await create({ target: 'https://example.org/' })
    const [paused, deleted] = [await create({ status: 'paused' }), await create()]
    await removeMonitor(context, scope, deleted.id)
    await due()
    await deleteRows(db, 'domain_watches', { monitor_key: lost.key })
    await deleteRows(db, 'domains', { name: 'example.com' })
    await updateRows(db, 'domain_watches', { domain: 'net' }, { monitor_key: moved.key })
    await insertRows(db, 'domain_watches', { monitor_key: paused.key, domain: 'example.com' })
    const before = await known('example.org')
    assert.equal(await syncDomainWatches(context, 0), null)
    assert.deepEqual((await watched()).sort(), ['example.com', 'example.net', 'example.org'])
    assert.deepEqual([await known('example.org'), right.key > 0], [before, true])
    assert.deepEqual(await due(), ['example.com'])
    assert.equal(await syncDomainWatches(context, right.key), null)
  })

  test(`${dialect}: lookups that a wrong clock delayed for years are due at the next start`, async (t) => {
    const { context, create, claim, settle, due, known, later } = await openRegistry(t, dialect)
    await create()
    later(10 * 365 * DAY_MS)
    await settle((await claim())[0], createRegisteredAnswer({ expiresAt: null }))
    const planned = (await known())!.nextCheckAt
    await syncDomainWatches(context, 0)
    assert.equal((await known())!.nextCheckAt, planned)
    later(-10 * 365 * DAY_MS)
    assert.deepEqual(await due(), [])
    await syncDomainWatches(context, 0)
    assert.deepEqual(await due(), ['example.com'])
  })
}
