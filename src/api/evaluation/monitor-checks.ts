/** Checks that somebody asks for. */
import Type from 'typebox'
import { type CheckedNow, checkNow, testDraft } from '../../services/monitors/check-now.ts'
import { getMonitor } from '../../services/monitors/monitors.ts'
import { draftOf } from '../monitors/monitor-json.ts'
import { MonitorTest } from '../monitors/monitor-schemas.ts'
import { dataOf, ok } from '../platform/envelope.ts'
import { FEATURE_ERRORS, type MonitorDeps, monitorContext, OPERATE, scopeOf } from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'
import { UuidParams } from '../platform/schemas.ts'
import { FullCheckResult, toFullCheckResult } from '../results/response-json.ts'

const tags = ['Monitors']
const response = { 200: dataOf(Type.Object({ result: FullCheckResult })) }

const shown = ({ response, ...result }: CheckedNow) =>
  toFullCheckResult(result, response ? { response, seenAt: Math.round(result.startedAt) } : null)

export const monitorChecks: Resource<MonitorDeps> = (api, deps) => {
  const context = monitorContext(deps)

  api.post(
    '/api/monitors/:id/check',
    {
      config: { access: OPERATE, weight: 'waiting', errors: ['MONITOR_NOT_FOUND', 'SERVICE_UNAVAILABLE'] },
      schema: {
        tags,
        summary: 'Check a monitor now',
        description:
          'Answers when the check has ended, so after the timeout of the monitor at the latest and a little. It counts ' +
          'like a scheduled one: it is stored and may open or resolve an incident. Of a monitor that is not active ' +
          'nothing is stored.',
        params: UuidParams('id'),
        response,
      },
    },
    async ({ params, project }) => {
      const monitor = await getMonitor(context.store.db, project.id, params.id)
      return ok({ result: shown(await checkNow(context, deps.runCheck, monitor)) })
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
        summary: 'Check a monitor that is not saved, and keep nothing',
        description:
          'Takes what `POST /api/monitors` takes, the name apart, and refuses what that refuses. Answers when the check ' +
          'has ended.',
        body: MonitorTest,
        response,
      },
    },
    async (request) => {
      return ok({ result: shown(await testDraft(context, scopeOf(request), deps.runCheck, draftOf(request.body))) })
    },
  )
}
