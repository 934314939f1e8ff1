/** Adds groups, notification targets and maintenance windows to the document. */

import { Value } from 'typebox/value'
import { getChannel } from '../channels/index.ts'
import { findPlanIssues } from '../core/maintenance/maintenance.ts'
import { MAX_OCCURRENCE_MINUTES, type Recurrence } from '../core/maintenance/occurrence.ts'
import { MAX_GROUP_LEVELS } from '../core/monitors/group.ts'
import type { ChannelName } from '../core/notifications/delivery.ts'
import { createEgressPolicy } from '../core/platform/egress.ts'
import { toPlainLines, truncateTo } from '../core/platform/text/plain-text.ts'
import { parseCron } from '../core/platform/time/cron.ts'
import { formatIsoTime, MINUTE_MS } from '../core/platform/time/time.ts'
import { describeSchemaError, type JsonSchema } from '../core/platform/validation/schema-words.ts'
import { type Conversion, type Fields, hasReference, hideReferences, type Item } from './conversion.ts'
import { shortenName } from './monitors.ts'
import { toText } from './values.ts'

const ANY_ADDRESS = createEgressPolicy({ mode: 'any' })
const MAX_DESCRIPTION = 500

/** Returns the field, or no field when the text is blank. */
export function toDescription(item: Item, text: string | null | undefined): Fields {
  const lines = toPlainLines(text ?? '')
  const description = truncateTo(MAX_DESCRIPTION, lines)
  if (description !== lines) item.note(`The description is shortened to ${MAX_DESCRIPTION} characters.`)
  return description === '' ? {} : { description }
}

/**
 * Adds a group.
 *
 * @param parent key of the group around it
 * @returns its key; the key of the group around it when it is nested too deeply
 */
export function addGroup(
  conversion: Conversion,
  item: Item,
  { parent = null, description }: { parent?: string | null; description?: string | null },
): string {
  if (parent !== null && getLevel(conversion, parent) >= MAX_GROUP_LEVELS) {
    item.drop(`Groups have at most ${MAX_GROUP_LEVELS} levels.`, 'Its monitors are in the group around it.')
    return parent
  }
  const name = shortenName(item, item.name)
  const place = parent === null ? {} : { parent_group: parent }
  const identity = JSON.stringify([parent, name])
  const known = conversion.findOwner('groups', identity)
  if (known) item.note('It is merged with another group of the same name.')
  const key = known ?? conversion.takeKey('groups', item.name)
  if (!known) conversion.add('groups', key, { name, ...toDescription(item, description), ...place })
  conversion.assign('groups', identity, key)
  item.keep(key)
  return key
}

function getLevel(conversion: Conversion, key: string): number {
  const parent = conversion.find('groups', key)?.parent_group
  return typeof parent === 'string' ? getLevel(conversion, parent) + 1 : 1
}

/** Returns the config of a webhook target with a service. Absent and empty settings are left out. */
export const toServiceConfig = (service: string, settings: Readonly<Record<string, unknown>>): Fields => ({
  service,
  ...Object.fromEntries(
    Object.entries(settings)
      .map(([field, value]) => [field, toText(value)?.trim()])
      .filter(([, value]) => value),
  ),
})

/** Advice for a service that this program does not have. */
export const SERVICE_ADVICE = 'Create a target of another service in the dashboard; Apprise API forwards to many.'

export interface TargetDraft {
  channel: ChannelName
  config: Fields
  isDefault?: boolean
  isEnabled?: boolean
}

/**
 * Adds a notification target, or reports why it is dropped.
 *
 * @returns its key; null when it is dropped
 */
export function addTarget(conversion: Conversion, item: Item, draft: TargetDraft): string | null {
  const { settings, secrets, refuse } = getChannel(draft)
  const plain = mapTexts(draft.config, (value) => hideReferences(value)) as Fields
  const isElsewhere = hasReference(JSON.stringify(draft.config))
  const [error] = Value.Errors(settings, plain)
  const refusal = error ? describeSchemaError(settings as JsonSchema, error) : refuse(plain, ANY_ADDRESS)?.message
  if (refusal !== undefined && !isElsewhere) {
    return item.drop(`Watchkeeper refuses the address: ${refusal}.`, 'Create the target in the dashboard.')
  }
  const key = conversion.takeKey('notification_targets', item.name)
  const config = Object.fromEntries(
    Object.entries(draft.config).map(([field, value]) => [
      field,
      // The URL of a webhook often contains a key
      secrets.includes(field) || field === 'url'
        ? mapTexts(value, (text) => (hasReference(text) ? text : conversion.protect([key, field], text)))
        : value,
    ]),
  )
  conversion.add('notification_targets', key, {
    name: shortenName(item, item.name),
    channel: draft.channel,
    config,
    ...(draft.isDefault && { is_default: true }),
    ...(draft.isEnabled === false && { is_enabled: false }),
  })
  item.keep(key)
  return key
}

