/** Writes the resources of a project as a configuration document. Values that equal the defaults are left out. */

import { getChannel } from '../../channels/index.ts'
import type { MaintenanceWindow } from '../../core/maintenance/maintenance.ts'
import type { MonitorDefaults } from '../../core/monitors/monitor-defaults.ts'
import type { Variable } from '../../core/monitors/variable.ts'
import type { TargetInUse } from '../../core/notifications/delivery.ts'
import { DEFAULT_REPEAT_AFTER_MINUTES, type EscalationPolicy } from '../../core/notifications/escalation-policy.ts'
import { type QuietHours, toQuietHoursFields } from '../../core/notifications/quiet-hours.ts'
import { type OnCallSchedule, toLayerFields } from '../../core/on-call/schedule.ts'
import { isSecretHeader, MASK } from '../../core/platform/secret-headers.ts'
import { SlugList } from '../../core/platform/slug.ts'
import { COLLECTIONS, type Collection } from '../../core/provisioning/document.ts'
import { escapePlaceholders, replaceTexts, toPlaceholderName } from '../../core/provisioning/placeholders.ts'
import { DEFAULT_ACCENT_COLOR, type Section, type StatusPage } from '../../core/status-pages/status-page.ts'
import { toPolicyFields } from '../../services/notifications/escalation-policies.ts'
import { maskConfig } from '../../services/notifications/target-config.ts'
import { toKeyedPolicy, toPolicyKey } from '../../services/provisioning/escalation-policies.ts'
import type { DescribedGroup } from '../../services/provisioning/groups.ts'
import type { Keys } from '../../services/provisioning/kind.ts'
import { toKeys } from '../../services/provisioning/kind.ts'
import { toKeyedDefaults } from '../../services/provisioning/monitor-defaults.ts'
import { toKeyedSchedule } from '../../services/provisioning/on-call-schedules.ts'
import type { ProjectState } from '../../services/provisioning/project-state.ts'
import { showMonitorDefaults } from '../monitors/monitor-json.ts'
import { toIso } from '../platform/times.ts'
import { type Fields, omitDefaults, renameReferences } from './write-fields.ts'
import { writeMonitor } from './write-monitor.ts'

type ConfigurationJson = Partial<Record<Collection, Record<string, Fields>>>

/** A secret that the document contains as a placeholder. */
interface WrittenSecret {
  /** Name of the placeholder. */
  name: string
  /** Path of the value in the document. */
  field: string
}

const writeTarget = (target: TargetInUse, keys: Keys): Fields =>
  omitDefaults(
    {
      name: target.name,
      channel: target.channel,
      config: writeConfig(target),
      is_default: target.isDefault,
      is_enabled: target.isEnabled,
      fallback_target: target.fallbackTargetId && keys.notification_targets.get(target.fallbackTargetId),
      events: target.events,
      quiet_hours: target.quietHours && writeQuietHours(target.quietHours),
    },
    { is_default: false, is_enabled: true },
  )

/** Leaves out the weekdays of daily hours. */
function writeQuietHours(quietHours: QuietHours): Fields {
  const { restrictions, ...rest } = toQuietHoursFields(quietHours)
  return { ...rest, restrictions: restrictions.map((restriction) => omitDefaults(restriction, {})) }
}

/** Leaves out a secret that the service generates for a new target. */
function writeConfig(target: TargetInUse): Fields {
  const generated = getChannel(target).generatedSecret?.field
  return Object.fromEntries(Object.entries(maskConfig(target)).filter(([field]) => field !== generated))
}

function writeSchedule(schedule: OnCallSchedule, keys: Keys): Fields {
  const { name, description, timezone, layers } = toKeyedSchedule(schedule, keys)
  return omitDefaults(
    { name, description, timezone, layers: layers.map((layer) => writeLayer(toLayerFields(layer))) },
    { description: '' },
  )
}

const writeLayer = ({ restrictions, ...layer }: ReturnType<typeof toLayerFields>): Fields =>
  omitDefaults(
    renameReferences({ ...layer, restrictions: restrictions.map((restriction) => omitDefaults(restriction, {})) }),
    { shift_length: 1, restrictions: [] },
  )

function writePolicy(policy: EscalationPolicy, keys: Keys): Fields {
  const { steps, ...fields } = toPolicyFields(toKeyedPolicy(policy, keys))
  return omitDefaults(
    { ...fields, steps: steps.map((step) => omitDefaults(renameReferences(step), { targets: [], schedules: [] })) },
    { repeat_count: 0, repeat_after_minutes: DEFAULT_REPEAT_AFTER_MINUTES },
  )
}

const writeVariable = ({ name, value, isSecret, description }: Variable): Fields =>
  omitDefaults(
    { name, value: isSecret ? MASK : value, is_secret: isSecret, description },
    { is_secret: false, description: '' },
  )

/** Returns undefined without defaults. */
function writeMonitorDefaults(defaults: MonitorDefaults, keys: Keys): Fields | undefined {
  const fields = renameReferences(showMonitorDefaults(toKeyedDefaults(defaults, keys)))
  return Object.keys(fields).length === 0 ? undefined : fields
}

