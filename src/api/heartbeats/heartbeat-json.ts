/** What a heartbeat monitor shows and takes besides what all monitors do. */
import Type, { type Static } from 'typebox'
import {
  type HeartbeatSettings,
  mirroredInterval,
  scheduleIssue,
  wantedInterval,
} from '../../core/heartbeats/heartbeat.ts'
import type { Monitor } from '../../core/monitors/monitor.ts'
import { invalid } from '../../core/platform/errors.ts'
import type { HeartbeatSummary } from '../../store/heartbeats/heartbeats.ts'
import { Uuid } from '../platform/schemas.ts'
import { apiName } from '../platform/settings-words.ts'
import { toSeconds } from '../platform/times.ts'

export const HEARTBEAT_FIELDS = {
  heartbeat_token: Type.Optional(Uuid),
  heartbeat_url: Type.Optional(Type.String({ description: 'Where the job sends its pings' })),
  heartbeat_interval: Type.Optional(Type.Integer({ description: 'Seconds' })),
  grace_period: Type.Optional(Type.Integer({ description: 'Seconds' })),
  last_heartbeat_at: Type.Optional(Type.Integer({ description: 'Unix seconds of the last ping' })),
  heartbeat_due_at: Type.Optional(
    Type.Integer({
      description:
        'Unix seconds, the grace period included: silence until then is a failure. Absent while nothing is expected',
    }),
  ),
  last_run_duration_ms: Type.Optional(
    Type.Integer({ description: 'How long the last run took that told its start and its end' }),
  ),
}

const Fields = Type.Object(HEARTBEAT_FIELDS)

/** @param heard what pings have told; undefined before the first */
export function heartbeatFields(
  { target, settings }: Pick<Monitor, 'target' | 'settings'>,
  heard: HeartbeatSummary | undefined,
  baseUrl: string,
): Static<typeof Fields> {
  const { expectedIntervalSeconds, gracePeriodSeconds } = settings as HeartbeatSettings
  return {
    heartbeat_token: target,
    heartbeat_url: `${baseUrl}/api/heartbeat/${target}`,
    heartbeat_interval: expectedIntervalSeconds,
    grace_period: gracePeriodSeconds,
    ...(heard && heard.lastPingAt !== null && { last_heartbeat_at: toSeconds(heard.lastPingAt) }),
    ...(heard && heard.dueAt !== null && { heartbeat_due_at: toSeconds(heard.dueAt) }),
    ...(heard && heard.lastRunMs !== null && { last_run_duration_ms: heard.lastRunMs }),
  }
}

/** As much of a body as says how often a heartbeat is expected. */
interface RhythmBody {
  interval_seconds?: number
  heartbeat_config?: { expected_interval_seconds?: number }
}

/**
 * Settings and interval of a heartbeat, which tell of the same thing.
 *
 * @param asked what the settings would be by the config alone
 * @param before null at creation
 * @throws Problem VALIDATION_ERROR for a schedule that cannot be read, VALIDATION_FAILED for too short an interval
 */
export function heartbeatRhythm(
  body: object,
  asked: HeartbeatSettings,
  before: HeartbeatSettings | null,
): { settings: HeartbeatSettings; intervalSeconds: number } {
  const { interval_seconds: mirror, heartbeat_config: config } = body as RhythmBody
  const issue = scheduleIssue(asked)
  if (issue) throw invalid({ field: `heartbeat_config.${apiName(issue.field)}`, message: issue.message })
  const isAsked = config?.expected_interval_seconds !== undefined
  const expectedIntervalSeconds = wantedInterval(asked, isAsked, before, mirror)
  const settings = { ...asked, expectedIntervalSeconds }
  return { settings, intervalSeconds: mirroredInterval(expectedIntervalSeconds) }
}