/** Replaces every text in a value of a config. */
function mapTexts(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value)
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, replace))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapTexts(one, replace)]))
}

interface WindowDraft {
  description?: string | null
  monitors: readonly string[]
  groups?: readonly string[]
  /** Unix ms. Null: the next occurrence of the recurrence. */
  startsAt: number | null
  /** Minutes of one occurrence. */
  minutes: number
  recurrence: Recurrence | null
}

/** Maximum number of monitors, and of groups, in one window. */
const MAX_AFFECTED = 500

/** Adds a maintenance window, or reports why it is dropped. Many monitors become several windows. */
export function addWindow(conversion: Conversion, item: Item, draft: WindowDraft): void {
  const minutes = Math.min(draft.minutes, MAX_OCCURRENCE_MINUTES)
  if (draft.recurrence && minutes < draft.minutes) item.note('An occurrence lasts at most 7 days.')
  const length = draft.recurrence ? minutes : draft.minutes
  const recurrence = draft.recurrence && { ...draft.recurrence, durationMinutes: length }
  const startsAt = findStart(conversion, draft)
  const plan = { name: '', description: '', startsAt, endsAt: startsAt + length * MINUTE_MS, recurrence }
  const [issue] = Number.isFinite(startsAt) ? findPlanIssues(plan) : [{ field: 'starts_at', message: 'is missing' }]
  if (issue) {
    item.drop(`Watchkeeper refuses the window: ${issue.field} ${issue.message}.`)
    return
  }
  const parts = splitAffected(draft)
  if (parts.length === 0) {
    item.drop('None of its monitors is imported, and a window without monitors has no effect.')
    return
  }
  if (parts.length > 1) item.note(`A window has at most ${MAX_AFFECTED} monitors: it becomes ${parts.length} windows.`)
  const description = toDescription(item, draft.description)
  const times = {
    starts_at: formatIsoTime(plan.startsAt),
    ends_at: formatIsoTime(plan.endsAt),
    ...(recurrence && { recurrence: toRecurrenceFields(recurrence) }),
  }
  const keys = parts.map((affected, index) => {
    const suffix = parts.length > 1 ? ` (${index + 1} of ${parts.length})` : ''
    const key = conversion.takeKey('maintenance_windows', item.name + suffix)
    const name = shortenName(item, item.name, suffix)
    conversion.add('maintenance_windows', key, { name, ...description, ...affected, ...times })
    return key
  })
  item.keep(keys[0]!)
}

/** Returns the monitors and groups of each window. */
function splitAffected({ monitors, groups = [] }: WindowDraft): Fields[] {
  const count = Math.ceil(Math.max(monitors.length, groups.length) / MAX_AFFECTED)
  return Array.from({ length: count }, (_, index) => {
    const [from, to] = [index * MAX_AFFECTED, (index + 1) * MAX_AFFECTED]
    const own = groups.slice(from, to)
    return { monitors: monitors.slice(from, to), ...(own.length > 0 && { groups: own }) }
  })
}

/** @returns Unix ms; NaN when there is none */
function findStart({ now }: Conversion, { startsAt, recurrence }: WindowDraft): number {
  if (!recurrence) return startsAt ?? Number.NaN
  try {
    return parseCron(recurrence.cron, recurrence.timezone).nextRun(Math.max(now, startsAt ?? 0))
  } catch {
    // The issues of the plan include the invalid part
    return startsAt ?? now
  }
}

const toRecurrenceFields = ({ cron, durationMinutes, timezone, until }: Recurrence): Fields => ({
  cron,
  duration_minutes: durationMinutes,
  timezone,
  until: until === null ? null : formatIsoTime(until),
})
