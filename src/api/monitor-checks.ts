/** Checks that somebody asks for. */
import Type from 'typebox'
import { checkNow, testDraft } from '../services/check-now.ts'
import { getMonitor } from '../services/monitors.ts'
import { CheckResult, toCheckResult } from './check-result.ts'
import type { Resource } from './deps.ts'
import { dataOf, ok } from './envelope.ts'
import { FEATURE_ERRORS, monitorContext, OPERATE, scopeOf } from './monitor-access.ts'
import { draftOf } from './monitor-json.ts'
import { MonitorTest } from './monitor-schemas.ts'
import { UuidParams } from './schemas.ts'

const tags = ['Monitors']
const response = { 200: dataOf(Type.Object({ result: CheckResult })) }

export const monitorChecks: Resource = (api, deps) => {
  const context = monitorContext(deps)

  api.post(
    '/api/monitors/:id/check',
    {
      config: { access: OPERATE, errors: ['MONITOR_NOT_FOUND', 'SERVICE_UNAVAILABLE'] },
      schema: { tags, summary: 'Check a monitor now', params: UuidParams('id'), response },
    },
    async ({ params, project }) => {
      const monitor = await getMonitor(context.store.db, project.id, params.id)
      return ok({ result: toCheckResult(await checkNow(context, deps.runCheck, monitor)) })
    },
  )

  api.post(
    '/api/monitors/test',
    {
      config: { access: OPERATE, errors: ['VALIDATION_FAILED', ...FEATURE_ERRORS, 'SERVICE_UNAVAILABLE'] },
      schema: { tags, summary: 'Check a monitor that is not saved, and keep nothing', body: MonitorTest, response },
    },
    async (request) => {
      const checked = await testDraft(context, scopeOf(request), deps.runCheck, draftOf(request.body))
      return ok({ result: toCheckResult(checked) })
    },
  )
}