const writeGroup = (group: DescribedGroup, keys: Keys): Fields =>
  omitDefaults(
    {
      name: group.name,
      description: group.description,
      parent_group: group.parentId && keys.groups.get(group.parentId),
      escalation_policy: toPolicyKey(group.escalationPolicyId, keys),
      monitor_defaults: writeMonitorDefaults(group.monitorDefaults, keys),
    },
    { description: '' },
  )

const writeWindow = (window: MaintenanceWindow, keys: Keys): Fields =>
  omitDefaults(
    {
      name: window.name,
      description: window.description,
      monitors: toKeys(keys, 'monitors', window.monitorIds),
      groups: toKeys(keys, 'groups', window.groupIds),
      starts_at: toIso(window.startsAt),
      ends_at: toIso(window.endsAt),
      recurrence: window.recurrence && {
        cron: window.recurrence.cron,
        duration_minutes: window.recurrence.durationMinutes,
        timezone: window.recurrence.timezone,
        ...(window.recurrence.until !== null && { until: toIso(window.recurrence.until) }),
      },
    },
    { description: '', monitors: [], groups: [] },
  )

const writePage = (page: StatusPage, keys: Keys): Fields =>
  omitDefaults(
    {
      name: page.name,
      slug: page.slug,
      description: page.description,
      logo_url: page.logoUrl,
      theme: page.theme,
      accent_color: page.accentColor,
      custom_domain: page.customDomain,
      is_published: page.isPublished,
      password: page.passwordHash && MASK,
      show_uptime_days: page.showUptimeDays,
      is_indexed: page.isIndexed,
      allows_subscribers: page.allowsSubscribers,
      contact_url: page.contactUrl,
      sections: page.sections.map((section) => writeSection(section, keys)),
    },
    {
      description: '',
      theme: 'auto',
      accent_color: DEFAULT_ACCENT_COLOR,
      is_published: false,
      show_uptime_days: 90,
      is_indexed: true,
      allows_subscribers: true,
      sections: [],
    },
  )

const writeSection = ({ name, components }: Section, keys: Keys): Fields => ({
  name,
  components: components.flatMap(({ monitorId, displayName, description }) => {
    const monitor = keys.monitors.get(monitorId)
    return monitor ? [omitDefaults({ monitor, display_name: displayName, description }, { description: '' })] : []
  }),
})

// biome-ignore lint/suspicious/noExplicitAny: each collection has resources of its own type
const WRITERS: Record<Collection, (resource: any, keys: Keys) => Fields> = {
  variables: writeVariable,
  notification_targets: writeTarget,
  on_call_schedules: writeSchedule,
  escalation_policies: writePolicy,
  groups: writeGroup,
  monitors: writeMonitor,
  maintenance_windows: writeWindow,
  status_pages: writePage,
}

/** Writes the project. The collections and the keys are sorted, so equal projects give equal documents. */
export function writeDocument({ project, resources, keys }: ProjectState): {
  document: ConfigurationJson
  secrets: WrittenSecret[]
} {
  const source = findOnlySource(resources)
  const document: ConfigurationJson = omitDefaults(
    {
      version: 1,
      source,
      escalation_policy: toPolicyKey(project.escalationPolicyId, keys),
      monitor_defaults: writeMonitorDefaults(project.monitorDefaults, keys),
    },
    {},
  )
  for (const collection of COLLECTIONS) {
    const entries = resources[collection]
      .filter((resource) => !('cancelledAt' in resource && resource.cancelledAt !== null))
      .map((resource) => [keys[collection].get(resource.id)!, WRITERS[collection](resource, keys)] as const)
    if (entries.length > 0) document[collection] = Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }
  return insertPlaceholders(document)
}

/** Returns the source that manages resources of the project, if there is exactly one. */
function findOnlySource(resources: ProjectState['resources']): string | null {
  const origins = COLLECTIONS.flatMap((collection) => resources[collection].flatMap(({ origin }) => origin ?? []))
  const sources = new Set(origins.map(({ source }) => source))
  return sources.size === 1 ? [...sources][0]! : null
}

/** Returns whether a field can contain a masked secret. A text of another field may equal the mask. */
function isSecretField(
  { variables = {} }: ConfigurationJson,
  [collection, key, ...fields]: readonly (string | number)[],
): boolean {
  if (collection === 'variables') return fields[0] === 'value' && variables[key!]?.is_secret === true
  return fields.includes('headers')
    ? isSecretHeader(String(fields.at(-1)))
    : ['config', 'password'].includes(String(fields[0]))
}

/** Replaces masked secrets by placeholders, and escapes all other texts. */
function insertPlaceholders(document: ConfigurationJson) {
  const secrets: WrittenSecret[] = []
  const names = new SlugList()
  const replaced = replaceTexts(document, ({ path, text }) => {
    if (text !== MASK || !isSecretField(document, path)) return escapePlaceholders(text)
    const name = names.take(toPlaceholderName(path), '_')
    secrets.push({ name, field: path.join('.') })
    return `\${${name}}`
  })
  return { document: replaced as ConfigurationJson, secrets }
}
