/** Mistakes of all levels in one list: the same with a server and without. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDocument } from '../../../src/api/provisioning/read-document.ts'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import type { Issue } from '../../../src/core/platform/errors.ts'
import { listOfflineIssues } from '../../../src/services/provisioning/document-rules.ts'
import { makeConfigApi } from './config-api.ts'

const HTTP = { name: 'A', type: 'HTTP', target: 'https://example.com/' }
const layer = {
  name: 'L',
  users: [],
  rotation: 'daily',
  handover_time: '09:00',
  starts_on: '2026-01-05',
}
const WINDOW = { name: 'W', monitors: [], starts_at: '2027-01-03T02:00:00Z', ends_at: '2027-01-03T03:00:00Z' }
const TOKEN = '31365bce-8da9-4729-8ff3-aaa71d56b712'

/** The part of a document, and the fields with mistakes. */
const MISTAKES: readonly (readonly [title: string, part: Record<string, object>, fields: readonly string[]])[] = [
  ['another scheme', { monitors: { a: { ...HTTP, target: 'ftp://x' } } }, ['monitors.a.target']],
  [
    'a record that no answer has',
    {
      monitors: {
        a: {
          name: 'A',
          type: 'DNS',
          target: 'example.com',
          dns_config: { record_entries: [{ record_type: 'AAAA', expected_values: ['1.2.3'] }] },
        },
      },
    },
    ['monitors.a.dns_config.record_entries'],
  ],
  [
    'a long timeout',
    { monitors: { a: { ...HTTP, timeout_ms: 60_000, interval_seconds: 30 } } },
    ['monitors.a.timeout_ms'],
  ],
  ['an odd runbook', { monitors: { a: { ...HTTP, runbook_url: 'javascript:1' } } }, ['monitors.a.runbook_url']],
  [
    'an address without a domain',
    { monitors: { a: { ...HTTP, target: 'https://192.0.2.1/', domain_monitoring: { enabled: true } } } },
    ['monitors.a.domain_monitoring'],
  ],
  ['settings of another type', { monitors: { a: { ...HTTP, tcp_config: { port: 1 } } } }, ['monitors.a.tcp_config']],
  [
    'a cycle of dependencies',
    { monitors: { a: { ...HTTP, depends_on: ['b'] }, b: { ...HTTP, name: 'B', depends_on: ['a'] } } },
    ['monitors.b.depends_on'],
  ],
  [
    'a shared ping token',
    {
      monitors: {
        a: { name: 'A', type: 'HEARTBEAT', heartbeat_token: TOKEN },
        b: { name: 'B', type: 'HEARTBEAT', heartbeat_token: TOKEN },
      },
    },
    ['monitors.b.heartbeat_token'],
  ],
  [
    'an unknown time zone',
    { on_call_schedules: { s: { name: 'S', timezone: 'Mars/Base', layers: [layer] } } },
    ['on_call_schedules.s.timezone'],
  ],
  [
    'a step without a recipient',
    { escalation_policies: { p: { name: 'P', steps: [{ after_minutes: 0 }] } } },
    ['escalation_policies.p.steps.0.targets'],
  ],
  ['a window without monitors', { maintenance_windows: { w: WINDOW } }, ['maintenance_windows.w.monitors']],
  [
    'a window that ends before it starts',
    {
      monitors: { a: HTTP },
      maintenance_windows: { w: { ...WINDOW, monitors: ['a'], ends_at: '2027-01-03T01:00:00Z' } },
    },
    ['maintenance_windows.w.ends_at'],
  ],
  [
    'a webhook without a URL',
    { notification_targets: { t: { name: 'T', channel: 'webhook', config: { url: 'x' } } } },
    ['notification_targets.t.config.url'],
  ],
  [
    'its own fallback',
    {
      notification_targets: {
        t: { name: 'T', channel: 'email', config: { address: 'a@example.com' }, fallback_target: 't' },
      },
    },
    ['notification_targets.t.fallback_target'],
  ],
  [
    'groups in a cycle',
    { groups: { a: { name: 'A', parent_group: 'b' }, b: { name: 'B', parent_group: 'a' } } },
    ['groups.a.parent_group', 'groups.b.parent_group'],
  ],
  ['two groups of one name', { groups: { a: { name: 'A' }, b: { name: 'A' } } }, ['groups.b.name']],
  [
    'two variables of one name',
    { variables: { a: { name: 'x', value: '1' }, b: { name: 'x', value: '2' } } },
    ['variables.b.name'],
  ],
  [
    'a page with an odd domain',
    { status_pages: { p: { name: 'P', custom_domain: 'no host', logo_url: 'ftp://x' } } },
    ['status_pages.p.logo_url', 'status_pages.p.custom_domain'],
  ],
  ['an unknown field', { monitors: { a: { ...HTTP, intervall_seconds: 60 } } }, ['monitors.a.intervall_seconds']],
]

