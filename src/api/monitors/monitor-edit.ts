/** Bulk edit: changes settings of many monitors in one transaction. */
import Type, { type Static } from 'typebox'
import { BULK_OUTCOMES } from '../../core/monitors/bulk.ts'
import { editList, MAX_EDITED_MONITORS, REFUSAL_POLICIES } from '../../core/monitors/bulk-edit.ts'
import { MAX_TAGS, MAX_TARGETS, type Monitor } from '../../core/monitors/monitor.ts'
import type { MonitorChange } from '../../core/monitors/monitor-change.ts'
import { createInvalid } from '../../core/platform/errors.ts'
import { type BulkEdit, type EditResult, editMonitors } from '../../services/monitors/monitor-edit.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import { MAX_REPRESENTED_VALUES } from '../platform/http/body-limit.ts'
import { EDIT, type MonitorDeps, toMonitorContext, toMonitorScope } from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, IsoTime, Nullable, OneOf, Uuid } from '../platform/schemas.ts'
import { parseIso } from '../platform/times.ts'
import { toChange } from './monitor-json.ts'
import { MonitorEdit, settingsTranslator, Tags, TargetIds } from './monitor-schemas.ts'
import { buildUndo } from './monitor-undo.ts'

const Edit = Body({
  monitor_ids: Type.Array(Uuid, { minItems: 1, maxItems: MAX_EDITED_MONITORS }),
  set: Type.Optional(MonitorEdit),
  add_tags: Type.Optional(Tags),
  remove_tags: Type.Optional(Tags),
  add_notification_target_ids: Type.Optional(TargetIds),
  remove_notification_target_ids: Type.Optional(TargetIds),
  expected_updated_at: Type.Optional({
    ...IsoTime,
    description: 'From `undo`. Monitors that were changed at another time are refused with `CONFLICT`',
  }),
})
type Edit = Static<typeof Edit>

const BulkEditBody = Body({
  edits: Type.Array(Edit, { minItems: 1, maxItems: MAX_EDITED_MONITORS }),
  dry_run: Type.Optional(
    Type.Boolean({ description: 'Returns the result without changing a monitor. Default: false' }),
  ),
  on_refusal: Type.Optional(
    OneOf(REFUSAL_POLICIES, {
      description: '`skip` changes the monitors that are not refused; `abort` then changes none. Default: `skip`',
    }),
  ),
})

const AnyValue = Type.Unknown({ description: 'Absent if there is no value. Secrets are masked' })

const BulkEditResult = Type.Object(
  {
    operation: OneOf(['edit']),
    is_applied: Type.Boolean({ description: 'Whether monitors were changed' }),
    is_undoable: Type.Boolean({
      description: 'Whether a request can restore all previous values. Replaced secrets cannot be restored',
    }),
    total: Type.Integer(),
    succeeded: Type.Integer({ description: 'Monitors that change, or would change in a dry run' }),
    failed: Type.Integer(),
    skipped: Type.Integer({
      description: 'Monitors that have the values already, have another type, or stay because of `abort`',
    }),
    results: Type.Array(
      Type.Object(
        {
          monitor_id: Uuid,
          name: Nullable(Type.String({ description: 'Null if the monitor does not exist' })),
          outcome: OneOf(BULK_OUTCOMES),
          error: Type.Optional(
            Type.Object({ code: Type.String({ examples: ['INTERVAL_TOO_SHORT'] }), message: Type.String() }),
          ),
          changes: Type.Array(
            Type.Object(
              {
                field: Type.String({ examples: ['interval_seconds'] }),
                before: Type.Optional(AnyValue),
                after: Type.Optional(AnyValue),
              },
              { title: 'FieldChange' },
            ),
          ),
        },
        { title: 'BulkEditOutcome' },
      ),
    ),
    undo: Type.Optional(
      Type.Object(
        { edits: Type.Array(Edit) },
        { description: 'Body of a request that restores the previous values. Absent if no monitor was changed' },
      ),
    ),
  },
  { title: 'BulkEditResult' },
)

const DESCRIPTION = `Changes up to 1,000 monitors in one transaction. Each edit sets the same fields, or adds and removes tags and
notification targets, for its monitors. A monitor may be in only one edit. The rules are those of \`PUT /api/monitors/{id}\`.

Each monitor succeeds or fails separately, and the response has one result per monitor. The status is 200 even if some
fail. Settings of another type skip the monitor and state the reason. A dry run returns the same result and changes nothing.

Posting \`undo\` to the same address restores the previous values of monitors that were not changed since.`

