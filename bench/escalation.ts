/**
 * The cost of escalation policies: many incidents open at once, without and with a policy of three steps, in the same run.
 * Also the time of each escalation step. No message is sent.
 *
 *   npm run bench -- escalation [sqlite|postgres] [incidents=10000] [rounds=3]
 */
import { HOUR_MS, MINUTE_MS } from '../src/core/platform/time/time.ts'
import { recordResults } from '../src/services/evaluation/record-results.ts'
import { sendDueEscalations } from '../src/services/incidents/escalations.ts'
import { createPolicy } from '../src/services/notifications/escalation-policies.ts'
import type { DialectName } from '../src/store/platform/dialects.ts'
import { insertMonitors, insertWorkspace } from '../test/support/database/rows.ts'
import { type Cleanup, openTestStore } from '../test/support/database/stores.ts'
import { updateRows } from '../test/support/database/tables.ts'
import { createTestContext, type TestContext } from '../test/support/factories/context.ts'
import { createResult, SCOPE, T0 } from '../test/support/factories/dependency-site.ts'
import { createOutboxFixtureIn } from '../test/support/factories/outbox.ts'
import { withCleanup } from './support/cleanup.ts'
import { formatRatio, printTable } from './support/report.ts'
import { sized } from './support/size.ts'

/** Results per transaction. */
const BATCH = 500
const STEPS_AFTER_MINUTES = [0, 5, 15]

const [dialect = 'sqlite', incidents = sized(10_000, 20), rounds = sized(3, 1)] = process.argv.slice(2)

interface Site {
  context: TestContext
  keys: number[]
  policyId: string
}

async function prepare(t: Cleanup): Promise<Site> {
  const store = await openTestStore(t, dialect as DialectName)
  const context = createTestContext(store, T0)
  await insertWorkspace(store)
  const of = { at: T0 - MINUTE_MS, failure_threshold: 1, recovery_threshold: 1 }
  const keys = await insertMonitors(store, Number(incidents), of)
  const outbox = await createOutboxFixtureIn(store, context, 0)
  const steps = []
  for (const afterMinutes of STEPS_AFTER_MINUTES) {
    const url = `https://step-${afterMinutes}.example.test/`
    const { id } = await outbox.createTarget(`step-${afterMinutes}`, url, afterMinutes === 0 ? keys : [])
    steps.push({ afterMinutes, targetIds: [id], scheduleIds: [], userIds: [] })
  }
  const draft = { name: 'On-call', steps, repeatCount: 0, repeatAfterMinutes: 30 }
  return { context, keys, policyId: (await createPolicy(context, SCOPE, draft)).id }
}

/** @returns the duration per monitor, ms */
async function record({ context, keys }: Site, status: 'up' | 'down'): Promise<number> {
  const startedAt = performance.now()
  for (let from = 0; from < keys.length; from += BATCH) {
    const batch = keys.slice(from, from + BATCH)
    await recordResults(
      context,
      'local',
      batch.map((key) => createResult(key, status, context.now())),
    )
  }
  return (performance.now() - startedAt) / keys.length
}

/** Sends the remaining steps of all incidents. @returns the duration per step, ms */
async function escalate({ context, keys }: Site): Promise<number> {
  const startedAt = performance.now()
  const later = STEPS_AFTER_MINUTES.length - 1
  for (let step = 0; step < later; step++) {
    context.setTime(context.now() + 15 * MINUTE_MS)
    while ((await sendDueEscalations(context, BATCH)) > 0);
  }
  return (performance.now() - startedAt) / (keys.length * later)
}

/** Opens and resolves incidents, with a time between them after which no incident is reopened. */
async function runRound(site: Site, policyId: string | null): Promise<{ openMs: number; stepMs: number }> {
  const { context } = site
  await updateRows(context.store.db, 'projects', { escalation_policy_id: policyId }, { id: SCOPE.projectId })
  context.setTime(context.now() + HOUR_MS)
  const openMs = await record(site, 'down')
  const stepMs = policyId === null ? 0 : await escalate(site)
  context.setTime(context.now() + MINUTE_MS)
  await record(site, 'up')
  return { openMs, stepMs }
}

async function run(t: Cleanup): Promise<void> {
  const site = await prepare(t)
  await record(site, 'up')
  await runRound(site, null)
  const rows: (string | number)[][] = []
  for (let round = 0; round < Number(rounds); round++) {
    const without = await runRound(site, null)
    const escalated = await runRound(site, site.policyId)
    const ratio = formatRatio(escalated.openMs, without.openMs)
    rows.push([round + 1, without.openMs, escalated.openMs, escalated.openMs - without.openMs, ratio, escalated.stepMs])
  }
  console.log(`${dialect}: ${incidents} incidents, ms per incident`)
  printTable(['round', 'without policy', 'with policy', 'difference', 'ratio', 'per later step'], rows)
}

await withCleanup(run)
