/** One operation on a list of monitors. */
import Type, { type Static } from 'typebox'
import type { Actor } from '../../core/accounts/access.ts'
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
import { createInvalid, type Problem } from '../../core/platform/errors.ts'
import { endSilences, silenceMonitors } from '../../services/incidents/silences.ts'
import { changeMonitors } from '../../services/monitors/monitor-bulk.ts'
import { restoreMonitors } from '../../services/monitors/monitor-restore.ts'
import type { Context } from '../../services/platform/context.ts'
import type { MonitorScope } from '../../services/platform/scope.ts'
import { requirePermission } from '../platform/access.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import { EDIT, type MonitorDeps, OPERATE, toMonitorContext, toMonitorScope } from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, Nullable, OneOf, Uuid } from '../platform/schemas.ts'
import { toPauseEnd } from './monitor-json.ts'
import { SilenceFields, toSilenceTerms } from './silence-json.ts'

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
          monitor_id: Uuid,
          name: Nullable(Type.String({ description: 'Null if the monitor does not exist' })),
          outcome: OneOf(BULK_OUTCOMES),
          error: Type.Optional(
            Type.Object({ code: Type.String({ examples: ['MONITOR_LIMIT_REACHED'] }), message: Type.String() }),
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

const Batch = Body({
  action: OneOf([...BULK_OPERATIONS, ...SILENCE_OPERATIONS]),
  monitor_ids: Type.Array(Uuid, { minItems: 1, maxItems: 100 }),
  group_id: Type.Optional(Nullable(Uuid)),
  until: Type.Optional({ ...SilenceFields.until, description: 'End of the pause or of the silence' }),
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
      config: { access: OPERATE },
      preValidation: async (request) => requireActionPermission(request),
      schema: {
        tags: ['Monitors'],
        summary: 'Pause, resume, delete, move or silence many monitors',
        description:
          'Each monitor succeeds or fails separately, and the response has one result per monitor. The status is 200 ' +
          'even if some fail. `move` requires `group_id`: a group, or null for no group. `pause` accepts `until`. ' +
          '`silence` requires `until` and ' +
          'accepts `note`; `silence` and `unsilence` only require `can_manage_incidents`.',
        body: Batch,
        response: { 200: toDataSchema(BulkResultSchema) },
      },
    },
    async (request) => {
      requireActionPermission(request) // the role may have changed while the body arrived
      const { body } = request
      const scope = toMonitorScope(request)
      const ids = [...new Set(body.monitor_ids)]
      const result = isSilenceAction(body.action)
        ? await changeSilences(context, scope, body.action, body, ids)
        : await changeMonitors(context, scope, toBulkRequest(body, body.action), ids)
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

/** @throws Problem VALIDATION_ERROR */
async function changeSilences(
  context: Context,
  scope: MonitorScope,
  action: SilenceAction,
  { until, note, group_id: groupId }: BatchBody,
  ids: readonly string[],
): Promise<BulkResult> {
  if (groupId) throw createUnsupported('group_id', action)
  const { found, changed } =
    action === 'silence'
      ? await silenceMonitors(context, scope, ids, toSilenceTerms({ until: requireUntil(until), note }))
      : await endSilences(context, scope, ids)
  return summarizeBulk(action, toSilenceOutcomes(ids, found, changed))
}

function requireUntil(until: string | null | undefined): string {
  if (!until) throw createInvalid({ field: 'until', message: 'is required: the end of the silence' })
  return until
}

const createUnsupported = (field: string, action: BatchBody['action']): Problem =>
  createInvalid({ field, message: `is not supported for ${action}` })

/** @throws Problem VALIDATION_ERROR */
function toBulkRequest({ group_id: groupId, until }: BatchBody, action: BulkAction): BulkRequest {
  if (action !== 'move' && groupId) throw createUnsupported('group_id', action)
  if (action !== 'pause' && until !== undefined) throw createUnsupported('until', action)
  switch (action) {
    case 'pause':
      return { operation: 'pause', from: ['active', 'paused', 'disabled'], until: toPauseEnd(until) }
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
