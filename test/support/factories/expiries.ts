/** Expiry alerts for certificates and domains: monitors, the certificates of their targets, and the notifications. */
import { webhook } from '../../../src/channels/webhook.ts'
import type { Event } from '../../../src/core/incidents/event.ts'
import type { MonitorDraft } from '../../../src/core/monitors/monitor-change.ts'
import { DAY_MS } from '../../../src/core/platform/time/time.ts'
import type { CheckResult } from '../../../src/core/probes/protocol.ts'
import type { SeenCertificate } from '../../../src/core/results/certificate.ts'
import { NO_TIMINGS } from '../../../src/core/results/verdict.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { evaluateExpiries } from '../../../src/services/expiry/expiries.ts'
import { createMonitor } from '../../../src/services/monitors/monitor-creation.ts'
import { listIncidents } from '../../../src/store/incidents/incident-reads.ts'
import type { StoredMonitor } from '../../../src/store/monitors/monitors.ts'
import { insertTarget } from '../../../src/store/notifications/notification-targets.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { readOutbox } from '../database/notification-rows.ts'
import type { Cleanup } from '../database/stores.ts'
import { createSeenCertificate } from '../targets/tls-site.ts'
import { MONDAY } from '../time/clock.ts'
import { createMonitorDraft, createMonitorFixture } from './monitors.ts'

const createFingerprint = (letter: string): string => Array(32).fill(`${letter}1`).join(':')

/** A certificate for a year, identified by a letter, that expires the given number of days after Monday. */
export const createExpiringCertificate = (
  days: number,
  letter = 'A',
  over: Partial<SeenCertificate> = {},
): SeenCertificate =>
  createSeenCertificate({
    fingerprint256: createFingerprint(letter),
    validFrom: MONDAY + (days - 365) * DAY_MS,
    validTo: MONDAY + days * DAY_MS,
    ...over,
  })

export const SELF_SIGNED = { code: 'DEPTH_ZERO_SELF_SIGNED_CERT', message: 'it signs itself' }

export async function createExpiryFixture(t: Cleanup, dialect: DialectName) {
  const { context, scope } = await createMonitorFixture(t, dialect)
  const { db } = context.store
  const listen = async (name: string): Promise<string> => {
    const target = {
      ...{ id: `target-${name}`, organizationId: 'alice', projectId: 'alice', name, channel: 'webhook' as const },
      config: { url: 'http://127.0.0.1/', secret: webhook.generatedSecret!.make() },
      ...{ isDefault: false, isEnabled: true, createdAt: MONDAY, updatedAt: MONDAY },
    }
    await context.store.transact((tx) => insertTarget(tx, target))
    return target.id
  }
  const listNotifications = async (target?: string): Promise<string[]> => {
    const rows = await readOutbox(db)
    const selected = rows.filter(({ target_id }) => target === undefined || target_id === target)
    return selected.map(
      ({ event_type, payload }) => `${event_type}: ${(JSON.parse(payload) as Event).data.incident?.title}`,
    )
  }
  return {
    context,
    scope,
    db,
    listen,
    /** Notifications so far, of all targets or of one. */
    listNotifications: listNotifications,
    /** Events of the notifications, with all facts. */
    events: async (): Promise<Event[]> => (await readOutbox(db)).map(({ payload }) => JSON.parse(payload) as Event),
    create: (over: Partial<MonitorDraft> = {}) =>
      createMonitor(context, scope, createMonitorDraft({ name: 'Shop', sslMonitoring: {}, ...over })),
    /** Records a check that sees this certificate now. */
    recordCertificate: (monitor: StoredMonitor, certificate: SeenCertificate, region = 'local') =>
      recordResults(context, region, [createCertificateResult(monitor.key, context.now(), certificate)]),
    /** Evaluates due expiries. */
    evaluateDue: () => evaluateExpiries(context, 100),
    /** Sets the clock to this number of days after Monday, and evaluates due expiries. */
    evaluateOnDay: async (day: number) => {
      context.setTime(MONDAY + day * DAY_MS)
      await evaluateExpiries(context, 100)
    },
    incidents: async () =>
      (await listIncidents(db, 'alice', {}, { limit: 100, offset: 0 })).incidents.toSorted((a, b) =>
        a.id < b.id ? -1 : 1,
      ),
  }
}

export type ExpiryFixture = Awaited<ReturnType<typeof createExpiryFixture>>

const createCertificateResult = (monitorKey: number, at: number, certificate: SeenCertificate): CheckResult => ({
  monitorKey,
  kind: 'check',
  scheduledAt: at,
  startedAt: at,
  status: 'up',
  responseTimeMs: 20,
  statusCode: 200,
  errorType: null,
  errorMessage: null,
  timings: NO_TIMINGS,
  remoteAddress: '192.0.2.1',
  certificate,
})
