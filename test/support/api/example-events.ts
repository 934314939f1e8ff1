/** One event of every type, built as the service builds it: for the texts of channels and for docs/webhooks.md. */

import { decideIncidents } from '../../../src/core/evaluation/decide-incidents.ts'
import type { ActiveCertificate } from '../../../src/core/expiry/certificate-observations.ts'
import { decideExpiry, type ExpiryProblem, type ExpiryRecovery } from '../../../src/core/expiry/expiry-alert.ts'
import { judgeCertificates } from '../../../src/core/expiry/expiry-certificate.ts'
import { judgeDomain } from '../../../src/core/expiry/expiry-domain.ts'
import { type Event, toIncidentEvent, toTestEvent } from '../../../src/core/incidents/event.ts'
import type { Incident, IncidentMonitor } from '../../../src/core/incidents/incident.ts'
import type { IncidentUpdate } from '../../../src/core/incidents/incident-update.ts'
import { toReminderEvent } from '../../../src/core/incidents/reminder.ts'
import { addAnnotations, createUpdateEvent } from '../../../src/core/incidents/update-event.ts'
import { toQuietHoursEvent } from '../../../src/core/notifications/quiet-hours.ts'
import { toProbeTroubleEvent } from '../../../src/core/notifications/service-events.ts'

const START = Date.parse('2026-01-31T12:00:00.000Z')
const MINUTE = 60_000

const SCOPE = {
  organizationId: '019b0000-0000-7000-8000-000000000001',
  projectId: '019b0000-0000-7000-8000-000000000002',
}

const toMonitor = (name: string, number: number, host: string): IncidentMonitor => ({
  ...SCOPE,
  key: number,
  id: `019b0000-0000-7000-8000-0000000001${String(number).padStart(2, '0')}`,
  name,
  type: 'HTTP',
  target: `https://${host}/`,
  status: 'active',
  runtimeStatus: 'down',
})

const SHOP = toMonitor('Shop', 1, 'shop.example.com')
const BOB = { id: '019b0000-0000-7000-8000-000000000009', name: 'Bob' }

const toIncident = (monitor: IncidentMonitor, number: number, over: Partial<Incident> = {}): Incident => ({
  ...SCOPE,
  id: `019b0000-0000-7000-8000-0000000002${String(number).padStart(2, '0')}`,
  monitor,
  groupId: null,
  createdBy: null,
  family: 'availability',
  status: 'open',
  severity: 'critical',
  type: 'timeout',
  source: 'system',
  title: `"${monitor.name}" is down`,
  errorMessage: 'no answer in 10000 ms',
  publicTitle: null,
  statusPageUpdate: null,
  startedAt: START,
  acknowledgedAt: null,
  acknowledgedBy: null,
  acknowledgedVia: null,
  snoozedUntil: null,
  snoozedBy: null,
  snoozedVia: null,
  resolvedAt: null,
  resolvedBy: null,
  resolutionNote: null,
  reopenedAt: null,
  reopenings: 0,
  healthyMs: 0,
  affectedRegions: ['eu-1', 'us-1'],
  affectedMonitorIds: [],
  failureCount: 4,
  createdAt: START,
  updatedAt: START,
  ...over,
})

const createExampleUpdate = (incident: Incident, over: Partial<IncidentUpdate>): Event =>
  createUpdateEvent({
    kind: 'created',
    message: 'down: 2 of 2 regions are down',
    fromStatus: null,
    author: null,
    isPublic: false,
    incident,
    ...over,
  })

const toLaterIncident = (minutes: number, over: Partial<Incident> = {}): Incident =>
  toIncident(SHOP, 1, { updatedAt: START + minutes * MINUTE, ...over })

const acknowledged = { status: 'acknowledged', acknowledgedAt: START + 3 * MINUTE, acknowledgedBy: BOB } as const

const resolved = {
  ...acknowledged,
  status: 'resolved',
  resolvedAt: START + 25 * MINUTE,
  resolutionNote: 'up: 2 of 2 regions are up',
} as const

/** The first outage ended a minute before. */
const reopened = { reopenedAt: START + 26 * MINUTE - 12_000, reopenings: 1, healthyMs: 48_000 } as const

const DAYS = [30, 14, 7, 1]
const NO_HISTORY = { warned: null, open: null, recent: null }

