/** What would have happened with other thresholds. */
import Type from 'typebox'
import { Replays } from '../../services/evaluation/replay.ts'
import { getMonitor } from '../../services/monitors/monitors.ts'
import { periodOf } from '../../services/results/uptime.ts'
import type { GuardedAccess } from '../platform/access.ts'
import { dataOf, ok } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, Nullable, UuidParams } from '../platform/schemas.ts'
import { PeriodQuery, periodOfIso } from '../results/monitor-uptime.ts'
import { ReplayAnswer, toReplay } from './replay-json.ts'

/** A replay changes nothing, so a viewer may ask for one. A read-only key may not: it refuses every POST. */
const ACCESS: GuardedAccess = { permission: 'can_view', scope: 'project' }

const DESCRIPTION = `Judges the stored results of a period once more, by the same rules as when they came in but with the
thresholds of the request, and compares what comes of it with what really happened. Nothing is changed and nobody is
told. What is left out is as the monitor has it now.

- Interval, timeout and region settings are those of now, whatever they were then, and results are taken to have come
  in as soon as the check was over.
- Pauses and maintenance are as they were, and silence is noticed at once.
- What people did to incidents does not count.
- Only what is still kept can be judged; of earlier time nothing is known.
- A heartbeat has no thresholds: one word of a job is enough.

The period is at most 366 days long and may hold 500,000 results. A server works out two of these at a time.`

const ReplayBody = Body({
  ...PeriodQuery,
  failure_threshold: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10, description: 'Failing checks in a row before a region counts as down' }),
  ),
  recovery_threshold: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10, description: 'Passing checks in a row before a down region is up' }),
  ),
  slow_response_threshold_ms: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 60_000,
        description: 'Above it a passing check is slow; null: none is; default: as judged at the time',
      }),
    ),
  ),
  regions: Type.Optional(
    Type.Array(Type.String({ maxLength: 64 }), {
      minItems: 1,
      maxItems: 100,
      description: 'Codes of the regions that count; default: all',
    }),
  ),
  flapping: Type.Optional(
    Type.Boolean({ description: 'Whether incidents stay open while the monitor flaps, as they do; default: true' }),
  ),
})

export const monitorReplay: Resource = (api, { context }) => {
  const replays = new Replays(context)

  api.post(
    '/api/monitors/:id/replay',
    {
      config: { access: ACCESS, weight: 'heavy', errors: ['MONITOR_NOT_FOUND'], failure: 'STATS_FETCH_FAILED' },
      schema: {
        tags: ['Monitors'],
        summary: 'Find out what other thresholds would have made of what was found',
        description: DESCRIPTION,
        params: UuidParams('id'),
        body: ReplayBody,
        response: { 200: dataOf(ReplayAnswer) },
      },
    },
    async ({ params, body, project }) => {
      const period = periodOf(periodOfIso(body), context.now())
      const monitor = await getMonitor(context.store.db, project.id, params.id)
      const { failure_threshold, recovery_threshold, slow_response_threshold_ms, regions, flapping } = body
      const wish = {
        ...(failure_threshold !== undefined && { failureThreshold: failure_threshold }),
        ...(recovery_threshold !== undefined && { recoveryThreshold: recovery_threshold }),
        ...(slow_response_threshold_ms !== undefined && { slowThresholdMs: slow_response_threshold_ms }),
        ...(regions !== undefined && { regions }),
        ...(flapping !== undefined && { damping: flapping }),
      }
      const asked = {
        ...(slow_response_threshold_ms !== undefined && { slow_response_threshold_ms }),
        ...(regions !== undefined && { regions }),
      }
      return ok(toReplay(await replays.run(monitor, wish, period), asked))
    },
  )
}
