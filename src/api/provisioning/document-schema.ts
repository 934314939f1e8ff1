/**
 * JSON Schema of configuration documents. It is derived from the bodies of the create requests, so a new field of a
 * resource is a field of the document, too.
 */
import Type, { type TObject, type TSchema } from 'typebox'
import { MAX_VARIABLES } from '../../core/monitors/variable.ts'
import { MAX_POLICIES } from '../../core/notifications/escalation-policy.ts'
import { MAX_SCHEDULES } from '../../core/on-call/schedule.ts'
import { DESCRIPTION_KEY } from '../../core/platform/validation/schema-words.ts'
import {
  type Collection,
  KEY_PATTERN,
  MAX_DOCUMENT_MONITORS,
  MAX_KEY_LENGTH,
  REFERENCE_FIELDS,
  USERS,
} from '../../core/provisioning/document.ts'
import { WindowSchema } from '../maintenance/maintenance-windows.ts'
import { Group } from '../monitors/groups-json.ts'
import { MonitorCreate, MonitorDefaultsFields, settingsTranslator } from '../monitors/monitor-schemas.ts'
import { VariableSchema } from '../monitors/variables.ts'
import { PolicySchema } from '../notifications/escalation-policies.ts'
import { TargetSchema } from '../notifications/notification-target-json.ts'
import { ScheduleSchema } from '../on-call/on-call-json.ts'
import { Body, Uuid } from '../platform/schemas.ts'
import { PageSchema } from '../status-pages/status-page-json.ts'

interface Shape {
  type?: string | string[]
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  [keyword: string]: unknown
}

export const Key = {
  type: 'string',
  pattern: KEY_PATTERN,
  maxLength: MAX_KEY_LENGTH,
  [DESCRIPTION_KEY]: `the key of a resource: at most ${MAX_KEY_LENGTH} characters of a-z, 0-9, ., _ and -`,
}

/** Fields of status pages that identify parts of an existing page, which a document identifies by their order. */
const OMITTED = ['id', 'position']

/** Returns the schema of a resource in a document: fields with ids become fields with keys. */
function toEntryShape({ properties = {}, required = [], ...rest }: Shape): Shape {
  const fields = Object.entries(properties).filter(([name]) => !OMITTED.includes(name))
  return {
    ...rest,
    properties: Object.fromEntries(fields.map(([name, shape]) => toEntryField(name, shape))),
    required: required.filter((name) => !OMITTED.includes(name)).map((name) => REFERENCE_FIELDS[name] ?? name),
  }
}

function toEntryField(name: string, shape: Shape): [string, Shape] {
  const reference = REFERENCE_FIELDS[name]
  if (reference === undefined)
    return [name, shape.items?.properties ? { ...shape, items: toEntryShape(shape.items) } : shape]
  const { title, description, maxItems } = shape
  const texts = { ...(title !== undefined && { title }), ...(description !== undefined && { description }) }
  const items = reference === USERS ? Member : Key
  if (shape.type === 'array') return [reference, { ...texts, type: 'array', maxItems, items }]
  return [reference, { ...texts, ...Key, ...(isNullable(shape) && { type: ['string', 'null'] }) }]
}

const Member = {
  type: 'string',
  pattern: '^([^@\\s]+@[^@\\s]+|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$',
  maxLength: 254,
  [DESCRIPTION_KEY]: 'the email address or the id of a member',
  description: 'Email address or id of a member of the organization',
}

const isNullable = ({ type }: Shape): boolean => Array.isArray(type) && type.includes('null')

const toEntry = (body: TObject): Shape => toEntryShape(body as unknown as Shape)

/** Settings at the top level of a monitor, which a document states in the config object of the type. */
const FLAT_SETTINGS = Object.keys(settingsTranslator.request).filter((name) => !name.endsWith('_config'))

function toMonitorEntry(): Shape {
  const { properties, ...rest } = toEntry(MonitorCreate)
  const fields = Object.entries(properties!).filter(([name]) => !FLAT_SETTINGS.includes(name))
  const token = { ...Uuid, description: 'Ping token of a heartbeat; a random token if omitted. Cannot be changed' }
  return { ...rest, properties: { ...Object.fromEntries(fields), heartbeat_token: token } }
}

const monitor = toMonitorEntry()

/** Fields that differ between monitors, which have no default. */
const INDIVIDUAL = ['name', 'type', 'target', 'heartbeat_token', 'keyword_config']

const defaults: Shape = {
  type: 'object',
  description: 'Values of fields that monitors of the document omit',
  properties: Object.fromEntries(Object.entries(monitor.properties!).filter(([name]) => !INDIVIDUAL.includes(name))),
  additionalProperties: false,
}

const monitorDefaults: Shape = {
  ...toEntry(Body(MonitorDefaultsFields)),
  description:
    'Defaults that new monitors of the dashboard and the API get, but not monitors of documents. Without the field, ' +
    'they stay as they are; an empty object removes them',
}

function toGroupEntry(): Shape {
  const { properties, ...rest } = toEntry(Group.Create)
  return { ...rest, properties: { ...properties, monitor_defaults: monitorDefaults } }
}

const ENTRIES: Readonly<Record<Collection, { entry: Shape; most: number; title: string }>> = {
  variables: { entry: toEntry(VariableSchema.Create), most: MAX_VARIABLES, title: 'Variables and secrets by key' },
  notification_targets: { entry: toEntry(TargetSchema.Create), most: 1_000, title: 'Notification targets by key' },
  on_call_schedules: { entry: toEntry(ScheduleSchema.Create), most: MAX_SCHEDULES, title: 'On-call schedules by key' },
  escalation_policies: { entry: toEntry(PolicySchema.Create), most: MAX_POLICIES, title: 'Escalation policies by key' },
  groups: { entry: toGroupEntry(), most: 5_000, title: 'Groups of monitors by key' },
  monitors: { entry: monitor, most: MAX_DOCUMENT_MONITORS, title: 'Monitors by key' },
  maintenance_windows: { entry: toEntry(WindowSchema.Create), most: 1_000, title: 'Maintenance windows by key' },
  status_pages: { entry: toEntry(PageSchema.Create), most: 1_000, title: 'Status pages by key' },
}

const Adopt = {
  type: 'boolean',
  description: 'Whether to take over an existing resource that no source manages and that has other settings',
}

const toCollection = ({ entry, most, title }: (typeof ENTRIES)[Collection]): Shape => ({
  type: 'object',
  title,
  maxProperties: most,
  propertyNames: Key,
  additionalProperties: { ...entry, properties: { ...entry.properties, adopt: Adopt } },
})

export const ConfigurationDocument = Type.Unsafe<TSchema>({
  title: 'Watchkeeper configuration document',
  description: 'Resources of one project by key. References between resources are keys',
  type: 'object',
  properties: {
    $schema: { type: 'string' },
    version: { const: 1, description: 'Version of the format' },
    source: {
      ...Key,
      description: 'Name of the source of the document, which manages its resources. Default: default',
    },
    adopt: { ...Adopt, description: 'The value of `adopt` for every resource of the document' },
    defaults,
    monitor_defaults: monitorDefaults,
    escalation_policy: {
      ...Key,
      type: ['string', 'null'],
      description: 'Escalation policy of the project. Without the field, it stays as it is; null removes it',
    },
    ...Object.fromEntries(Object.entries(ENTRIES).map(([name, collection]) => [name, toCollection(collection)])),
  },
  required: ['version'],
  additionalProperties: false,
})
