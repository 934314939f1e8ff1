import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { expireLostProbes } from '../../../src/services/probes/lost-probes.ts'
import { LEASE_MS } from '../../../src/services/probes/probes.ts'
import { createTestApp, type TestApp } from '../../support/api/app.ts'
import { describeResponse } from '../../support/api/monitor-api.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { registerAs } from '../../support/factories/accounts.ts'
import { probeId, VITALS } from '../../support/factories/probes.ts'

const hello = (number: number) => ({
  protocol: 1,
  version: '1.2.3',
  region: '',
  capabilities: { icmp: true, ipv6: false },
  probeId: probeId(number),
  name: `host-${number}`,
  held: 0,
})

async function begin(app: TestApp) {
  const { session } = await registerAs(app, 'Root')
  const made = await app.call('POST', '/api/admin/probe-tokens', {
    as: session,
    body: { region: 'eu-1', region_name: 'Frankfurt' },
  })
  const { token, probe_token } = made.body.data
  const asProbe = { authorization: `Bearer ${token}` }
  const register = async (number: number): Promise<string> => {
    const answer = await app.call('POST', '/api/probe/register', { as: asProbe, body: { hello: hello(number) } })
    return answer.body.data.session
  }
  const ask = (probe: string, overdueMs = 0) =>
    app.call('POST', '/api/probe/pull', {
      as: asProbe,
      body: { session: probe, wait_ms: 0, request: { since: 0, vitals: { ...VITALS, held: 7, overdueMs } } },
    })
  const leave = (probe: string) => app.call('POST', '/api/probe/leave', { as: asProbe, body: { session: probe } })
  /** Polls as a probe that leaves out a share of its checks. */
  const skip = (probe: string, skippedPercent: number) =>
    app.call('POST', '/api/probe/pull', {
      as: asProbe,
      body: {
        session: probe,
        wait_ms: 0,
        request: { since: 0, vitals: { ...VITALS, lateMs: 12_000, skippedPercent } },
      },
    })
  const list = async () => (await app.call('GET', '/api/admin/probes', { as: session })).body.data.probes
  const states = async () => {
    const { body } = await app.call('GET', '/api/admin/probes', { as: session })
    return Object.fromEntries(body.data.probes.map(({ name, state }: { name: string; state: string }) => [name, state]))
  }
  const revoke = () => app.call('DELETE', `/api/admin/probe-tokens/${probe_token.id}`, { as: session })
  return { register, ask, skip, list, leave, states, revoke }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a probe that shut down is distinguished from a missing probe`, async (t) => {
    const app = await createTestApp(t, dialect)
    const { register, ask, leave, states } = await begin(app)
    const [busy, gone, slow] = [await register(1), await register(2), await register(3)]
    await register(4)
    app.clock.advance(LEASE_MS - SECOND_MS)
    assert.equal(describeResponse(await ask(busy)), '200')
    await ask(slow, 5 * 60 * SECOND_MS)
    await leave(gone)
    app.clock.advance(2 * SECOND_MS)
    await expireLostProbes(app.context)
    assert.deepEqual(await states(), { 'host-1': 'live', 'host-2': 'stopped', 'host-3': 'stuck', 'host-4': 'lost' })

    await register(2)
    assert.equal((await states())['host-2'], 'live')
  })

  test(`${dialect}: an overloaded probe shows the share of its checks that it leaves out`, async (t) => {
    const app = await createTestApp(t, dialect)
    const { register, skip, list } = await begin(app)
    assert.equal(describeResponse(await skip(await register(1), 47.6)), '200')
    const [probe] = await list()
    assert.deepEqual([probe.state, probe.skipped_percent, probe.overdue_ms], ['live', 48, 12_000])
  })

  test(`${dialect}: probes with a revoked token stop and are not reported as missing`, async (t) => {
    const app = await createTestApp(t, dialect)
    const { register, ask, states, revoke } = await begin(app)
    const session = await register(1)
    assert.equal(describeResponse(await revoke()), '200')
    assert.deepEqual(await states(), { 'host-1': 'stopped' })
    assert.equal((await ask(session)).status, 401)
  })
}
