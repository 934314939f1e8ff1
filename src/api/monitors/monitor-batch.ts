/** One operation on a list of monitors. */
import type { FastifySchema } from 'fastify'
import Type, { type Static } from 'typebox'
import type { Actor } from '../../core/accounts/access.ts'
import type { SilenceTerms } from '../../core/incidents/silence.ts'
import {
  BULK_OPERATIONS,
  BULK_OUTCOMES,
  type BulkRequest,
  type BulkResult,
  RESULT_OPERATIONS,
  SILENCE_OPERATIONS,
  summarizeBulk,
  toSilenceOutcomes,
} from '../../core/monitors/bulk.ts'
import type { MonitorDraft } from '../../core/monitors/monitor-change.ts'
import { createInvalid, Problem } from '../../core/platform/errors.ts'
import { YEAR_DAYS } from '../../core/platform/time/time.ts'
import { endSilences, silenceMonitors } from '../../services/incidents/silences.ts'
import { changeMonitors } from '../../services/monitors/monitor-bulk.ts'
import type { MonitorContext } from '../../services/monitors/monitor-context.ts'
import { createMonitors } from '../../services/monitors/monitor-creation.ts'
import { restoreMonitors } from '../../services/monitors/monitor-restore.ts'
import type { Context, MonitorScope } from '../../services/platform/context.ts'
import {
  EDIT,
  type MonitorDeps,
  OPERATE,
  requirePermission,
  toMonitorContext,
  toMonitorScope,
} from '../platform/access.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, Nullable, OneOf, Uuid } from '../platform/schemas.ts'
import { parseEndTime, toEndFields } from '../platform/times.ts'
import { createValidator } from '../platform/validation/validation.ts'
import { toDraft } from './monitor-json.ts'
import { MonitorCreate, type MonitorCreateBody } from './monitor-schemas.ts'
import { SilenceFields, toSilenceTerms } from './monitor-state-json.ts'

/** Outcome for each monitor, in the same shape for all bulk operations. */
export const BulkResultSchema = Type.Object(
  {
    operation: OneOf(RESULT_OPERATIONS),
    group_id: Type.Optional(Uuid),
    total: Type.Integer(),
    succeeded: Type.Integer(),
    failed: Type.Integer(),
    skipped: Type.Integer({ description: 'Monitors that were already in the requested state' }),
    results: Type.Array(
      Type.Object(
        {
          monitor_id: Nullable({ ...Uuid, description: 'Null if the monitor was not created' }),
          name: Nullable(Type.String({ description: 'Null if the monitor does not exist' })),
          outcome: OneOf(BULK_OUTCOMES),
          error: Type.Optional(
            Type.Object({
              code: Type.String({ examples: ['MONITOR_LIMIT_REACHED'] }),
              message: Type.String(),
              details: Type.Optional(
                Type.Record(Type.String(), Type.Any(), { description: 'As in the error of a request for one monitor' }),
              ),
            }),
          ),
        },
        { title: 'BulkOutcome' },
      ),
    ),
  },
  { title: 'BulkResult' },
)

export const toBulkResult = ({ groupId, results, ...counts }: BulkResult): Static<typeof BulkResultSchema> => ({
  ...counts,
  ...(groupId !== undefined && { group_id: groupId }),
  results: results.map(({ monitorId, ...rest }) => ({ monitor_id: monitorId, ...rest })),
})

/** Maximum number of monitors that one request creates. */
const MAX_CREATED = 10_000

/** Room for 10,000 monitors with 1,600 bytes each. */
const BATCH_BODY_LIMIT = 16 * 1024 * 1024

/** Room for 10,000 monitors with 40 fields each. */
const BATCH_VALUES = 400_000

const Batch = Body({
  action: OneOf([...BULK_OPERATIONS, ...SILENCE_OPERATIONS, 'create']),
  monitor_ids: Type.Optional(
    Type.Array(Uuid, { minItems: 1, maxItems: 100, description: 'Required for all actions except `create`' }),
  ),
  monitors: Type.Optional(
    Type.Array(Type.Record(Type.String(), Type.Any()), {
      minItems: 1,
      maxItems: MAX_CREATED,
      description: 'The new monitors, each like the body of `POST /api/monitors`. Only for `create`',
    }),
  ),
  atomic: Type.Optional(
    Type.Boolean({
      description: 'True creates all monitors or none. False, the default, creates the valid ones. Only for `create`',
    }),
  ),
  group_id: Type.Optional(Nullable(Uuid)),
  ...toEndFields('pause or silence', YEAR_DAYS, 'A silence requires one of both'),
  note: SilenceFields.note,
})

type BatchBody = Static<typeof Batch>
type BulkAction = (typeof BULK_OPERATIONS)[number]
type SilenceAction = (typeof SILENCE_OPERATIONS)[number]

const isSilenceAction = (action: unknown): action is SilenceAction =>
  SILENCE_OPERATIONS.some((operation) => operation === action)

/**
 * Requires the permission of the action: responders may silence, and only editors may change monitors.
 *
 * @throws Problem INSUFFICIENT_PERMISSIONS
 */
function requireActionPermission({ actor, body }: { actor: Actor; body: unknown }): void {
  const action = body instanceof Object && 'action' in body ? body.action : null
  if (!isSilenceAction(action)) requirePermission(actor, 'can_edit_monitors')
}

