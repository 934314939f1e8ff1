/** An API with on-call schedules, for tests. */
import assert from 'node:assert/strict'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { createMonitorApi } from '../../support/api/monitor-api.ts'
import type { Cleanup } from '../../support/database/stores.ts'
import { createKeyHeaders, type Person } from '../../support/factories/people.ts'

/** Handover on Mondays at 09:00 in Berlin, which is 08:00 UTC in winter. */
export const toLayer = (userIds: readonly string[], over: object = {}) => ({
  name: 'Primary',
  user_ids: userIds,
  rotation: 'weekly',
  handover_time: '09:00',
  handover_weekday: 'monday',
  starts_on: '2026-01-05',
  ...over,
})

/** The clock of the service shows 2026-01-05T00:00:00Z. */
export async function createOnCallApi(t: Cleanup, dialect: DialectName) {
  const app = await createMonitorApi(t, dialect)
  const { alice, bob } = app
  const key = await createKeyHeaders(app.context, alice, 'read_write') // a key, because it outlasts any clock change
  const ask = (method: string, path = '', body?: unknown, by?: Person) =>
    app.call(method, `/api/on-call-schedules${path}`, { as: by?.session ?? key, ...(body !== undefined && { body }) })
  const make = async (over: object = {}) => {
    const body = { name: 'Platform', timezone: 'Europe/Berlin', layers: [toLayer([alice.userId, bob.userId])], ...over }
    const answer = await ask('POST', '', body)
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body.data.on_call_schedule
  }
  const override = async (id: string, user: Person, startsAt: string, endsAt: string) => {
    const body = { user_id: user.userId, starts_at: startsAt, ends_at: endsAt }
    const answer = await ask('POST', `/${id}/overrides`, body)
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body.data.override
  }
  return { ...app, key, ask, make, override }
}
