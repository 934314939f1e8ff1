/** The result of a replay, as the API returns it. */
import Type, { type Static } from 'typebox'
import type { Incident as ReplayedIncident } from '../../core/incidents/incident.ts'
import { CHECKED_FAMILIES, SEVERITIES } from '../../core/incidents/incident.ts'
import { computeUptimePercentage } from '../../core/results/uptime.ts'
import { ERROR_TYPES } from '../../core/results/verdict.ts'
import type { ReplayComparison, ReplaySummary } from '../../services/evaluation/replay.ts'
import { IsoTime, Nullable, NullableIsoTime, OneOf } from '../platform/schemas.ts'
import { toIso, toIsoOrNull } from '../platform/times.ts'
import { SecondsByStatus, toSecondsByStatus } from '../results/uptime-json.ts'

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

export const ReplaySchema = Type.Object(
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
export const toReplay = (
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
