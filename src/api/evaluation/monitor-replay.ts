/** Replay of past results with other thresholds. */
import Type, { type Static } from 'typebox'
import { CHECKED_FAMILIES, type Incident as ReplayedIncident, SEVERITIES } from '../../core/incidents/incident.ts'
import { computeUptimePercentage } from '../../core/results/uptime.ts'
import { ERROR_TYPES } from '../../core/results/verdict.ts'
import { type ReplayComparison, type ReplaySummary, Replays } from '../../services/evaluation/replay.ts'
import { getMonitor } from '../../services/monitors/monitors.ts'
import { resolvePeriod } from '../../services/results/uptime.ts'
import type { GuardedAccess } from '../platform/access.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, IsoTime, Nullable, NullableIsoTime, OneOf, UuidParams } from '../platform/schemas.ts'
import { toIso, toIsoOrNull } from '../platform/times.ts'
import { PeriodQuery, parseIsoPeriod, SecondsByStatus, toSecondsByStatus } from '../results/monitor-uptime.ts'

/** A replay changes nothing, so viewers may run it. A read-only key may not, because it refuses every POST. */
const ACCESS: GuardedAccess = { permission: 'can_view', scope: 'project' }

const DESCRIPTION = `Evaluates the stored results of a period again with the thresholds of the request, and compares the
outcome with the actual history. Nothing is changed and no notifications are sent. An omitted threshold defaults to the
setting of the monitor.

- The current interval, timeout and region settings apply to the whole period. Each result counts from the end of its
  check.
- Pauses and maintenance are taken from the history. Missing results are detected without delay.
- Manual changes to incidents are ignored.
- Only results within the retention period can be evaluated.
- Heartbeat monitors are not supported, because they have no thresholds.

The period is at most 366 days long and may contain up to 500,000 results. A server runs two replays at a time.`

const ReplayBody = Body({
  ...PeriodQuery,
  failure_threshold: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10, description: 'Consecutive failing checks before a region counts as down' }),
  ),
  recovery_threshold: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10,
      description: 'Consecutive passing checks before a region that is down counts as up',
    }),
  ),
  slow_response_threshold_ms: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 60_000,
        description: 'Response time above which a passing check is slow. Null: no check is slow. Absent: as recorded',
      }),
    ),
  ),
  regions: Type.Optional(
    Type.Array(Type.String({ maxLength: 64 }), {
      minItems: 1,
      maxItems: 100,
      description: 'Codes of the regions to count. Default: all regions',
    }),
  ),
  flapping: Type.Optional(
    Type.Boolean({
      description: 'Whether incidents stay open while the monitor is flapping, as in production. Default: true',
    }),
  ),
})

export const registerMonitorReplayRoute: Resource = (api, { context }) => {
  const replays = new Replays(context)

  api.post(
    '/api/monitors/:id/replay',
    {
      config: { access: ACCESS, weight: 'heavy', errors: ['MONITOR_NOT_FOUND'], failure: 'STATS_FETCH_FAILED' },
      schema: {
        tags: ['Monitors'],
        summary: 'Replay stored results with other thresholds',
        description: DESCRIPTION,
        params: UuidParams('id'),
        body: ReplayBody,
        response: { 200: toDataSchema(ReplaySchema) },
      },
    },
    async ({ params, body, project }) => {
      const period = resolvePeriod(parseIsoPeriod(body), context.now())
      const monitor = await getMonitor(context.store.db, project.id, params.id)
      const { failure_threshold, recovery_threshold, slow_response_threshold_ms, regions, flapping } = body
      const options = {
        ...(failure_threshold !== undefined && { failureThreshold: failure_threshold }),
        ...(recovery_threshold !== undefined && { recoveryThreshold: recovery_threshold }),
        ...(slow_response_threshold_ms !== undefined && { slowThresholdMs: slow_response_threshold_ms }),
        ...(regions !== undefined && { regions }),
        ...(flapping !== undefined && { detectFlapping: flapping }),
      }
      const requested = {
        ...(slow_response_threshold_ms !== undefined && { slow_response_threshold_ms }),
        ...(regions !== undefined && { regions }),
      }
      return toEnvelope(toReplay(await replays.run(monitor, options, period), requested))
    },
  )
}

const Incident = Type.Object(
  {
    family: OneOf(CHECKED_FAMILIES, { description: 'Whether the incident is about availability or slow responses' }),
    type: OneOf(ERROR_TYPES),
    severity: OneOf(SEVERITIES),
    started_at: IsoTime,
    resolved_at: {
      ...NullableIsoTime,
      description: 'Null if the incident would still be open at the end of the period',
    },
    duration_seconds: Type.Number({
      description: 'Duration of the incident. An open incident counts up to the end of the period',
    }),
    downtime_seconds: Type.Number({ description: '`duration_seconds` without the healthy time between outages' }),
    failure_count: Type.Integer({ description: 'Failing checks while the incident was open' }),
    affected_regions: Type.Array(Type.String()),
    reason: Type.String({ description: 'Reason of the first status change' }),
    reopened_count: Type.Integer({
      description: 'Number of times the incident was reopened within three minutes of a recovery',
    }),
  },
  { title: 'ReplayedIncident' },
)

