/** Checks run on request. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { TimedPhaseListener } from '../../core/results/check-phase.ts'
import { type CheckNowResult, checkNow, testDraft } from '../../services/monitors/check-now.ts'
import { getMonitor } from '../../services/monitors/monitors.ts'
import { toDraft } from '../monitors/monitor-json.ts'
import { MonitorTest } from '../monitors/monitor-schemas.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import {
  EDIT,
  FEATURE_ERRORS,
  type MonitorDeps,
  OPERATE,
  toMonitorContext,
  toMonitorScope,
} from '../platform/monitor-access.ts'
import type { Resource, ResourceDeps } from '../platform/resource.ts'
import { UuidParams } from '../platform/schemas.ts'
import { FullCheckResult, toFullCheckResult } from '../results/response-json.ts'
import { isStreamWanted, STREAM_DESCRIPTION, sendCheckEvents, toStreamableContent } from './check-stream.ts'

type CheckDeps = MonitorDeps & Pick<ResourceDeps, 'toProblem' | 'watchAccess'>

const tags = ['Monitors']
const response = {
  200: {
    description: 'Result of the check',
    content: toStreamableContent(toDataSchema(Type.Object({ result: FullCheckResult }))),
  },
}

const toCheckJson = ({ response, ...result }: CheckNowResult) =>
  toFullCheckResult(result, response ? { response, seenAt: Math.round(result.startedAt) } : null)

export const registerMonitorCheckRoutes: Resource<CheckDeps> = (api, deps) => {
  const context = toMonitorContext(deps)

  async function reply(
    request: FastifyRequest,
    response: FastifyReply,
    run: (onPhase?: TimedPhaseListener) => Promise<CheckNowResult>,
  ): Promise<FastifyReply> {
    const runAndFormat = async (onPhase?: TimedPhaseListener) => toEnvelope({ result: toCheckJson(await run(onPhase)) })
    if (isStreamWanted(request)) return sendCheckEvents(request, response, deps, runAndFormat)
    return response.type('application/json; charset=utf-8').send(await runAndFormat())
  }

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
          `paused or disabled monitor is not stored.\n\n${STREAM_DESCRIPTION}`,
        params: UuidParams('id'),
        response,
      },
    },
    async (request, response) => {
      const monitor = await getMonitor(context.store.db, request.project.id, request.params.id)
      return reply(request, response, (onPhase) => checkNow(context, deps.runCheck, monitor, onPhase))
    },
  )

  api.post(
    '/api/monitors/test',
    {
      config: {
        // The check sends secret variables to the target of the body
        access: EDIT,
        weight: 'waiting',
        errors: ['VALIDATION_FAILED', 'MONITOR_NOT_FOUND', ...FEATURE_ERRORS, 'SERVICE_UNAVAILABLE'],
      },
      schema: {
        tags,
        summary: 'Test an unsaved monitor without storing the result',
        description:
          'Takes the body of `POST /api/monitors` and applies the same rules; `name` is optional. Returns when the ' +
          `check has ended.\n\n${STREAM_DESCRIPTION}`,
        body: MonitorTest,
        response,
      },
    },
    (request, response) =>
      reply(request, response, (onPhase) =>
        testDraft(context, toMonitorScope(request), deps.runCheck, toDraft(request.body), onPhase),
      ),
  )
}
