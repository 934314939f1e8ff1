// @slow: fills a database to explain its queries
/** Reads must not slow down as history grows: each reads an index range. The test reads the plans of the database. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CompiledQuery, sql } from 'kysely'
import { DAY_MS, HOUR_MS } from '../../../src/core/platform/time/time.ts'
import { readCoverage } from '../../../src/services/results/coverage.ts'
import { readSeries } from '../../../src/services/results/response-times.ts'
import { readSparkline, readStats } from '../../../src/services/results/statistics.ts'
import { readSpans, readSpansOf } from '../../../src/services/results/uptime.ts'
import { readLatencies } from '../../../src/services/results/uptime-report.ts'
import { findKeyIdentity } from '../../../src/store/accounts/credentials.ts'
import { loadEvaluatedMonitors } from '../../../src/store/evaluation/evaluated-monitors.ts'
import { listStale } from '../../../src/store/evaluation/monitor-status.ts'
import { countCheckedIncidents, listDueResults } from '../../../src/store/evaluation/replay.ts'
import { deleteObservations, listObservations } from '../../../src/store/expiry/certificate-observations.ts'
import { findCertificate, listSpans } from '../../../src/store/expiry/certificates.ts'
import {
  findDomain,
  listWatchedNames,
  lockDomains,
  lockDueDomains,
  rescheduleTld,
} from '../../../src/store/expiry/domains.ts'
import { listDomainsByMonitor, listExpiryMonitors } from '../../../src/store/expiry/expiry-monitors.ts'
import {
  deleteUnchangedWatches,
  findNextWatchDueAt,
  findWarning,
  listDueWatches,
  markDomain,
  markMonitors,
  markOrganization,
  updateWatches,
} from '../../../src/store/expiry/expiry-watches.ts'
import {
  findNextHoldEnd,
  findNextHoldReview,
  listDueHolds,
  listHolds,
  markSilencedDue,
  markSuppressionsDue,
} from '../../../src/store/incidents/incident-holds.ts'
import { findCurrentIncident, listIncidents } from '../../../src/store/incidents/incident-reads.ts'
import {
  findNextReminderAt,
  listDueReminders,
  listRemindable,
  listReminders,
} from '../../../src/store/incidents/incident-reminders.ts'
import { lockOpenIncidents } from '../../../src/store/incidents/incidents.ts'
import { listCheckProgress } from '../../../src/store/incidents/suppressed-monitors.ts'
import { listWindows } from '../../../src/store/maintenance/maintenance-windows.ts'
import {
  countGroups,
  findGroup,
  findGroupIds,
  listAllGroups,
  listChildGroups,
  listGroupMembers,
  listGroupPath,
  listGroups,
} from '../../../src/store/monitors/groups.ts'
import { listDependencies, listDependents, listParentIds } from '../../../src/store/monitors/monitor-dependencies.ts'
import { listMonitors } from '../../../src/store/monitors/monitor-list.ts'
import { findMonitor, findMonitors, listMonitorsIn } from '../../../src/store/monitors/monitors.ts'
import {
  countMembers,
  listGroupedMonitors,
  listMembers,
  lockKnownGroupingStates,
} from '../../../src/store/notifications/alert-groups.ts'
import { listProjectTargets } from '../../../src/store/notifications/notification-targets.ts'
import {
  deleteSubjectsBefore,
  insertNotifiedSubjects,
  reopenIncidentSubjects,
  resolveIncidentSubjects,
  resolveSubjects,
} from '../../../src/store/notifications/notified-subjects.ts'
import {
  findNextDeliveryAt,
  findNextUngroupedAt,
  listDue,
  listUngrouped,
} from '../../../src/store/notifications/outbox.ts'
import { listNotifiedStatuses } from '../../../src/store/notifications/sent-openings.ts'
import { listFallbacks } from '../../../src/store/notifications/target-health.ts'
import type { Store, Tx } from '../../../src/store/platform/store.ts'
import { ALL_SHARES, listAssigned, listAssignmentChanges } from '../../../src/store/probes/assignments.ts'
import { listWatchedMonitors } from '../../../src/store/probes/probe-troubles.ts'
import {
  findLastGood,
  findLastResponse,
  findNewestFailure,
  saveResponses,
} from '../../../src/store/results/failure-responses.ts'
import { findResult, hasPassedBetween, listLastAddresses, listResults } from '../../../src/store/results/results.ts'
import { listHistory } from '../../../src/store/results/status-changes.ts'
import { countIncidentsByMonitor, listReportedMonitors } from '../../../src/store/results/uptime-report.ts'
import { findPageIdBy, listPages, listTakenSlugs } from '../../../src/store/status-pages/status-pages.ts'
import { insertMonitors, insertWorkspace } from '../../support/database/rows.ts'
import { DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { createFailureResponse } from '../../support/factories/failure-response.ts'
import { createSeenCertificate } from '../../support/targets/tls-site.ts'

const NOW = Date.UTC(2026, 0, 20)
const PAGE = { limit: 50, offset: 0 }
const MEASURED = {
  key: 1,
  id: 'alice-monitor-0',
  intervalSeconds: 60,
  timeoutMs: 10_000,
  createdAt: 0,
  gridSince: 0,
  regions: [],
}
const MONITOR_REGION = { monitorKey: 1, regionKey: 1 }
const MEMBER = { deliveryId: 'member', createdAt: NOW }
const MONTH = { from: NOW - 30 * DAY_MS, to: NOW - HOUR_MS }
const REPORT = { projectId: 'alice', ...MONTH }
const RESPONSE = { ...MONITOR_REGION, scheduledAt: NOW, seenAt: NOW, isGood: false, response: createFailureResponse() }
const STORED_OBSERVATION = {
  ...MONITOR_REGION,
  region: 'local',
  seenAt: NOW,
  firstSeenAt: NOW,
  certificate: createSeenCertificate(),
}
const NOBODY = { targets: [], organizations: [] }
const WATCH = { monitorKey: 1, family: 'certificate' as const, marks: 0, warned: null }
const SUBJECT = { targetId: 'ops', subject: 'certificate A', warning: '14', incidentId: 'incident' }
const REGION = { key: 1, code: 'local', name: 'Local', isDefault: true, isServing: true, epoch: 1, epochSince: 0 }

/** Every hot read. Pages in the order of an index must not sort either. */
const READS: [name: string, read: (db: Tx) => Promise<unknown>, order: 'indexed' | 'sorted'][] = [
  ['the identity of an API key', (db) => findKeyIdentity(db, 'hash'), 'indexed'],
  ['the certificate of a monitor', (db) => findCertificate(db, 1), 'sorted'],
  ['the certificate history of a target', (db) => listSpans(db, 1, 'example.com:443'), 'indexed'],
  [
    'the list of certificate observations',
    (db) => listObservations(db, [{ monitorKey: 1, endpoint: 'example.com:443' }]),
    'indexed',
  ],
  ['the deletion of certificate observations', (db) => deleteObservations(db, [STORED_OBSERVATION]), 'indexed'],
  ['the list of due expiry watches', (db) => listDueWatches(db, NOW, 200), 'indexed'],
  ['the time of the next expiry watch', (db) => findNextWatchDueAt(db), 'indexed'],
  ['the last expiry warning', (db) => findWarning(db, 1, 'certificate'), 'indexed'],
  ['the marking of expiry watches by monitor', (db) => markMonitors(db, [1, 2], NOW), 'indexed'],
  ['the marking of expiry watches by domain', (db) => markDomain(db, 'example.com', NOW), 'indexed'],
  ['the marking of expiry watches by organization', (db) => markOrganization(db, 'alice', NOW), 'sorted'],
  ['the update of expiry watches', (db) => updateWatches(db, [{ watch: WATCH, dueAt: NOW, warned: null }]), 'indexed'],
  ['the deletion of expiry watches', (db) => deleteUnchangedWatches(db, [WATCH]), 'indexed'],
  ['the list of monitors for expiry evaluation', (db) => listExpiryMonitors(db, [1, 2]), 'indexed'],
  ['the list of domains for expiry evaluation', (db) => listDomainsByMonitor(db, [1, 2]), 'indexed'],
  ['an insert of notified subjects', (db) => insertNotifiedSubjects(db, [SUBJECT], NOW), 'indexed'],
  ['the end of notified subjects', (db) => resolveSubjects(db, [SUBJECT], NOW), 'indexed'],
  ['the end of an incident with notified subjects', (db) => resolveIncidentSubjects(db, ['incident'], NOW), 'indexed'],
  ['the reopening of an incident with notified subjects', (db) => reopenIncidentSubjects(db, ['incident']), 'indexed'],
  ['the deletion of old notified subjects', (db) => deleteSubjectsBefore(db, NOW, 10), 'indexed'],
  ['one domain', (db) => findDomain(db, 'example.com'), 'indexed'],
  ['the lock of domains', (db) => lockDomains(db, ['a.com', 'b.com']), 'sorted'],
  ['the list of watched domains', (db) => listWatchedNames(db, ['a.com', 'b.com']), 'sorted'],
  ['the list of due domains', (db) => lockDueDomains(db, NOW, ['net'], 4), 'indexed'],
  ['the rescheduling of a top-level domain', (db) => rescheduleTld(db, 'example.com', NOW, NOW + DAY_MS), 'sorted'],
  ['one monitor', (db) => findMonitor(db, 'alice', 'alice-monitor-0'), 'sorted'],
  ['a page of monitors', (db) => listMonitors(db, 'alice', {}, { ...PAGE, sort: '-created_at' }), 'indexed'],
  ['a page of monitors by name', (db) => listMonitors(db, 'alice', {}, { ...PAGE, sort: 'name' }), 'indexed'],
  [
    'a page of monitors by runtime status',
    (db) => listMonitors(db, 'alice', { runtimeStatus: 'down' }, { ...PAGE, sort: 'runtime_status' }),
    'sorted',
  ],
  [
    'a page of the monitors of a group',
    (db) => listMonitors(db, 'alice', { groupId: 'web' }, { ...PAGE, sort: '-created_at' }),
    'indexed',
  ],
  ['one group', (db) => findGroup(db, 'alice', 'web'), 'indexed'],
  ['a page of groups', (db) => listGroups(db, 'alice', PAGE), 'indexed'],
  ['all groups of a project', (db) => listAllGroups(db, 'alice'), 'indexed'],
  ['the child groups of a group', (db) => listChildGroups(db, 'web'), 'sorted'],
  ['the monitors of a group', (db) => listGroupMembers(db, 'web'), 'indexed'],
  ['the path of a group', (db) => listGroupPath(db, 'web'), 'sorted'],
  ['the number of groups of an organization', (db) => countGroups(db, 'alice'), 'indexed'],
  ['a selection of groups', (db) => findGroupIds(db, 'alice', ['web', 'shop']), 'sorted'],
  ['a selection of monitors', (db) => findMonitors(db, 'alice', ['a', 'b']), 'sorted'],
  ['the list of monitors in groups', (db) => listMonitorsIn(db, ['web', 'shop']), 'sorted'],
  ['a page of results', (db) => listResults(db, { monitorKey: 1, ...MONTH }), 'indexed'],
  ['a page of failing results', (db) => listResults(db, { monitorKey: 1, status: 'down', ...MONTH }), 'indexed'],
  ['one result', (db) => findResult(db, { ...MONITOR_REGION, kind: 'check', scheduledAt: NOW }), 'indexed'],
  [
    'the existence check of a passing result',
    (db) => hasPassedBetween(db, { ...MONITOR_REGION, from: NOW - HOUR_MS, to: NOW }),
    'indexed',
  ],
  [
    'the last failure response',
    (db) => findLastResponse(db, { ...MONITOR_REGION, from: NOW - HOUR_MS, to: NOW }),
    'indexed',
  ],
  ['the newest failure response', (db) => findNewestFailure(db, 1, { from: NOW - HOUR_MS, to: NOW }), 'sorted'],
  ['the last good response', (db) => findLastGood(db, { monitorKey: 1 }, NOW), 'sorted'],
  ['the last good response of a region', (db) => findLastGood(db, MONITOR_REGION, NOW), 'indexed'],
  ['an insert of a good response', (db) => saveResponses(db, [{ ...RESPONSE, isGood: true }]), 'indexed'],
  ['an insert of failure responses', (db) => saveResponses(db, [RESPONSE]), 'indexed'],
  ['a page of the status history', (db) => listHistory(db, 1, PAGE), 'indexed'],
  ['a page of incidents', (db) => listIncidents(db, 'alice', {}, PAGE), 'indexed'],
  ['a page of open incidents', (db) => listIncidents(db, 'alice', { status: 'open' }, PAGE), 'indexed'],
  ['the open incident of a monitor', (db) => findCurrentIncident(db, 1), 'sorted'],
  ['the statistics of 90 days', (db) => readStats(db, MEASURED, 90, NOW), 'sorted'],
  ['the daily strip', (db) => readSparkline(db, 1, NOW), 'sorted'],
  ['the response times of 90 days', (db) => readSeries(db, { monitorKey: 1 }, '90d', NOW), 'sorted'],
  ['the time spans of a monitor', (db) => readSpans(db, MEASURED, MONTH), 'indexed'],
  ['the time spans of many monitors', (db) => readSpansOf(db, [MEASURED], MONTH), 'sorted'],
  ['the monitors of a report', (db) => Array.fromAsync(listReportedMonitors(db, REPORT)), 'indexed'],
  [
    'the monitors of a report on a group',
    (db) => Array.fromAsync(listReportedMonitors(db, { ...REPORT, groupId: 'web' })),
    'sorted',
  ],
  ['the incidents of a month', (db) => countIncidentsByMonitor(db, [1, 2], MONTH.from, MONTH.to), 'sorted'],
  ['the response times of a month', (db) => readLatencies(db, [MEASURED], MONTH), 'indexed'],
  ['the results of a replay', (db) => Array.fromAsync(listDueResults(db, 1, MONTH.from, MONTH.to)), 'indexed'],
  ['the number of incidents of a replay', (db) => countCheckedIncidents(db, 1, MONTH.from, MONTH.to), 'indexed'],
  ['the coverage of 30 days', (db) => readCoverage(db, MEASURED, '30d', NOW), 'sorted'],
  ['the input of ingest', (db) => loadEvaluatedMonitors(db, [1, 2, 3]), 'sorted'],
  ['open incidents of many monitors', (db) => lockOpenIncidents(db, [1, 2, 3]), 'sorted'],
  ['the list of due deliveries', (db) => listDue(db, NOW, NOBODY, 50), 'indexed'],
  ['the list of ungrouped deliveries', (db) => listUngrouped(db, NOW, 50), 'indexed'],
  ['the time of the next delivery', (db) => findNextDeliveryAt(db, NOBODY), 'indexed'],
  ['the time of the next ungrouped delivery', (db) => findNextUngroupedAt(db), 'indexed'],
  ['the number of members of an alert group', (db) => countMembers(db, 'leader'), 'indexed'],
  ['the list of members of an alert group', (db) => listMembers(db, 'leader', 50), 'indexed'],
  ['the list of monitors of an alert group', (db) => listGroupedMonitors(db, 'leader', MEMBER, 50), 'indexed'],
  ['the list of last addresses', (db) => listLastAddresses(db, [1], NOW), 'indexed'],
  ['the lock of grouping states', (db) => lockKnownGroupingStates(db, ['ops', 'boss']), 'sorted'],
  ['the list of fallbacks', (db) => listFallbacks(db, ['ops', 'boss']), 'sorted'],
  ['a page of targets', (db) => listProjectTargets(db, 'alice', PAGE), 'indexed'],
  ['the list of assignment changes', (db) => listAssignmentChanges(db, REGION, 5, 500), 'sorted'],
  [
    'a page of the assignments of a region',
    (db) => listAssigned(db, REGION, { after: 5, until: 9, limit: 500 }, ALL_SHARES),
    'sorted',
  ],
  ['a page of maintenance windows', (db) => listWindows(db, 'alice', PAGE), 'indexed'],
  ['a page of status pages', (db) => listPages(db, 'alice', PAGE), 'indexed'],
  ['the list of taken slugs', (db) => listTakenSlugs(db, ['shop', 'shop-2']), 'indexed'],
  ['a page by custom domain', (db) => findPageIdBy(db, 'custom_domain', 'status.example.com'), 'indexed'],
  ['the dependencies of monitors', (db) => listDependencies(db, [1, 2, 3]), 'sorted'],
  ['the dependents of monitors', (db) => listDependents(db, [1, 2, 3]), 'sorted'],
  ['the direct dependencies of a page of monitors', (db) => listParentIds(db, [{ key: 1 }, { key: 2 }]), 'sorted'],
  ['the check progress of monitors', (db) => listCheckProgress(db, [1, 2], NOW), 'sorted'],
  ['the list of holds', (db) => listHolds(db, ['a', 'b']), 'indexed'],
  ['the list of holds due for review', (db) => listDueHolds(db, 'silenced', NOW, 50), 'indexed'],
  ['the time of the next review', (db) => findNextHoldReview(db, 'silenced'), 'indexed'],
  ['the time at which the next hold may end', (db) => findNextHoldEnd(db), 'indexed'],
  ['the marking of suppressions', (db) => markSuppressionsDue(db, [1, 2], NOW), 'sorted'],
  ['the marking of silenced alerts', (db) => markSilencedDue(db, ['alice'], NOW), 'sorted'],
  ['the list of notified statuses', (db) => listNotifiedStatuses(db, ['a', 'b']), 'sorted'],
  ['the list of due reminders', (db) => listDueReminders(db, NOW, 50), 'indexed'],
  ['the time of the next reminder', (db) => findNextReminderAt(db), 'indexed'],
  ['the list of reminders of incidents', (db) => listReminders(db, ['a', 'b']), 'indexed'],
  ['the list of incidents with reminders', (db) => listRemindable(db, [1], ['availability', 'slowness']), 'sorted'],
  ['a page of the walk for stale monitors', (db) => listStale(db, 0, 1_000, NOW), 'sorted'],
]

