/** Checks run on request. */
import Type from 'typebox'
import { type CheckNowResult, checkNow, testDraft } from '../../services/monitors/check-now.ts'
import { getMonitor } from '../../services/monitors/monitors.ts'
import { toDraft } from '../monitors/monitor-json.ts'
import { MonitorTest } from '../monitors/monitor-schemas.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import {
  FEATURE_ERRORS,
  type MonitorDeps,
  OPERATE,
  toMonitorContext,
  toMonitorScope,
} from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'
import { UuidParams } from '../platform/schemas.ts'
import { FullCheckResult, toFullCheckResult } from '../results/response-json.ts'

const tags = ['Monitors']
const response = { 200: toDataSchema(Type.Object({ result: FullCheckResult })) }

const toCheckJson = ({ response, ...result }: CheckNowResult) =>
  toFullCheckResult(result, response ? { response, seenAt: Math.round(result.startedAt) } : null)

export const registerMonitorCheckRoutes: Resource<MonitorDeps> = (api, deps) => {
  const context = toMonitorContext(deps)

  api.post(
    '/api/monitors/:id/check',
    {
      config: { access: OPERATE, weight: 'waiting', errors: ['MONITOR_NOT_FOUND', 'SERVICE_UNAVAILABLE'] },
      schema: {
        tags,
        summary: 'Check a monitor now',
        description:
          'Returns when the check has ended, shortly after the timeout of the monitor at the latest. The check ' +
          'counts like a scheduled check: its result is stored and may open or resolve an incident. The result of a ' +
          'paused or disabled monitor is not stored.',
        params: UuidParams('id'),
        response,
      },
    },
    async ({ params, project }) => {
      const monitor = await getMonitor(context.store.db, project.id, params.id)
      return toEnvelope({ result: toCheckJson(await checkNow(context, deps.runCheck, monitor)) })
    },
  )

  api.post(
    '/api/monitors/test',
    {
      config: {
        access: OPERATE,
        weight: 'waiting',
        errors: ['VALIDATION_FAILED', 'MONITOR_NOT_FOUND', ...FEATURE_ERRORS, 'SERVICE_UNAVAILABLE'],
      },
      schema: {
        tags,
        summary: 'Test an unsaved monitor without storing the result',
        description:
          'Takes the body of `POST /api/monitors` and applies the same rules; `name` is optional. Returns when the ' +
          'check has ended.',
        body: MonitorTest,
        response,
      },
    },
    async (request) => {
      return toEnvelope({
        result: toCheckJson(await testDraft(context, toMonitorScope(request), deps.runCheck, toDraft(request.body))),
      })
    },
  )
}
