/** Bulk edit: changes settings of many monitors in one transaction. */
import { isDeepStrictEqual } from 'node:util'
import Type, { type Static } from 'typebox'
import { BULK_OUTCOMES, editList, MAX_EDITED_MONITORS, REFUSAL_POLICIES } from '../../core/monitors/bulk.ts'
import { MAX_TAGS, MAX_TARGETS, type Monitor } from '../../core/monitors/monitor.ts'
import {
  type AppliedUpdate,
  applyChange,
  type MonitorChange,
  type MonitorConfig,
} from '../../core/monitors/monitor-change.ts'
import { createInvalid, Problem } from '../../core/platform/errors.ts'
import { toApiName } from '../../core/platform/fields/translate.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import { type BulkEdit, type EditResult, editMonitors } from '../../services/monitors/monitor-edit.ts'
import { EDIT, type MonitorDeps, toMonitorContext, toMonitorScope } from '../platform/access.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import { BODY_LIMIT, MAX_REPRESENTED_VALUES } from '../platform/http/body-limit.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, IsoTime, Nullable, OneOf, Uuid } from '../platform/schemas.ts'
import { parseIso, toIso } from '../platform/times.ts'
import { domain, ssl } from './expiry-settings.ts'
import { toChange } from './monitor-json.ts'
import { MonitorEdit, type MonitorUpdateBody, settingsTranslator, Tags, TargetIds } from './monitor-schemas.ts'

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
  const count = (kind: string) => outcomes.filter(({ outcome }) => outcome === kind).length
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

interface UndoEdit {
  monitor_ids: string[]
  expected_updated_at: string
  set: MonitorUpdateBody
}

interface Undo {
  /** Null when no change can be undone. */
  undo: { edits: UndoEdit[] } | null
  /** Whether the request restores every change. */
  isComplete: boolean
}

/**
 * Builds the request that undoes updates. Monitors with the same previous values share an edit. Changes that a request
 * cannot restore are left out, such as a secret header that was replaced.
 *
 * @param at `updatedAt` of the changed monitors
 */
function buildUndo(updates: readonly AppliedUpdate[], at: UnixMs): Undo {
  const restorable = updates.map((update) => ({ id: update.id, set: toRestoringSet(update) }))
  const byValues = Map.groupBy(
    restorable.filter(({ set }) => set !== null),
    ({ set }) => JSON.stringify(set),
  )
  const edits = [...byValues.values()].map((same) => ({
    monitor_ids: same.map(({ id }) => id),
    expected_updated_at: toIso(at),
    set: same[0]!.set!,
  }))
  if (edits.length === 0 || JSON.stringify({ edits }).length > BODY_LIMIT) return { undo: null, isComplete: false }
  return { undo: { edits }, isComplete: restorable.every(({ set }) => set !== null) }
}

/** Returns the previous values of the changed fields; null when a request cannot restore all of them. */
function toRestoringSet(update: AppliedUpdate): MonitorUpdateBody | null {
  const { before, after, tags } = update
  const config = { ...before, settings: completeSettings(before) }
  const set = { ...listPreviousValues(config, after), ...(tags && { tags: [...tags.before] }) } as MonitorUpdateBody
  return isDeepStrictEqual(restore(after, set), config) ? set : null
}

/** Adds the defaults of settings that an older version stored without them. */
const completeSettings = (config: MonitorConfig): MonitorConfig['settings'] =>
  settingsTranslator.read(config.type, {}, config.settings)

/** @returns null when the API refuses the values, for example a mask whose secret is gone */
function restore(after: MonitorConfig, set: MonitorUpdateBody): MonitorConfig | null {
  try {
    return applyChange(after, toChange(set, after))
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

/** Fields whose request names or values differ from the configuration. */
const SPECIAL_FIELDS: readonly (keyof MonitorConfig)[] = ['settings', 'regions', 'sslMonitoring', 'domainMonitoring']

function listPreviousValues(before: MonitorConfig, after: MonitorConfig): Record<string, unknown> {
  const isChanged = (key: keyof MonitorConfig) => !isDeepStrictEqual(before[key], after[key])
  const plain = (Object.keys(before) as (keyof MonitorConfig)[]).filter(
    // The settings of a heartbeat contain its interval
    (key) => !SPECIAL_FIELDS.includes(key) && !(key === 'intervalSeconds' && before.type === 'HEARTBEAT'),
  )
  return {
    ...Object.fromEntries(plain.filter(isChanged).map((key) => [toApiName(key), before[key]])),
    ...(isChanged('regions') && { monitoring_regions: before.regions }),
    ...(isChanged('sslMonitoring') && { ssl_monitoring: before.sslMonitoring && ssl.toApi(before.sslMonitoring) }),
    ...(isChanged('domainMonitoring') && {
      domain_monitoring: before.domainMonitoring && domain.toApi(before.domainMonitoring),
    }),
    ...listPreviousSettings(before, after),
  }
}

/** Returns the changed settings as config objects, such as `http_config`, with secrets masked. */
function listPreviousSettings(
  { type, settings: before }: Pick<Monitor, 'type' | 'settings'>,
  { settings: after }: Pick<Monitor, 'settings'>,
): Record<string, unknown> {
  const changed = new Set(
    Object.keys(before)
      .filter((key) => !isDeepStrictEqual(before[key], after[key]))
      .map(toApiName),
  )
  const sections = Object.entries(settingsTranslator.formValues(type, before)).map(([config, values]) => {
    const own = Object.entries(values as object).filter(([field]) => changed.has(field))
    return [config, Object.fromEntries(own)] as const
  })
  return Object.fromEntries(sections.filter(([, values]) => Object.keys(values).length > 0))
}