/** Small tables, or one of the few rows that a query joins to each row; also an index of due rows. */
const SMALL =
  /\b(regions|counters|monitor_targets|ancestors|walked|incident_holds EXISTS|INDEX (deliveries_(due|undecided)|incident_(holds|reminders)_due))\b/

for (const dialect of DIALECTS)
  for (const [name, read, order] of READS)
    test(`${dialect}: ${name} reads from an index`, async (t) => {
      const store = await openTestStore(t, dialect)
      await insertWorkspace(store)
      await insertMonitors(store, 3, { at: NOW - DAY_MS })
      for (const query of await queriesOf(store, read)) {
        const plan = await explain(store, query)
        const steps = plan.filter((step) => !SMALL.test(step))
        // Steps of a materialized subquery are checked by themselves
        const scans = steps.filter((step) =>
          (dialect === 'sqlite' ? /^SCAN (?!k\b|page\b|\(subquery|CONSTANT|json_each VIRTUAL)/ : /Seq Scan/).test(step),
        )
        assert.deepEqual(scans, [], `${query.sql}\n${plan.join('\n')}`)
        const sorts = steps.filter((step) => /TEMP B-TREE FOR ORDER BY|Sort Key/.test(step))
        if (order === 'indexed') assert.deepEqual(sorts, [], `${query.sql}\n${plan.join('\n')}`)
      }
    })

for (const dialect of DIALECTS)
  test(`${dialect}: the watch of unchecked monitors reads only monitors without a status`, async (t) => {
    const store = await openTestStore(t, dialect)
    await insertWorkspace(store)
    await insertMonitors(store, 300, { at: NOW - DAY_MS, runtime_status: 'up' })
    const read = (db: Tx) => listWatchedMonitors(db, { pinned: [], includesAutomatic: false }, 0, 2_000)
    const [query] = await queriesOf(store, read)
    const plan = await explain(store, query!)
    assert.ok(
      plan.some((step) => step.includes('monitors_unknown')),
      plan.join('\n'),
    )
  })

/** All queries of a read. */
async function queriesOf(store: Store, read: (db: Tx) => Promise<unknown>): Promise<CompiledQuery[]> {
  const asked: CompiledQuery[] = []
  await store.transact(async (tx) => {
    const executor = tx.getExecutor()
    const execute = executor.executeQuery.bind(executor)
    executor.executeQuery = (query) => {
      asked.push(query as CompiledQuery)
      return execute(query)
    }
    await read(tx)
  })
  assert.ok(asked.length > 0)
  return asked
}

async function explain(store: Store, query: CompiledQuery): Promise<string[]> {
  // A bulk statement has its rows in one parameter; the plan is for one row
  const [first] = query.parameters as [{ rows?: unknown[][] }]
  const parameters = first?.rows ? first.rows[0]! : query.parameters
  return store.transact(async (tx) => {
    // With three rows all plans cost the same; the test checks whether a plan exists that scales to millions
    if (store.dialect === 'postgres')
      for (const detour of ['seqscan', 'bitmapscan', 'sort', 'incremental_sort'])
        await sql.raw(`set local enable_${detour} = off`).execute(tx)
    const prefix = store.dialect === 'sqlite' ? 'explain query plan' : 'explain'
    const { rows } = await tx.executeQuery<Record<string, string>>({
      ...query,
      sql: `${prefix} ${query.sql}`,
      parameters,
    })
    return rows.map((row) => row.detail ?? row['QUERY PLAN'] ?? '')
  })
}
