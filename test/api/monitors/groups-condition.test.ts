import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { describeResponse } from '../../support/api/monitor-api.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { makeGroupApi } from './group-api.ts'

const NO_MEMBERS = { up: 0, degraded: 0, down: 0, unknown: 0 }

for (const dialect of DIALECTS) {
  test(`${dialect}: a group with a condition has a status, a history and an uptime`, async (t) => {
    const { clock, group } = await makeGroupApi(t, dialect)
    const made = await group('POST', '', { name: 'Shop', condition: { mode: 'at_least', value: 2 } })
    assert.equal(made.status, 201)
    const { id, condition, status, status_since: since, members } = made.body.data
    assert.deepEqual(
      { condition, status, members },
      { condition: { mode: 'at_least', value: 2 }, status: 'unknown', members: NO_MEMBERS },
    )
    assert.equal(since, made.body.data.created_at)
    const [listed] = (await group('GET', '')).body.data.groups
    assert.deepEqual([listed.condition, listed.status], [condition, 'unknown'])
    const { history, pagination } = (await group('GET', `/${id}/status-history`)).body.data
    assert.deepEqual([history[0].from_status, history[0].to_status, history[0].ended_at], [null, 'unknown', null])
    assert.match(history[0].reason, /^no member counts/)
    assert.equal(pagination.total_count, 1)
    clock.advance(MINUTE_MS)
    assert.equal(describeResponse(await group('GET', `/${id}/uptime`)), '404 STATS_NOT_FOUND')

    const changed = await group('PUT', `/${id}`, { ...made.body.data, condition: { mode: 'percent', value: 50 } })
    assert.equal(changed.status, 200, 'the representation can be sent back')
    assert.deepEqual(changed.body.data.condition, { mode: 'percent', value: 50 })
    const folder = (await group('PUT', `/${id}`, { condition: null })).body.data
    assert.deepEqual(['condition' in folder, 'status' in folder, 'members' in folder], [false, false, false])
  })

  test(`${dialect}: conditions that mean nothing are refused with the field`, async (t) => {
    const { group } = await makeGroupApi(t, dialect)
    const refuse = async (condition: object) => {
      const { status, body } = await group('POST', '', { name: 'Shop', condition })
      return [status, body.error.details.field ?? body.error.details.issues[0].field]
    }
    assert.deepEqual(await refuse({ mode: 'percent', value: 0 }), [400, 'condition.value'])
    assert.deepEqual(await refuse({ mode: 'percent', value: 101 }), [400, 'condition.value'])
    assert.deepEqual(await refuse({ mode: 'percent' }), [400, 'condition.value'])
    assert.deepEqual(await refuse({ mode: 'at_least', value: 1.5 }), [400, 'condition.value'])
    assert.deepEqual(await refuse({ mode: 'all', value: 1 }), [400, 'condition.value'])
    assert.deepEqual(await refuse({ mode: 'most' }), [400, 'condition.mode'])
  })
}
