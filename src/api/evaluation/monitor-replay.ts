/** Replay of past results with other thresholds. */
import Type from 'typebox'
import { Replays } from '../../services/evaluation/replay.ts'
import { getMonitor } from '../../services/monitors/monitors.ts'
import { resolvePeriod } from '../../services/results/uptime.ts'
import type { GuardedAccess } from '../platform/access.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, Nullable, UuidParams } from '../platform/schemas.ts'
import { PeriodQuery, parseIsoPeriod } from '../results/monitor-uptime.ts'
import { ReplaySchema, toReplay } from './replay-json.ts'

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
