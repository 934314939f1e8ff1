/** Writes the resources of a project as a configuration document. Values that equal the defaults are left out. */
import type { Static, TObject, TSchema } from 'typebox'
import { getChannel } from '../../channels/index.ts'
import { WINDOW } from '../../core/maintenance/maintenance.ts'
import { GROUP } from '../../core/monitors/group.ts'
import {
  DEFAULT_FAILURE_THRESHOLD,
  DEFAULT_INTERVAL_SECONDS,
  DEFAULT_RECOVERY_THRESHOLD,
  DEFAULT_TIMEOUT_MS,
} from '../../core/monitors/monitor.ts'
import type { MonitorDefaults } from '../../core/monitors/monitor-defaults.ts'
import { VARIABLE, type Variable } from '../../core/monitors/variable.ts'
import type { TargetInUse } from '../../core/notifications/delivery.ts'
import { POLICY } from '../../core/notifications/escalation-policy.ts'
import { TARGET } from '../../core/notifications/notification-target.ts'
import { SCHEDULE } from '../../core/on-call/schedule.ts'
import type { ResourceFields } from '../../core/platform/fields/resource.ts'
import { createTranslator, type Shape, toApiName } from '../../core/platform/fields/translate.ts'
import { isSecretHeader, MASK } from '../../core/platform/sealing/sealed-fields.ts'
import { SECRET_PATHS } from '../../core/platform/secret-settings.ts'
import { SlugList } from '../../core/platform/text/slug.ts'
import { COLLECTIONS, type Collection, REFERENCE_FIELDS } from '../../core/provisioning/document.ts'
import { escapePlaceholders, replaceTexts, toPlaceholderName } from '../../core/provisioning/placeholders.ts'
import { PAGE, type StatusPage } from '../../core/status-pages/status-page.ts'
import { maskConfig } from '../../services/notifications/target-config.ts'
import type { DescribedGroup } from '../../services/provisioning/groups.ts'
import { type Keys, toKeys, withKeys } from '../../services/provisioning/kind.ts'
import type { TaggedMonitor } from '../../services/provisioning/monitors.ts'
import { toKeyedDefaults, toPolicyKey } from '../../services/provisioning/project-settings.ts'
import type { ProjectState } from '../../services/provisioning/project-state.ts'
import { domain, ssl } from '../monitors/expiry-settings.ts'
import { showMonitorDefaults } from '../monitors/monitor-json.ts'
import { settingsTranslator } from '../monitors/monitor-schemas.ts'

const MONITOR_DEFAULTS: Fields = {
  interval_seconds: DEFAULT_INTERVAL_SECONDS,
  timeout_ms: DEFAULT_TIMEOUT_MS,
  failure_threshold: DEFAULT_FAILURE_THRESHOLD,
  recovery_threshold: DEFAULT_RECOVERY_THRESHOLD,
  reminder_interval_minutes: 0,
  status: 'active',
  monitoring_regions: [],
  tags: [],
  depends_on: [],
}

function writeMonitor(monitor: TaggedMonitor, keys: Keys): Fields {
  const isHeartbeat = monitor.type === 'HEARTBEAT'
  return omitDefaults(
    {
      name: monitor.name,
      type: monitor.type,
      target: isHeartbeat ? undefined : monitor.target,
      interval_seconds: isHeartbeat ? undefined : monitor.intervalSeconds,
      timeout_ms: monitor.timeoutMs,
      failure_threshold: monitor.failureThreshold,
      recovery_threshold: monitor.recoveryThreshold,
      reminder_interval_minutes: monitor.reminderIntervalMinutes,
      status: monitor.status === 'paused' ? 'paused' : undefined,
      monitoring_regions: monitor.regions,
      group: monitor.groupId && keys.groups.get(monitor.groupId),
      escalation_policy: toPolicyKey(monitor.escalationPolicyId, keys),
      tags: monitor.tags,
      // Without the field, a new monitor would get the default targets of its project
      notification_targets: toKeys(keys, 'notification_targets', monitor.notificationTargetIds),
      depends_on: toKeys(keys, 'monitors', monitor.dependsOnMonitorIds),
      ssl_monitoring: monitor.sslMonitoring && ssl.toApi(monitor.sslMonitoring),
      domain_monitoring: monitor.domainMonitoring && domain.toApi(monitor.domainMonitoring),
      notes: monitor.notes,
      runbook_url: monitor.runbookUrl,
      ...writeSettings(monitor),
    },
    MONITOR_DEFAULTS,
  )
}

