// @slow: fills a database to see how it goes about its queries
/**
 * Reads must not slow down as history grows: each is answered from an index range. The database itself is asked how it
 * would go about it.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CompiledQuery, sql } from 'kysely'
import { DAY_MS, HOUR_MS } from '../../../src/core/platform/time/time.ts'
import { readCoverage } from '../../../src/services/results/coverage.ts'
import { readSeries } from '../../../src/services/results/series.ts'
import { readSparkline, readStats } from '../../../src/services/results/statistics.ts'
import { readStretches, readStretchesOf } from '../../../src/services/results/uptime.ts'
import { readLatencies } from '../../../src/services/results/uptime-report.ts'
import { findKeyIdentity } from '../../../src/store/accounts/credentials.ts'
import { loadEvaluated } from '../../../src/store/evaluation/check-states.ts'
import { listStale } from '../../../src/store/evaluation/monitor-status.ts'
import { countCheckedIncidents, listDueResults } from '../../../src/store/evaluation/replay.ts'
import { deleteObservations, listObservations } from '../../../src/store/expiry/certificate-observations.ts'
import { listSpans } from '../../../src/store/expiry/certificate-spans.ts'
import { findCertificate } from '../../../src/store/expiry/certificates.ts'
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
import { findCurrentIncident } from '../../../src/store/incidents/current-incident.ts'
import { listIncidents } from '../../../src/store/incidents/incident-reads.ts'
import {
  findNextReminderAt,
  listDueReminders,
  listRemindable,
  listReminders,
} from '../../../src/store/incidents/incident-reminders.ts'
import {
  findNextReviewAt,
  listDueSuppressions,
  listNotifiedIncidents,
  listSuppressions,
  markSuppressionsDue,
} from '../../../src/store/incidents/incident-suppressions.ts'
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
import { listAbove, listBelow, listParentIds } from '../../../src/store/monitors/monitor-dependencies.ts'
import { listMonitors } from '../../../src/store/monitors/monitor-list.ts'
import { findMonitor, findMonitors, listMonitorsIn } from '../../../src/store/monitors/monitors.ts'
import { countMembers, listGroupedMonitors, listMembers } from '../../../src/store/notifications/alert-groups.ts'
import { lockKnownGroupingStates } from '../../../src/store/notifications/grouping-states.ts'
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
import { listFallbacks } from '../../../src/store/notifications/target-fallbacks.ts'
import type { Store, Tx } from '../../../src/store/platform/store.ts'
import { ALL_SHARES, listAssigned, listAssignmentChanges } from '../../../src/store/probes/assignments.ts'
import { findLastResponse, saveResponses } from '../../../src/store/results/failure-responses.ts'
import { listLastAddresses } from '../../../src/store/results/last-addresses.ts'
import { findResult, hasPassedBetween, listResults } from '../../../src/store/results/results.ts'
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
const PLACE = { monitorKey: 1, regionKey: 1 }
const MEMBER = { deliveryId: 'member', createdAt: NOW }
const MONTH = { from: NOW - 30 * DAY_MS, to: NOW - HOUR_MS }
const REPORT = { projectId: 'alice', ...MONTH }
const SIGHT = { ...PLACE, scheduledAt: NOW, seenAt: NOW, response: createFailureResponse() }
const KEPT_SIGHT = { ...PLACE, region: 'local', seenAt: NOW, firstSeenAt: NOW, certificate: createSeenCertificate() }
const NOBODY = { targets: [], organizations: [] }
const WATCH = { monitorKey: 1, family: 'certificate' as const, marks: 0, warned: null }
const SUBJECT = { targetId: 'ops', subject: 'certificate A', warning: '14', incidentId: 'incident' }
const REGION = { key: 1, code: 'local', name: 'Local', isDefault: true, isServing: true, epoch: 1, epochSince: 0 }

/** Every hot read. Those that are pages in the order of an index must not sort either. */
const READS: [name: string, read: (db: Tx) => Promise<unknown>, order: 'indexed' | 'sorted'][] = [
  ['an API key and whom it stands for', (db) => findKeyIdentity(db, 'hash'), 'indexed'],
  ['the certificate of a monitor', (db) => findCertificate(db, 1), 'sorted'],
  ['the certificates that a target has shown', (db) => listSpans(db, 1, 'example.com:443'), 'indexed'],
  [
    'what regions were shown',
    (db) => listObservations(db, [{ monitorKey: 1, endpoint: 'example.com:443' }]),
    'indexed',
  ],
  ['sights that say nothing more', (db) => deleteObservations(db, [KEPT_SIGHT]), 'indexed'],
  ['who is due to be looked at for an end', (db) => listDueWatches(db, NOW, 200), 'indexed'],
  ['when somebody has to look for an end', (db) => findNextWatchDueAt(db), 'indexed'],
  ['what was warned of', (db) => findWarning(db, 1, 'certificate'), 'indexed'],
  ['the reasons to look for an end', (db) => markMonitors(db, [1, 2], NOW), 'indexed'],
  ['who watches a domain', (db) => markDomain(db, 'example.com', NOW), 'indexed'],
  ['whose plan has changed', (db) => markOrganization(db, 'alice', NOW), 'sorted'],
  ['what came of a look', (db) => updateWatches(db, [{ watch: WATCH, dueAt: NOW, warned: null }]), 'indexed'],
  ['what nobody needs to look at', (db) => deleteUnchangedWatches(db, [WATCH]), 'indexed'],
  ['monitors that are looked at', (db) => listExpiryMonitors(db, [1, 2]), 'indexed'],
  ['domains that are looked at', (db) => listDomainsByMonitor(db, [1, 2]), 'indexed'],
  ['who has heard it', (db) => insertNotifiedSubjects(db, [SUBJECT], NOW), 'indexed'],
  ['who had heard of a thing', (db) => resolveSubjects(db, [SUBJECT], NOW), 'indexed'],
  ['who had heard of an incident', (db) => resolveIncidentSubjects(db, ['incident'], NOW), 'indexed'],
  ['whose incident is open again', (db) => reopenIncidentSubjects(db, ['incident']), 'indexed'],
  ['what was heard long ago', (db) => deleteSubjectsBefore(db, NOW, 10), 'indexed'],
  ['what is known of a domain', (db) => findDomain(db, 'example.com'), 'indexed'],
  ['the domains that monitors begin to watch', (db) => lockDomains(db, ['a.com', 'b.com']), 'sorted'],
  ['which domains are watched', (db) => listWatchedNames(db, ['a.com', 'b.com']), 'sorted'],
  ['which domains are due', (db) => lockDueDomains(db, NOW, ['net'], 4), 'indexed'],
  ['what a registry would be asked soon', (db) => rescheduleTld(db, 'example.com', NOW, NOW + DAY_MS), 'sorted'],
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
  ['the groups below a group', (db) => listChildGroups(db, 'web'), 'sorted'],
  ['the monitors of a group', (db) => listGroupMembers(db, 'web'), 'indexed'],
  ['the way up from a group', (db) => listGroupPath(db, 'web'), 'sorted'],
  ['how many groups an organization has', (db) => countGroups(db, 'alice'), 'indexed'],
  ['the groups that a request names', (db) => findGroupIds(db, 'alice', ['web', 'shop']), 'sorted'],
  ['the monitors that a request names', (db) => findMonitors(db, 'alice', ['a', 'b']), 'sorted'],
  ['what is in groups that are deleted', (db) => listMonitorsIn(db, ['web', 'shop']), 'sorted'],
  ['a page of results', (db) => listResults(db, { monitorKey: 1 }, PAGE), 'indexed'],
  ['a page of failing results', (db) => listResults(db, { monitorKey: 1, status: 'down' }, PAGE), 'sorted'],
  ['one result', (db) => findResult(db, { ...PLACE, kind: 'check', scheduledAt: NOW }), 'indexed'],
  ['whether a check passed', (db) => hasPassedBetween(db, { ...PLACE, from: NOW - HOUR_MS, to: NOW }), 'indexed'],
  ['what a target answered', (db) => findLastResponse(db, { ...PLACE, from: NOW - HOUR_MS, to: NOW }), 'indexed'],
  ['which answers make room', (db) => saveResponses(db, [SIGHT]), 'indexed'],
  ['a page of the status history', (db) => listHistory(db, 1, PAGE), 'indexed'],
  ['a page of incidents', (db) => listIncidents(db, 'alice', {}, PAGE), 'indexed'],
  ['a page of open incidents', (db) => listIncidents(db, 'alice', { status: 'open' }, PAGE), 'indexed'],
  ['the open incident of a monitor', (db) => findCurrentIncident(db, 1), 'sorted'],
  ['the statistics of 90 days', (db) => readStats(db, MEASURED, 90, NOW), 'sorted'],
  ['the daily strip', (db) => readSparkline(db, 1, NOW), 'sorted'],
  ['the response times of 90 days', (db) => readSeries(db, 1, '90d', null, NOW), 'sorted'],
  ['the stretches of a monitor', (db) => readStretches(db, MEASURED, MONTH), 'indexed'],
  ['the stretches of many monitors', (db) => readStretchesOf(db, [MEASURED], MONTH), 'sorted'],
  ['the monitors of a report', (db) => Array.fromAsync(listReportedMonitors(db, REPORT)), 'indexed'],
  [
    'the monitors of a report on a group',
    (db) => Array.fromAsync(listReportedMonitors(db, { ...REPORT, groupId: 'web' })),
    'sorted',
  ],
  ['the incidents of a month', (db) => countIncidentsByMonitor(db, [1, 2], MONTH.from, MONTH.to), 'sorted'],
  ['the response times of a month', (db) => readLatencies(db, [MEASURED], MONTH), 'indexed'],
  ['the results of a replay', (db) => Array.fromAsync(listDueResults(db, 1, MONTH.from, MONTH.to)), 'indexed'],
  ['how many incidents there really were', (db) => countCheckedIncidents(db, 1, MONTH.from, MONTH.to), 'indexed'],
  ['the coverage of 30 days', (db) => readCoverage(db, MEASURED, '30d', NOW), 'sorted'],
  ['what ingest loads', (db) => loadEvaluated(db, [1, 2, 3]), 'sorted'],
  ['open incidents of many monitors', (db) => lockOpenIncidents(db, [1, 2, 3]), 'sorted'],
  ['what is due to be sent', (db) => listDue(db, NOW, NOBODY, 50), 'indexed'],
  ['what is due to be gathered', (db) => listUngrouped(db, NOW, 50), 'indexed'],
  ['when the next delivery is due', (db) => findNextDeliveryAt(db, NOBODY), 'indexed'],
  ['when the next delivery is to be gathered', (db) => findNextUngroupedAt(db), 'indexed'],
  ['how many are told together', (db) => countMembers(db, 'leader'), 'indexed'],
  ['which are told together', (db) => listMembers(db, 'leader', 50), 'indexed'],
  ['what is told together is about', (db) => listGroupedMonitors(db, 'leader', MEMBER, 50), 'indexed'],
  ['where monitors were reached last', (db) => listLastAddresses(db, [1], NOW), 'indexed'],
  ['how much targets are told', (db) => lockKnownGroupingStates(db, ['ops', 'boss']), 'sorted'],
  ['who is told instead', (db) => listFallbacks(db, ['ops', 'boss']), 'sorted'],
  ['a page of targets', (db) => listProjectTargets(db, 'alice', PAGE), 'indexed'],
  ['what a probe has to hear of', (db) => listAssignmentChanges(db, REGION, 5, 500), 'sorted'],
  [
    'a page of all that a region checks',
    (db) => listAssigned(db, REGION, { after: 5, until: 9, limit: 500 }, ALL_SHARES),
    'sorted',
  ],
  ['a page of maintenance windows', (db) => listWindows(db, 'alice', PAGE), 'indexed'],
  ['a page of status pages', (db) => listPages(db, 'alice', PAGE), 'indexed'],
  ['whether a slug is taken', (db) => listTakenSlugs(db, ['shop', 'shop-2']), 'indexed'],
  ['whether a domain is taken', (db) => findPageIdBy(db, 'custom_domain', 'status.example.com'), 'indexed'],
  ['what monitors depend on', (db) => listAbove(db, [1, 2, 3]), 'sorted'],
  ['what depends on monitors', (db) => listBelow(db, [1, 2, 3]), 'sorted'],
  ['what a page of monitors depends on', (db) => listParentIds(db, [{ key: 1 }, { key: 2 }]), 'sorted'],
  ['what the last checks of monitors say', (db) => listCheckProgress(db, [1, 2], NOW), 'sorted'],
  ['what is held of incidents', (db) => listSuppressions(db, ['a', 'b']), 'indexed'],
  ['which holds are due', (db) => listDueSuppressions(db, NOW, 50), 'indexed'],
  ['when the next hold is due', (db) => findNextReviewAt(db), 'indexed'],
  ['what is held below monitors', (db) => markSuppressionsDue(db, [1, 2], NOW), 'sorted'],
  ['who was told of incidents', (db) => listNotifiedIncidents(db, ['a', 'b']), 'indexed'],
  ['which reminders are due', (db) => listDueReminders(db, NOW, 50), 'indexed'],
  ['when the next reminder is due', (db) => findNextReminderAt(db), 'indexed'],
  ['when to remind of incidents', (db) => listReminders(db, ['a', 'b']), 'indexed'],
  ['of what to remind', (db) => listRemindable(db, [1], ['availability', 'slowness']), 'sorted'],
  ['a page of the walk for silent monitors', (db) => listStale(db, 0, 1_000, NOW), 'sorted'],
]

