/** Checks run on request. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { TimedPhase, TimedPhaseListener } from '../../core/results/trace-step.ts'
import { type CheckNowResult, checkNow, testDraft } from '../../services/monitors/check-now.ts'
import { getMonitor } from '../../services/monitors/monitors.ts'
import { formatPlainEventBlock } from '../live/live-event-text.ts'
import { toDraft } from '../monitors/monitor-json.ts'
import { MonitorTest } from '../monitors/monitor-schemas.ts'
import {
  EDIT,
  FEATURE_ERRORS,
  type MonitorDeps,
  OPERATE,
  toMonitorContext,
  toMonitorScope,
} from '../platform/access.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import { toFailure } from '../platform/errors.ts'
import { STREAM_HEADERS } from '../platform/http/headers.ts'
import type { Resource, ResourceDeps } from '../platform/resource.ts'
import { UuidParams } from '../platform/schemas.ts'
import { FullCheckResult, toFullCheckResult } from '../results/check-result.ts'

const EVENT_STREAM = 'text/event-stream'

const STREAM_DESCRIPTION = `With \`Accept: text/event-stream\` the response is a stream of events:

| Event | Data |
| - | - |
| \`phase\` | \`{ phase, subject?, number?, count?, is_over?, error?, at_ms }\`: a phase begins. Phases are \`wait\`, \`resolve\`, \`connect\`, \`tls\`, \`greeting\`, \`request\`, \`read\`, \`query\`, \`ping\` and \`verify\`. A phase of another kind ends the earlier ones. |
| \`result\` | The response without the stream. |
| \`error\` | The failure envelope. |

\`wait\` waits for a probe of the region in \`subject\`. \`at_ms\` counts from the start of the check. A \`query\` or a \`ping\`
has a \`number\`, and its end is a second event with \`is_over\`. \`verify\` means that the probe verifies its own connection
before it reports a failure. Only a probe in the same process as the server reports phases after \`wait\`. The stream ends
after \`result\` or \`error\`. A refusal before the check starts has its usual status. The check continues when the client
disconnects. The stream ends at once when its credential is revoked.`

const EventText = Type.String({
  examples: [
    'event: phase\ndata: {"phase":"connect","subject":"192.0.2.7:443","at_ms":12.4}\n\nevent: result\ndata: {"success":true,"data":{"result":{…}}}\n\n',
  ],
})

/** The content of a response that may be a stream. */
const toStreamableContent = (schema: Type.TSchema) => ({
  'application/json': { schema },
  [EVENT_STREAM]: { schema: EventText },
})

const isStreamWanted = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  (headers.accept ?? '').split(',').some((type) => type.split(';', 1)[0]!.trim().toLowerCase() === EVENT_STREAM)

/** @returns the whole response to a check that ended */
type RunWatched = (onPhase: TimedPhaseListener) => Promise<object>

/**
 * Replies with the events of a check. The check continues when the client disconnects.
 *
 * @throws Problem before the first phase, so that the refusal has its usual status
 */
async function sendCheckEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  { toProblem, watchAccess }: Pick<ResourceDeps, 'toProblem' | 'watchAccess'>,
  run: RunWatched,
): Promise<FastifyReply> {
  // Without a queue limit: a check has a few dozen phases
  const stream = new Readable({ read() {} })
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  /** Events that wait for a check of the credential; null while none is running. */
  let held: string[] | null = null
  const send = (type: string, json: string) => {
    const block = formatPlainEventBlock(type, json)
    if (held) held.push(block)
    else if (!stream.destroyed) stream.push(block)
  }
  let isOver = false
  const endWhenSent = () => {
    if (isOver && !held && !stream.destroyed) stream.push(null)
  }
  const watch = watchAccess(request, {
    pause: () => {
      held ??= []
    },
    resume: () => {
      for (const block of held ?? []) stream.push(block)
      held = null
      endWhenSent()
    },
    end: () => stream.destroy(),
  })
  stream.once('close', watch.stop)
  const check = run((phase) => {
    send('phase', JSON.stringify(toPhaseJson(phase)))
    begin()
  })
  await Promise.race([begun, check])
  void check
    .then(
      (answer) =>
        send('result', reply.serializeInput(answer as Record<string, unknown>, '200', 'application/json') as string),
      (error: Error) => send('error', JSON.stringify(toFailure(toProblem(error, request)))),
    )
    .finally(() => {
      isOver = true
      endWhenSent()
    })
  reply.raw.once('close', () => stream.destroy())
  return reply.headers(STREAM_HEADERS).send(stream)
}

const toPhaseJson = ({ kind, subject, number, count, error, atMs }: TimedPhase) => ({
  phase: kind,
  ...(subject !== null && { subject }),
  ...(number !== undefined && { number, count }),
  ...(error !== undefined && { is_over: true, ...(error !== null && { error }) }),
  at_ms: Math.round(atMs * 100) / 100,
})

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
        testDraft(context, toMonitorScope(request), toDraft(request.body), { run: deps.runCheck, onPhase }),
      ),
  )
}