function writeSettings({ type, settings }: TaggedMonitor): Fields {
  const values = settingsTranslator.formValues(type, settings)
  const forms = settingsTranslator.form(type).properties as Record<
    string,
    TSchema & { properties: Record<string, { default?: unknown }> }
  >
  const configs = Object.entries(values).map(([config, fields]) => {
    const defaults = Object.entries(forms[config]!.properties).map(([field, schema]) => [field, schema.default])
    return [config, omitDefaults(fields as Fields, Object.fromEntries(defaults))] as const
  })
  return Object.fromEntries(configs.filter(([, fields]) => Object.keys(fields).length > 0))
}

type ConfigurationJson = Partial<Record<Collection, Record<string, Fields>>>

/** A secret that the document contains as a placeholder. */
interface WrittenSecret {
  /** Name of the placeholder. */
  name: string
  /** Path of the value in the document. */
  field: string
}

const writeTarget = (target: TargetInUse, keys: Keys): Fields =>
  writeResource(TARGET, { ...target, config: writeConfig(target) }, keys)

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
    { ...writeResource(GROUP, group, keys), monitor_defaults: writeMonitorDefaults(group.monitorDefaults, keys) },
    {},
  )

/** A document identifies the parts of a page by their order. */
const omitIds = ({ sections }: StatusPage) =>
  sections.map(({ name, components }) => ({ name, components: components.map(({ id: _, ...component }) => component) }))

const writePage = (page: StatusPage, keys: Keys): Fields =>
  omitDefaults(writeResource(PAGE, { ...page, password: page.passwordHash && MASK, sections: omitIds(page) }, keys), {
    sections: [],
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
  if (SECRET_PATHS.has(fields.slice(-2).join('.'))) return collection === 'monitors'
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

type Fields = Record<string, unknown>

/** Leaves out absent values, and values that equal the default of their field. */
const omitDefaults = (fields: Fields, defaults: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([field, value]) => value != null && JSON.stringify(value) !== JSON.stringify(defaults[field]),
    ),
  )

/** Writes a resource by its fields, with keys in place of ids. Values that equal the defaults are left out. */
const writeResource = <T extends TObject>(fields: ResourceFields<T>, item: Static<T>, keys: Keys): Fields =>
  writeFields(fields.schema, withKeys(fields, item, keys))

/** Writes an object by its fields. */
const writeFields = (schema: TSchema, value: unknown): Fields =>
  writeShape(schema, createTranslator(schema, 'api')(value) as Fields)

function writeShape(schema: TSchema, fields: Fields): Fields {
  const written = Object.entries((schema as Shape).properties!).map(([key, shape]) => {
    const name = toApiName(key)
    return { name, shape, value: writeValue(shape, fields[name]) }
  })
  return Object.fromEntries(
    written
      .filter(({ shape, value }) => value != null && JSON.stringify(value) !== JSON.stringify(shape.default))
      .map(({ name, value }) => [REFERENCE_FIELDS[name] ?? name, value]),
  )
}

function writeValue({ items, ...shape }: Shape, value: unknown): unknown {
  if (value == null) return value
  if (items?.properties) return (value as Fields[]).map((entry) => writeShape(items as TSchema, entry))
  return shape.properties ? writeShape(shape as TSchema, value as Fields) : value
}

/** Replaces the names of the API by the names of the document. */
const renameReferences = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [REFERENCE_FIELDS[field] ?? field, value]))