/** Small for ever, or one of the few rows that a query joins to each of its own; and an index that holds what is due. */
const SMALL =
  /\b(regions|counters|monitor_targets|way_up|walked|incident_suppressions EXISTS|INDEX (deliveries_(due|undecided)|incident_(holds|reminders)_due))\b/

for (const dialect of DIALECTS)
  for (const [name, read, order] of READS)
    test(`${dialect}: ${name} is read from an index`, async (t) => {
      const store = await openTestStore(t, dialect)
      await insertWorkspace(store)
      await insertMonitors(store, 3, { at: NOW - DAY_MS })
      for (const query of await queriesOf(store, read)) {
        const plan = await explain(store, query)
        const steps = plan.filter((step) => !SMALL.test(step))
        // What was read into a subquery was read by steps of its own
        const scans = steps.filter((step) =>
          (dialect === 'sqlite' ? /^SCAN (?!k\b|page\b|\(subquery|CONSTANT|json_each VIRTUAL)/ : /Seq Scan/).test(step),
        )
        assert.deepEqual(scans, [], `${query.sql}\n${plan.join('\n')}`)
        const sorts = steps.filter((step) => /TEMP B-TREE FOR ORDER BY|Sort Key/.test(step))
        if (order === 'indexed') assert.deepEqual(sorts, [], `${query.sql}\n${plan.join('\n')}`)
      }
    })

/** Everything that a read asks of the database. */
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
  // A bulk statement carries its rows in one parameter; the plan is that of one row
  const [first] = query.parameters as [{ rows?: unknown[][] }]
  const parameters = first?.rows ? first.rows[0]! : query.parameters
  return store.transact(async (tx) => {
    // Of three rows any plan is as good as another; this asks whether there is one that holds for millions
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