const listOffline = async (document: unknown): Promise<readonly Issue[]> =>
  listOfflineIssues((await readDocument(document)).desired, createEgressPolicy({ mode: 'any' }))

for (const [title, part, fields] of MISTAKES)
  test(`a plan and an offline validation report ${title} at the same field`, async (t) => {
    const { plan } = await makeConfigApi(t, 'sqlite')
    const document = { version: 1, ...part }
    const { status, body } = await plan(document)
    assert.equal(status, 400, JSON.stringify(body))
    const { issues } = body.error.details as { issues: Issue[] }
    assert.deepEqual(
      issues.map(({ field }) => field),
      fields,
      JSON.stringify(issues),
    )
    assert.deepEqual(await listOffline(document), issues)
  })

/** All mistakes in one document, with their keys made unique, besides an unknown reference. */
const ALL = MISTAKES.slice(0, 6)

test('mistakes of the schema, of settings, of references and of values are in one list', async (t) => {
  const { plan } = await makeConfigApi(t, 'sqlite')
  const monitors = ALL.map(([, part], index) => [
    `m${index}`,
    { ...(part.monitors as { a: object }).a, name: `M${index}` },
  ])
  const document = {
    version: 2,
    monitors: {
      ...Object.fromEntries(monitors),
      broken: { ...HTTP, intervall_seconds: 60 },
      lost: { ...HTTP, name: 'Lost', group: 'eux' },
      child: { ...HTTP, name: 'Child', depends_on: ['broken'] },
    },
    groups: { eu: { name: 'EU' } },
    on_call_schedules: { s: { name: 'S', timezone: 'Mars/Base', layers: [layer] } },
  }
  const { body } = await plan(document)
  const { issues } = body.error.details as { issues: Issue[] }
  assert.deepEqual(
    issues.map(({ field }) => field).sort(),
    [
      ...['monitors.broken.intervall_seconds', 'monitors.lost.group'],
      ...ALL.map(([, , [field]], index) => field!.replace('.a.', `.m${index}.`)),
      ...['on_call_schedules.s.timezone', 'version'],
    ].sort(),
  )
  assert.match(issues.find(({ field }) => field === 'monitors.lost.group')!.message, /did you mean eu\?/)
})

test('refused monitors of an apply are reported together', async (t) => {
  const { plan } = await makeConfigApi(t, 'sqlite')
  const region = { monitoring_regions: ['mars'] }
  const { body } = await plan({
    version: 1,
    monitors: { a: { ...HTTP, ...region }, b: { ...HTTP, name: 'B', ...region } },
  })
  const { issues, code } = body.error.details as { issues: Issue[]; code: string }
  assert.deepEqual(
    issues.map(({ field }) => field),
    ['monitors.a.monitoring_regions', 'monitors.b.monitoring_regions'],
  )
  assert.equal(code, 'INVALID_REGIONS')
})

test('a stored resource that the rules of today refuse is no mistake while it does not change', async (t) => {
  const { plan, apply } = await makeConfigApi(t, 'sqlite')
  const document = { version: 1, monitors: { a: HTTP } }
  assert.equal((await apply(document)).status, 200)
  const { status, body } = await plan({ version: 1, monitors: { a: { ...HTTP, tags: ['x'] } } })
  assert.equal(status, 200)
  assert.equal(body.data.plan.summary.update, 1)
})