/** Builds an event as the expiry watch does. */
function decideExpiryEvent(family: 'certificate' | 'domain', concern: ExpiryProblem | ExpiryRecovery): Event {
  const id = `019b0000-0000-7000-8000-0000000002${family === 'domain' ? '31' : '30'}`
  const { update } = decideExpiry({ family, monitor: SHOP, ...NO_HISTORY }, concern, () => id, START)
  return createUpdateEvent(update!)
}

/**
 * Builds an event as the evaluation does.
 *
 * @param status after `down` the monitor has changed five times, and `up` is stable
 */
function decideFlappingEvent(status: 'up' | 'down'): Event {
  const at = (status === 'down' ? START + 26 * MINUTE : START + 32 * MINUTE) - 12_000
  const minutes = status === 'down' ? [-5, -4, -2, -1] : []
  const flapping = status === 'down' ? null : { since: START + 26 * MINUTE - 12_000, stableAt: at, intervalMs: MINUTE }
  const judged = { status, reason: status, errorType: 'timeout', errorMessage: null, affectedRegions: [] } as const
  const { updates } = decideIncidents(
    {
      monitorKey: SHOP.key,
      changes: status === 'down' ? [{ from: 'up', to: 'down', at, reason: 'down again' }] : [],
      judged: { ...judged, affectedRegions: [] },
      failures: 0,
      failingRegions: [],
      at,
      ...(flapping && { steps: [] }),
    },
    { monitor: SHOP, known: [toLaterIncident(26, reopened)], newId: () => '', now: at },
    {
      maintenance: [],
      intervalMs: MINUTE,
      flaps: { recent: minutes.map((minute) => at + minute * MINUTE), side: 'up', flapping },
    },
  )
  return createUpdateEvent(updates.find(({ eventOverride }) => eventOverride?.flapping)!)
}

const CERTIFICATE: ActiveCertificate = {
  certificate: {
    subject: 'CN=shop.example.com',
    issuer: 'C=US, O=Example Trust, CN=R1',
    fingerprint256: Array(32).fill('A1').join(':'),
    validFrom: Date.parse('2025-02-14T12:00:00.000Z'),
    validTo: Date.parse('2026-02-14T12:00:00.000Z'),
    errors: [],
    authorities: [],
  },
  regions: ['eu-1', 'us-1'],
  isConfirmed: true,
}

const certificateProblem = judgeCertificates(
  {
    name: SHOP.name,
    endpoint: 'shop.example.com:443',
    ssl: { enabled: true, checkExpiry: true, checkValidity: true, expiryWarningDays: DAYS, ignoreSelfSigned: false },
    isVerified: true,
  },
  [CERTIFICATE],
  null,
  START,
)

const domainProblem = judgeDomain(
  {
    name: 'example.com',
    monitor: SHOP.name,
    domain: {
      registration: {
        expiresAt: Date.parse('2026-02-07T12:00:00.000Z'),
        registrar: 'Example Registrar, Inc.',
        statuses: ['active'],
        source: 'rdap',
        server: 'rdap.example.net',
        registeredAt: null,
        nameServers: [],
      },
      isRegistered: true,
      knownAt: START,
    },
    settings: { enabled: true, expiryWarningDays: DAYS },
    warned: null,
  },
  START,
)

/** Three monitors at one address that failed together. */
export function createGroupedExample(type: 'incident.opened' | 'incident.resolved', count = 3): Event {
  const names = ['Shop', 'Blog', 'API']
  const over = type === 'incident.resolved' ? { ...resolved, acknowledgedAt: null, acknowledgedBy: null } : {}
  const events = Array.from({ length: Math.min(count, 100) }, (_, place) => {
    const name = names[place] ?? `Server ${place + 1}`
    const monitor = toMonitor(name, place + 1, `${name.toLowerCase().replace(' ', '-')}.example.com`)
    return toIncidentEvent(type, toIncident(monitor, place + 1, over), START + 30_000)
  })
  const [first] = events
  return {
    ...first!,
    data: {
      ...first!.data,
      alert_group: {
        count,
        incidents: events.map(({ data }) => ({ monitor: data.monitor ?? null, incident: data.incident! })),
        causes: [{ kind: 'address', value: '192.0.2.7', count: count > 3 ? count - 6 : count }],
      },
    },
  }
}

