/** A monitor that follows an escalation policy, and the messages that the policy sends. */
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { sendDueEscalations } from '../../../src/services/incidents/escalations.ts'
import { createPolicy } from '../../../src/services/notifications/escalation-policies.ts'
import { createTarget } from '../../../src/services/notifications/notification-targets.ts'
import { createSchedule } from '../../../src/services/on-call/on-call-schedules.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { insertMember } from '../database/account-rows.ts'
import type { Cleanup } from '../database/stores.ts'
import { insertRows, readColumns } from '../database/tables.ts'
import type { TestContext } from './context.ts'
import { createDependencySite, SCOPE, T0 } from './dependency-site.ts'

/** Ids of the monitor with the policy. */
export const SHOP = ['alice-shop-0']
export const EGRESS = createEgressPolicy({ mode: 'any' })

/** Adds Alice and Bob to the organization, so that schedules can name them. */
export async function insertMembers({ store }: TestContext): Promise<void> {
  const bob = { id: 'bob', email: 'bob@example.test', name: 'Bob', password_hash: 'x', is_instance_admin: 0 as const }
  await insertRows(store.db, 'users', { ...bob, created_at: 0, updated_at: 0 })
  for (const id of ['alice', 'bob'])
    await insertMember(store.db, { id, user_id: id, organization_id: 'alice', role: 'owner' })
}

/** Creates a schedule in which the first user is on call until minute 10, and then the next. */
export async function createTestSchedule(context: TestContext, name: string, ...userIds: string[]): Promise<string> {
  const shifts = { rotation: 'daily' as const, shiftLength: 1, handoverTime: '00:10', handoverWeekday: null }
  const layer = { name: 'Primary', userIds, ...shifts, startsOn: '2026-01-30', restrictions: [] }
  const plan = { name, description: '', timezone: 'UTC', layers: userIds.length > 0 ? [layer] : [] }
  return (await createSchedule(context, SCOPE, plan)).id
}

/** A monitor with the policy: Mail at once, Phone after 5 minutes, Boss after 15. */
export async function createEscalationSite(t: Cleanup, dialect: DialectName, over: { repeatCount?: number } = {}) {
  const site = await createDependencySite(t, dialect, 'router', 'shop')
  const { context } = site
  const ids: Record<string, string> = {}
  for (const name of ['Mail', 'Phone', 'Boss']) {
    const config = { url: `https://${name.toLowerCase()}.example.test/` }
    const draft = { name, channel: 'webhook' as const, config, isDefault: false, isEnabled: true }
    const target = await createTarget({ ...context, egress: EGRESS }, SCOPE, { ...draft, fallbackTargetId: null })
    ids[name] = target.id
  }
  const steps = [
    { afterMinutes: 0, targetIds: [ids.Mail!], scheduleIds: [], userIds: [] },
    { afterMinutes: 5, targetIds: [ids.Phone!], scheduleIds: [], userIds: [] },
    { afterMinutes: 15, targetIds: [ids.Boss!], scheduleIds: [], userIds: [] },
  ]
  const policy = await createPolicy(context, SCOPE, {
    name: 'On-call',
    steps,
    repeatCount: 0,
    repeatAfterMinutes: 20,
    ...over,
  })
  await site.updateMonitor('shop', { escalation_policy_id: policy.id })
  const nameOf = (id: string) => Object.keys(ids).find((name) => ids[name] === id) ?? 'Ops'
  return {
    ...site,
    ids,
    policy,
    /** Lines such as `5 opened Phone`: minutes since the start, event and target. */
    async listSent() {
      const columns = ['event_type', 'target_id', 'created_at'] as const
      const rows = await readColumns(context.store.db, 'deliveries', [...columns], {}, ['created_at', 'target_id'])
      return rows.map((row) => {
        const minutes = Math.floor((row.created_at - T0) / MINUTE_MS)
        return `${minutes} ${row.event_type.replace('incident.', '')} ${nameOf(row.target_id)}`
      })
    },
    async listEvents() {
      const rows = await readColumns(context.store.db, 'deliveries', ['payload'], {}, ['created_at'])
      return rows.map((row) => JSON.parse(row.payload))
    },
    /** Advances the time and sends due steps every ten seconds. */
    async advanceAndEscalate(minutes: number) {
      for (let at = 0; at < minutes * MINUTE_MS; at += 10 * SECOND_MS) {
        site.advance(10 * SECOND_MS)
        await sendDueEscalations(context, 100)
      }
    },
  }
}
