import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { makeConfigApi } from './config-api.ts'

const toDocument = (...keys: string[]) => ({
  version: 1,
  monitors: Object.fromEntries(
    keys.map((key) => [key, { name: key, type: 'HTTP', target: 'https://shop.example.com/', status: 'active' }]),
  ),
})

for (const dialect of DIALECTS) {
  test(`${dialect}: an apply silences the monitors that it creates, and no other monitor`, async (t) => {
    const { alice, apply, call, clock } = await makeConfigApi(t, dialect)
    assert.equal((await apply(toDocument('old'))).status, 200)
    assert.equal((await apply(toDocument('old', 'new'), { silence_minutes: 1_440 })).status, 200)
    const { monitors } = (await call('GET', '/api/dashboard/monitors', { as: alice.session })).body.data
    const until = new Date(clock.now() + 1_440 * MINUTE_MS).toISOString()
    assert.deepEqual(
      monitors.map(({ name, status, silence }: { name: string; status: string; silence?: { until: string } }) => [
        name,
        status,
        silence?.until,
      ]),
      [
        ['new', 'active', until],
        ['old', 'active', undefined],
      ],
    )
    assert.equal((await apply(toDocument('old', 'later'), { silence_minutes: 0 })).status, 400)
  })
}