const createMaintenanceEvent = (type: 'maintenance.started' | 'maintenance.ended', at: number): Event => ({
  type,
  timestamp: new Date(at).toISOString(),
  data: {
    organization_id: SCOPE.organizationId,
    project_id: SCOPE.projectId,
    maintenance: {
      id: '019b0000-0000-7000-8000-000000000301',
      name: 'Database upgrade',
      description: 'The shop is read-only meanwhile.',
      starts_at: '2026-01-31T12:00:00.000Z',
      ends_at: '2026-01-31T14:00:00.000Z',
      monitors: [{ id: SHOP.id, name: SHOP.name }],
      monitor_count: 1,
    },
  },
})

const createProbeTroubleEvent = (endedAt: number | null): Event =>
  toProbeTroubleEvent(
    {
      ...SCOPE,
      region: { code: 'eu-1', name: 'Frankfurt' },
      reason: 'no_probe',
      monitors: [SHOP, toMonitor('Blog', 2, 'blog.example.com')].map(({ id, name }) => ({ id, name })),
      monitorCount: 2,
      since: START,
    },
    endedAt,
    endedAt === null ? START + 5 * MINUTE : endedAt + MINUTE,
  )

const opened = createExampleUpdate(toIncident(SHOP, 1), {})

const toExample = (title: string, event: Event) => ({ title, event })

/** In the order of the document. */
export const EXAMPLES = [
  toExample(
    'A monitor is down',
    addAnnotations(opened, {
      notes: 'Runs on the servers web-1 and web-2.\nThe shop team is responsible.',
      runbookUrl: 'https://wiki.example.com/shop',
    }),
  ),
  toExample(
    'An incident was acknowledged',
    createExampleUpdate(toLaterIncident(3, acknowledged), {
      kind: 'acknowledged',
      message: 'Incident acknowledged',
      author: BOB,
    }),
  ),
  toExample(
    'An acknowledgement was withdrawn',
    createExampleUpdate(toLaterIncident(7), {
      kind: 'unacknowledged',
      message: 'Acknowledgement withdrawn',
      author: BOB,
    }),
  ),
  toExample(
    'An incident was updated',
    createExampleUpdate(toLaterIncident(9, acknowledged), {
      kind: 'edited',
      message: 'The new disk is on its way',
      author: BOB,
    }),
  ),
  toExample('An incident is still open', toReminderEvent(toLaterIncident(20), 2)),
  toExample(
    'An incident was resolved',
    createExampleUpdate(toLaterIncident(25, resolved), { kind: 'resolved', message: 'up: 2 of 2 regions are up' }),
  ),
  toExample(
    'An incident was reopened within three minutes',
    createExampleUpdate(toLaterIncident(26, reopened), { kind: 'reopened', message: 'down again' }),
  ),
  toExample('A monitor is flapping', decideFlappingEvent('down')),
  toExample('A monitor is no longer flapping', decideFlappingEvent('up')),
  toExample('A certificate is about to expire', decideExpiryEvent('certificate', certificateProblem)),
  toExample('A domain is about to expire', decideExpiryEvent('domain', domainProblem)),
  toExample('Maintenance begins', createMaintenanceEvent('maintenance.started', START)),
  toExample('Maintenance ended', createMaintenanceEvent('maintenance.ended', START + 120 * MINUTE)),
  toExample('Monitors are not checked because of the probes of a region', createProbeTroubleEvent(null)),
  toExample('The trouble of the probes is over', createProbeTroubleEvent(START + 25 * MINUTE)),
  toExample(
    'Quiet hours ended',
    toQuietHoursEvent(
      opened,
      {
        count: 6,
        incidentCount: 2,
        latest: [
          toIncidentEvent('incident.opened', toIncident(toMonitor('Blog', 2, 'blog.example.com'), 2), START),
          createExampleUpdate(toLaterIncident(25, resolved), { kind: 'resolved', message: 'up' }),
        ],
        others: [createMaintenanceEvent('maintenance.ended', START + 120 * MINUTE), createProbeTroubleEvent(null)],
      },
      START + 420 * MINUTE,
    ),
  ),
  toExample('A test', toTestEvent(SCOPE, 'Test of the notification target "Ops"', START)),
  toExample('Several incidents at once', createGroupedExample('incident.opened')),
  toExample('A notification for the fallback of another target', {
    ...opened,
    data: { ...opened.data, fallback_for: { target_name: 'On-call', reason: 'the receiver answered 410' } },
  }),
] as const

export const findExample = (type: Event['type']): Event =>
  EXAMPLES.map(({ event }) => event).find((event) => event.type === type)!
