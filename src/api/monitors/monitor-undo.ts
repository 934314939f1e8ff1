/** Undoes bulk edits: builds a request that restores the previous values. */
import { isDeepStrictEqual } from 'node:util'
import type { Monitor } from '../../core/monitors/monitor.ts'
import { type AppliedUpdate, applyChange, type MonitorConfig } from '../../core/monitors/monitor-change.ts'
import { Problem } from '../../core/platform/errors.ts'
import { toApiName } from '../../core/platform/fields/api-name.ts'
import { BODY_LIMIT } from '../platform/http/body-limit.ts'
import { toIso } from '../platform/times.ts'
import { domain, ssl } from './expiry-settings.ts'
import { toChange } from './monitor-json.ts'
import { type MonitorUpdateBody, settingsTranslator } from './monitor-schemas.ts'

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
 * @param at `updatedAt` of the changed monitors, Unix ms
 */
export function buildUndo(updates: readonly AppliedUpdate[], at: number): Undo {
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