const summaryFields = {
  incident_count: Type.Integer({ description: 'Availability and slow-response incidents that started in the period' }),
  status_changes: Type.Integer({ description: 'Changes of the runtime status in the period' }),
  uptime_percentage: Nullable(Type.Number({ description: 'Up to six decimals; null when nothing was measured' })),
  seconds: SecondsByStatus,
}

const createExampleSummary = (incidents: number, changes: number, down: number) => ({
  incident_count: incidents,
  status_changes: changes,
  uptime_percentage: Math.round((1 - down / 2_592_000) * 1e8) / 1e6,
  seconds: { up: 2_592_000 - down, degraded: 0, down, paused: 0, unknown: 0, maintenance: 0 },
})

const EXAMPLE = {
  from: '2026-01-01T00:00:00.000Z',
  to: '2026-01-31T00:00:00.000Z',
  results: 129_600,
  thresholds: { failure_threshold: 3, recovery_threshold: 2, flapping: true },
  ...createExampleSummary(2, 4, 900),
  incidents: [
    {
      family: 'availability',
      type: 'timeout',
      severity: 'critical',
      started_at: '2026-01-12T03:14:05.000Z',
      resolved_at: '2026-01-12T03:24:05.000Z',
      duration_seconds: 600,
      downtime_seconds: 600,
      failure_count: 12,
      affected_regions: ['local'],
      reason: 'no answer in 10000 ms',
      reopened_count: 0,
    },
  ],
  incidents_truncated: false,
  actual: createExampleSummary(9, 18, 1_620),
}

const ReplaySchema = Type.Object(
  {
    from: Type.String({
      format: 'date-time',
      description: 'Start of the period. Never earlier than the creation of the monitor',
    }),
    to: Type.String({ format: 'date-time', description: 'End of the period, exclusive' }),
    results: Type.Integer({ description: 'Stored results of the period that were evaluated' }),
    thresholds: Type.Object(
      {
        failure_threshold: Type.Integer(),
        recovery_threshold: Type.Integer(),
        slow_response_threshold_ms: Type.Optional(
          Nullable(
            Type.Integer({ description: 'Absent: a result counts as slow if it was slow when it was recorded' }),
          ),
        ),
        regions: Type.Optional(Type.Array(Type.String(), { description: 'Absent: all regions' })),
        flapping: Type.Boolean({ description: 'Whether incidents stayed open while the monitor was flapping' }),
      },
      { title: 'ReplayThresholds', description: 'Thresholds of the replay' },
    ),
    ...summaryFields,
    incidents: Type.Array(Incident, { description: 'The newest 1,000 incidents, oldest first' }),
    incidents_truncated: Type.Boolean({ description: 'Whether the period has more incidents than listed' }),
    actual: Type.Object(summaryFields, {
      title: 'ReplayActual',
      description: 'Actual history of the same period, without incidents that were deleted later',
    }),
  },
  { examples: [EXAMPLE] },
)

const toSummary = ({ incidentCount, statusChanges, time }: ReplaySummary) => ({
  incident_count: incidentCount,
  status_changes: statusChanges,
  uptime_percentage: computeUptimePercentage(time),
  seconds: toSecondsByStatus(time),
})

const toIncident = (incident: ReplayedIncident, end: number): Static<typeof Incident> => ({
  family: incident.family as Static<typeof Incident>['family'],
  type: incident.type,
  severity: incident.severity,
  started_at: toIso(incident.startedAt),
  resolved_at: toIsoOrNull(incident.resolvedAt),
  duration_seconds: ((incident.resolvedAt ?? end) - incident.startedAt) / 1_000,
  downtime_seconds: ((incident.resolvedAt ?? end) - incident.startedAt - incident.healthyMs) / 1_000,
  failure_count: incident.failureCount,
  affected_regions: incident.affectedRegions,
  reason: incident.errorMessage,
  reopened_count: incident.reopenings,
})

/** @param requested settings of the request besides the two thresholds */
const toReplay = (
  comparison: ReplayComparison,
  requested: Pick<Static<typeof ReplaySchema>['thresholds'], 'slow_response_threshold_ms' | 'regions'>,
): Static<typeof ReplaySchema> => ({
  from: toIso(comparison.from),
  to: toIso(comparison.to),
  results: comparison.results,
  thresholds: {
    failure_threshold: comparison.failureThreshold,
    recovery_threshold: comparison.recoveryThreshold,
    flapping: comparison.detectFlapping,
    ...requested,
  },
  ...toSummary(comparison),
  incidents: comparison.incidents.map((incident) => toIncident(incident, comparison.to)),
  incidents_truncated: comparison.incidents.length < comparison.incidentCount,
  actual: toSummary(comparison.actual),
})