export const registerMonitorBatchRoutes: Resource<MonitorDeps> = (api, deps) => {
  const context = toMonitorContext(deps)

  api.post(
    '/api/monitors/batch',
    {
      config: { access: OPERATE, maxBodyValues: BATCH_VALUES },
      bodyLimit: BATCH_BODY_LIMIT,
      preValidation: async (request) => requireActionPermission(request),
      schema: {
        tags: ['Monitors'],
        summary: 'Create, pause, resume, delete, move or silence many monitors',
        description:
          'Each monitor succeeds or fails separately, and the response has one result per monitor. The status is 200 ' +
          'even if some fail. `move` requires `group_id`: a group, or null for no group. `pause` accepts `minutes` or `until`. ' +
          '`silence` requires `minutes` or `until`, and accepts `note`; `silence` and `unsilence` only require `can_manage_incidents`. `create` requires `monitors`; ' +
          'its results are in the order of the request. With `atomic`, one invalid monitor prevents the creation of all ' +
          'others, which are `skipped`.',
        body: Batch,
        response: { 200: toDataSchema(BulkResultSchema) },
      },
    },
    async (request) => {
      requireActionPermission(request) // the role may have changed while the body arrived
      const { body } = request
      const scope = toMonitorScope(request)
      if (body.action === 'create') return toEnvelope(toBulkResult(await createFrom(context, scope, body)))
      const ids = [...new Set(requireIds(body))]
      const result = isSilenceAction(body.action)
        ? await changeSilences(context, scope, parseSilence(body, body.action, context.now()), ids)
        : await changeMonitors(context, scope, toBulkRequest(body, body.action, context.now()), ids)
      return toEnvelope(toBulkResult(result))
    },
  )

  api.post(
    '/api/monitors/restore',
    {
      config: { access: EDIT },
      schema: {
        tags: ['Monitors'],
        summary: 'Restore deleted monitors',
        description:
          'Restores monitors within 30 days after their deletion, with settings, history, tags, notification targets, ' +
          'group, dependencies and status pages. The certificate history and the stored responses of failed checks are ' +
          'lost, and resolved incidents stay resolved. Beyond the limit of active monitors, a monitor is restored as ' +
          'paused, and its result has `error` with `MONITOR_LIMIT_REACHED`.',
        body: Body({ monitor_ids: Type.Array(Uuid, { minItems: 1, maxItems: 1_000 }) }),
        response: { 200: toDataSchema(BulkResultSchema) },
      },
    },
    async (request) =>
      toEnvelope(
        toBulkResult(await restoreMonitors(context, toMonitorScope(request), [...new Set(request.body.monitor_ids)])),
      ),
  )
}

/** Validates one new monitor like the body of a request that creates only this monitor. */
const validateMonitor = createValidator({
  schema: MonitorCreate as FastifySchema,
  method: 'POST',
  url: '',
  httpPart: 'body',
})

/** @throws Problem VALIDATION_ERROR when the request itself is invalid */
async function createFrom(context: MonitorContext, scope: MonitorScope, body: BatchBody): Promise<BulkResult> {
  for (const field of ['monitor_ids', 'group_id', 'minutes', 'until', 'note'] as const)
    if (body[field] !== undefined) throw createUnsupported(field, body.action)
  if (!body.monitors) throw createInvalid({ field: 'monitors', message: 'is required: the monitors to create' })
  const drafts = body.monitors.map(toDraftOrProblem)
  return summarizeBulk(
    'create',
    await createMonitors(context, scope, drafts, { isAtomic: body.atomic ?? false, usesDefaults: true }),
  )
}

function toDraftOrProblem(monitor: unknown): MonitorDraft | Problem {
  const checked = validateMonitor(monitor) as { value: MonitorCreateBody } | { error: Problem }
  if ('error' in checked) return checked.error
  try {
    return toDraft(checked.value)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

/** @throws Problem VALIDATION_ERROR */
function requireIds({ action, monitor_ids: ids, monitors, atomic }: BatchBody): string[] {
  if (monitors !== undefined) throw createUnsupported('monitors', action)
  if (atomic !== undefined) throw createUnsupported('atomic', action)
  if (!ids) throw createInvalid({ field: 'monitor_ids', message: 'is required' })
  return ids
}

/**
 * @returns null when silences end
 * @throws Problem VALIDATION_ERROR
 */
function parseSilence(body: BatchBody, action: SilenceAction, now: number): SilenceTerms | null {
  const { minutes, until, note, group_id: groupId } = body
  if (groupId) throw createUnsupported('group_id', action)
  return action === 'silence' ? toSilenceTerms({ minutes, until, note }, now) : null
}

async function changeSilences(
  context: Context,
  scope: MonitorScope,
  terms: SilenceTerms | null,
  ids: readonly string[],
): Promise<BulkResult> {
  const { found, changed } = terms
    ? await silenceMonitors(context, scope, ids, terms)
    : await endSilences(context, scope, ids)
  return summarizeBulk(terms ? 'silence' : 'unsilence', toSilenceOutcomes(ids, found, changed))
}

const createUnsupported = (field: string, action: BatchBody['action']): Problem =>
  createInvalid({ field, message: `is not supported for ${action}` })

/** @throws Problem VALIDATION_ERROR */
function toBulkRequest({ group_id: groupId, ...end }: BatchBody, action: BulkAction, now: number): BulkRequest {
  if (action !== 'move' && groupId) throw createUnsupported('group_id', action)
  for (const field of ['minutes', 'until'] as const)
    if (action !== 'pause' && end[field] !== undefined) throw createUnsupported(field, action)
  switch (action) {
    case 'pause':
      return { operation: 'pause', from: ['active', 'paused', 'disabled'], until: parseEndTime(end, now) }
    case 'resume':
      return { operation: 'resume', from: ['paused', 'disabled'] }
    case 'delete':
      return { operation: 'delete' }
    case 'move':
      if (groupId === undefined)
        throw createInvalid({ field: 'group_id', message: 'is required: a group, or null for no group' })
      return { operation: 'move', groupId }
  }
}
