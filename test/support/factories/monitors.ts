/** A user who creates monitors through the services. */

import { DEFAULT_PLANS, type PlanLimits, type PlanName, type Plans } from '../../../src/core/accounts/plan.ts'
import type { MonitorDraft } from '../../../src/core/monitors/monitor-change.ts'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import type { CheckResult } from '../../../src/core/probes/protocol.ts'
import { NO_TIMINGS } from '../../../src/core/results/verdict.ts'
import { createIdSource } from '../../../src/runtime/ids.ts'
import type { ActiveRegion, MonitorContext } from '../../../src/services/monitors/monitor-context.ts'
import type { MonitorScope } from '../../../src/services/platform/context.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { saveRegion } from '../../../src/store/probes/regions.ts'
import { insertWorkspace } from '../database/rows.ts'
import { type Cleanup, openTestStore } from '../database/stores.ts'
import { MONDAY } from '../time/clock.ts'
import { createTestContext, type TestContext } from './context.ts'

export interface MonitorFixture {
  context: MonitorContext & TestContext
  /** Alice, in her project. */
  scope: MonitorScope
}

export const toActiveRegion = (code: string): ActiveRegion => ({
  code,
  activeProbes: 1,
  capabilities: { icmp: true, ipv6: false },
})

/**
 * Creates Alice's workspace with the active regions `local` (default), `eu-1` and `us-1`.
 *
 * @param limits replaces limits of her plan
 */
export async function createMonitorFixture(
  t: Cleanup,
  dialect: DialectName,
  { plan = 'scale', limits = {} }: { plan?: PlanName; limits?: Partial<PlanLimits> } = {},
): Promise<MonitorFixture> {
  const store = await openTestStore(t, dialect)
  await insertWorkspace(store)
  await store.transact(async (tx) => {
    for (const code of ['eu-1', 'us-1']) await saveRegion(tx, { code, name: code, isDefault: false }, MONDAY)
  })
  const plans: Plans = { ...DEFAULT_PLANS, [plan]: { ...DEFAULT_PLANS[plan], ...limits } }
  const base = createTestContext(store, MONDAY)
  const context = {
    ...base,
    newId: createIdSource(base.now), // ids of one moment sort in order of creation
    plans,
    egress: createEgressPolicy({ mode: 'any' }),
    activeRegions: () => ['local', 'eu-1', 'us-1'].map(toActiveRegion),
  }
  return { context, scope: createAliceScope(plan) }
}

/** Alice's scope: the user and project of new monitors. */
export const createAliceScope = (plan: PlanName = 'scale'): MonitorScope => ({
  projectId: 'alice',
  actor: {
    userId: 'alice',
    userName: 'Alice',
    organizationId: 'alice',
    role: 'owner',
    isInstanceAdmin: false,
    plan,
    credential: { kind: 'session', sessionId: 'session' },
    ip: '127.0.0.1',
  },
})

/** A web site that is checked every five minutes. */
export const createMonitorDraft = (over: Partial<MonitorDraft> = {}): MonitorDraft => ({
  type: 'HTTP',
  name: 'Site',
  target: 'https://www.example.com/',
  settings: { method: 'GET', slowThresholdMs: null, ipVersion: 'auto' },
  ...over,
})

/**
 * A failed check.
 *
 * @param at Unix ms
 */
export const createDownResult = (monitorKey: number, at: number): CheckResult => ({
  monitorKey,
  kind: 'check',
  scheduledAt: at,
  startedAt: at,
  status: 'down',
  responseTimeMs: 1,
  statusCode: 503,
  errorType: 'status_code',
  errorMessage: 'status 503, expected 2xx',
  timings: NO_TIMINGS,
  remoteAddress: '127.0.0.1',
})
