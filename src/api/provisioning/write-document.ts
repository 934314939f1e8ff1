/** Writes the resources of a project as a configuration document. Values that equal the defaults are left out. */

import { getChannel } from '../../channels/index.ts'
import { WINDOW } from '../../core/maintenance/maintenance.ts'
import type { MonitorDefaults } from '../../core/monitors/monitor-defaults.ts'
import { VARIABLE, type Variable } from '../../core/monitors/variable.ts'
import type { TargetInUse } from '../../core/notifications/delivery.ts'
import { POLICY } from '../../core/notifications/escalation-policy.ts'
import { QuietHours } from '../../core/notifications/quiet-hours.ts'
import { SCHEDULE } from '../../core/on-call/schedule.ts'
import { isSecretHeader, MASK } from '../../core/platform/secret-headers.ts'
import { SlugList } from '../../core/platform/slug.ts'
import { COLLECTIONS, type Collection } from '../../core/provisioning/document.ts'
import { escapePlaceholders, replaceTexts, toPlaceholderName } from '../../core/provisioning/placeholders.ts'
import { PAGE, type Section, type StatusPage } from '../../core/status-pages/status-page.ts'
import { maskConfig } from '../../services/notifications/target-config.ts'
import type { DescribedGroup } from '../../services/provisioning/groups.ts'
import type { Keys } from '../../services/provisioning/kind.ts'
import { toKeyedDefaults } from '../../services/provisioning/monitor-defaults.ts'
import { toPolicyKey } from '../../services/provisioning/policy-references.ts'
import type { ProjectState } from '../../services/provisioning/project-state.ts'
import { showMonitorDefaults } from '../monitors/monitor-json.ts'
import { type Fields, omitDefaults, renameReferences, writeFields, writeResource } from './write-fields.ts'
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
      quiet_hours: target.quietHours && writeFields(QuietHours, target.quietHours),
    },
    { is_default: false, is_enabled: true },
  )

/** Leaves out a secret that the service generates for a new target. */
function writeConfig(target: TargetInUse): Fields {
  const generated = getChannel(target).generatedSecret?.field
  return Object.fromEntries(Object.entries(maskConfig(target)).filter(([field]) => field !== generated))
}

const writeVariable = (variable: Variable): Fields =>
  writeFields(VARIABLE.schema, { ...variable, value: variable.isSecret ? MASK : variable.value })

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

const writePage = (page: StatusPage, keys: Keys): Fields => ({
  ...writeFields(PAGE.schema, page),
  ...omitDefaults(
    {
      password: page.passwordHash && MASK,
      sections: page.sections.map((section) => writeSection(section, keys)),
    },
    { sections: [] },
  ),
})

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
  on_call_schedules: (schedule, keys) => writeResource(SCHEDULE, schedule, keys),
  escalation_policies: (policy, keys) => writeResource(POLICY, policy, keys),
  groups: writeGroup,
  monitors: writeMonitor,
  maintenance_windows: (window, keys) => writeResource(WINDOW, window, keys),
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