export const registerMonitorEditRoute: Resource<MonitorDeps> = (api, deps) => {
  const context = toMonitorContext(deps)

  api.post(
    '/api/monitors/bulk-edit',
    {
      config: { access: EDIT, maxBodyValues: MAX_REPRESENTED_VALUES, compressed: true },
      schema: {
        tags: ['Monitors'],
        summary: 'Change settings of many monitors',
        description: DESCRIPTION,
        body: BulkEditBody,
        response: { 200: toDataSchema(BulkEditResult) },
      },
    },
    async (request) => {
      const { edits, dry_run: isDryRun = false, on_refusal: policy = 'skip' } = request.body
      const options = { policy, isDryRun }
      return toEnvelope(
        toBulkEditResult(await editMonitors(context, toMonitorScope(request), readEdits(edits), options)),
      )
    },
  )
}

/** @throws Problem VALIDATION_ERROR for an edit without a change, for too many monitors, or for a repeated monitor */
function readEdits(edits: readonly Edit[]): BulkEdit[] {
  const seen = new Set<string>()
  return edits.map((edit, index) => {
    const field = `edits.${index}`
    const { monitor_ids: all, expected_updated_at: updatedAt, ...change } = edit
    if (Object.keys(change).length === 0) throw createInvalid({ field, message: 'has no change' })
    const monitorIds = [...new Set(all)]
    const repeated = monitorIds.find((id) => seen.has(id))
    if (repeated) throw createInvalid({ field: `${field}.monitor_ids`, message: `repeats monitor ${repeated}` })
    for (const id of monitorIds) seen.add(id)
    if (seen.size > MAX_EDITED_MONITORS)
      throw createInvalid({
        field: `${field}.monitor_ids`,
        message: `exceeds ${MAX_EDITED_MONITORS} monitors in total`,
      })
    return toBulkEdit(edit, monitorIds, updatedAt === undefined ? null : parseIso(updatedAt))
  })
}

function toBulkEdit(edit: Edit, monitorIds: string[], updatedAt: number | null): BulkEdit {
  const { set = {} } = edit
  const tagEdit = { add: edit.add_tags ?? [], remove: edit.remove_tags ?? [] }
  const targetEdit = {
    add: edit.add_notification_target_ids ?? [],
    remove: edit.remove_notification_target_ids ?? [],
  }
  const editsTags = tagEdit.add.length + tagEdit.remove.length > 0
  const editsTargets = targetEdit.add.length + targetEdit.remove.length > 0
  return {
    monitorIds,
    updatedAt,
    needsTags: editsTags || set.tags !== undefined,
    findTypeProblem: (type) => {
      const issues = settingsTranslator.findForeignFields(type, set)
      return issues.length > 0 ? createInvalid(issues) : null
    },
    toChange: (before: Monitor, tags): MonitorChange => {
      const change = toChange(set, before)
      const targetIds = change.notificationTargetIds ?? before.notificationTargetIds
      return {
        ...change,
        ...(editsTags && { tags: limitList('tags', MAX_TAGS, editList(change.tags ?? tags, tagEdit)) }),
        ...(editsTargets && {
          notificationTargetIds: limitList('notification_target_ids', MAX_TARGETS, editList(targetIds, targetEdit)),
        }),
      }
    },
  }
}

/** @throws Problem VALIDATION_ERROR */
function limitList(field: string, limit: number, entries: string[]): string[] {
  if (entries.length <= limit) return entries
  throw createInvalid({ field, message: `would have ${entries.length} entries; at most ${limit} are allowed` })
}

function toBulkEditResult({ outcomes, isApplied, updates, at }: EditResult): Static<typeof BulkEditResult> {
  const { undo, isComplete } = buildUndo(updates, at)
  const count = (wanted: string) => outcomes.filter(({ outcome }) => outcome === wanted).length
  return {
    operation: 'edit',
    is_applied: isApplied,
    is_undoable: isComplete,
    total: outcomes.length,
    succeeded: count('succeeded'),
    failed: count('failed'),
    skipped: count('skipped'),
    results: outcomes.map(({ monitorId, ...rest }) => ({ monitor_id: monitorId, ...rest })),
    ...(isApplied && undo && { undo }),
  }
}
