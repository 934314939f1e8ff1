/** Fields of heartbeat monitors besides the fields of all monitors. */
import Type, { type Static } from 'typebox'
import {
  chooseExpectedInterval,
  findScheduleIssue,
  type HeartbeatSettings,
  splitTimezone,
  toIntervalSeconds,
} from '../../core/heartbeats/heartbeat.ts'
import type { Monitor } from '../../core/monitors/monitor.ts'
import { createInvalid } from '../../core/platform/errors.ts'
import { toApiName } from '../../core/platform/fields/translate.ts'
import type { HeartbeatSummary } from '../../store/heartbeats/heartbeats.ts'
import { Uuid } from '../platform/schemas.ts'
import { toSeconds } from '../platform/times.ts'

export const HEARTBEAT_FIELDS = {
  heartbeat_token: Type.Optional(Uuid),
  heartbeat_url: Type.Optional(Type.String({ description: 'URL that the job pings' })),
  heartbeat_interval: Type.Optional(Type.Integer({ description: 'Expected interval in seconds' })),
  grace_period: Type.Optional(Type.Integer({ description: 'Grace period in seconds' })),
  last_heartbeat_at: Type.Optional(Type.Integer({ description: 'Unix time of the last ping, in seconds' })),
  heartbeat_due_at: Type.Optional(
    Type.Integer({
      description:
        'Unix time in seconds by which the next ping must arrive, including the grace period. Absent while no ' +
        'ping is expected',
    }),
  ),
  last_run_duration_ms: Type.Optional(
    Type.Integer({ description: 'Duration of the last run with a reported start and end' }),
  ),
}

const Fields = Type.Object(HEARTBEAT_FIELDS)

/** @param summary facts from the pings; undefined before the first ping */
export function toHeartbeatFields(
  { target, settings }: Pick<Monitor, 'target' | 'settings'>,
  summary: HeartbeatSummary | undefined,
  baseUrl: string,
): Static<typeof Fields> {
  const { expectedIntervalSeconds, gracePeriodSeconds } = settings as HeartbeatSettings
  return {
    heartbeat_token: target,
    heartbeat_url: `${baseUrl}/api/heartbeat/${target}`,
    heartbeat_interval: expectedIntervalSeconds,
    grace_period: gracePeriodSeconds,
    ...(summary && summary.lastPingAt !== null && { last_heartbeat_at: toSeconds(summary.lastPingAt) }),
    ...(summary && summary.dueAt !== null && { heartbeat_due_at: toSeconds(summary.dueAt) }),
    ...(summary && summary.lastRunMs !== null && { last_run_duration_ms: summary.lastRunMs }),
  }
}

/** The fields of a body that state the expected interval. */
interface IntervalBody {
  interval_seconds?: number
  heartbeat_config?: { expected_interval_seconds?: number }
}

/**
 * Returns the settings and the check interval of a heartbeat, which state the same interval.
 *
 * @param sent settings from the config object
 * @param before null at creation
 * @throws Problem VALIDATION_ERROR for an invalid schedule, VALIDATION_FAILED for a short interval
 */
export function readHeartbeatInterval(
  body: object,
  sent: HeartbeatSettings,
  before: HeartbeatSettings | null,
): { settings: HeartbeatSettings; intervalSeconds: number } {
  const { interval_seconds: mirror, heartbeat_config: config } = body as IntervalBody
  const requested = splitTimezone(sent)
  const issue = findScheduleIssue(requested)
  if (issue) throw createInvalid({ field: `heartbeat_config.${toApiName(issue.field)}`, message: issue.message })
  const isAsked = config?.expected_interval_seconds !== undefined
  const expectedIntervalSeconds = chooseExpectedInterval(requested, isAsked, before, mirror)
  const settings = { ...requested, expectedIntervalSeconds }
  return { settings, intervalSeconds: toIntervalSeconds(expectedIntervalSeconds) }
}
