/** The monitor form: one variant per type, limited to the features of the plan. */

import type { PlanLimits } from '../../core/accounts/plan.ts'
import { MONITOR_TYPES, type Monitor, type MonitorType } from '../../core/monitors/monitor.ts'
import { DEFAULT_WARNING_DAYS } from '../../core/monitors/monitor-change.ts'
import { toFieldName, UNUSED_SETTINGS } from '../../core/monitors/monitor-defaults.ts'
import { type BoundedConfig, checkPlan } from '../../core/monitors/plan-check.ts'
import { DomainMonitoring, domain, SslMonitoring, ssl } from '../monitors/expiry-settings.ts'
import { MonitorCreate, settingsTranslator } from '../monitors/monitor-schemas.ts'
import { toApiSchema } from '../platform/fields/resource-schema.ts'
import { MONITOR_HINTS } from './form-list.ts'
import { type FormField, type Hint, toBodyForm, type Unavailable } from './form-schema.ts'

export interface Variant {
  /** Value of the discriminator; null where there is none. */
  value: string | null
  /** Value of `config.service`; absent where there is none. */
  service?: string
  title: string
  description: string
  docsUrl?: string | null
  /** Whether a contact method of a user may have the channel or service; absent in other forms. */
  canReachPerson?: boolean
  unavailable: Unavailable | null
  /** Why it does not work at present, although it may be created. */
  warning?: string | null
  schema: FormField
}

const URL_TARGET: Hint = { title: 'URL', description: 'URL with http or https', examples: ['https://example.com/'] }
const HOST_TARGET: Hint = { title: 'Host', description: 'Host name or IP address', examples: ['server.example.com'] }

/** Title, description and target of each type. A heartbeat has no target. */
const TYPES: Readonly<Record<MonitorType, { title: string; description: string; target: Hint | null }>> = {
  HTTP: { title: 'Website', description: 'A URL returns the expected status', target: URL_TARGET },
  KEYWORD: { title: 'Keyword', description: 'A page contains, or does not contain, certain text', target: URL_TARGET },
  ICMP: { title: 'Ping', description: 'A host replies to ping', target: HOST_TARGET },
  TCP: {
    title: 'Port',
    description: 'A port accepts connections, optionally with a protocol check',
    target: { ...HOST_TARGET, examples: ['db.example.com'] },
  },
  DNS: {
    title: 'DNS',
    description: 'A name has the expected DNS records',
    target: { title: 'Name', description: 'Name to look up', examples: ['example.com'] },
  },
  HEARTBEAT: {
    title: 'Heartbeat',
    description: 'A job pings on schedule; a missing ping is reported as down',
    target: null,
  },
}

/** Fields shared by all types, in form order. They follow the fields of the type. */
const COMMON = [
  'interval_seconds',
  'timeout_ms',
  'group_id',
  'tags',
  'notification_target_ids',
  'escalation_policy_id',
  'reminder_interval_minutes',
  'failure_threshold',
  'recovery_threshold',
  'depends_on_monitor_ids',
  'ssl_monitoring',
  'domain_monitoring',
  'monitoring_regions',
  'runbook_url',
  'notes',
  'status',
] as const

/** @param canPing whether an active probe can send pings, or no probe is active */
export const listMonitorVariants = (limits: PlanLimits, canPing: boolean): Variant[] =>
  MONITOR_TYPES.map((type) => ({
    value: type,
    title: TYPES[type].title,
    description: TYPES[type].description,
    unavailable: type === 'ICMP' && !canPing ? NO_PINGS : findPlanRefusal(limits, { type }),
    schema: withLimits(toBodyForm(getVariantSchema(type), MONITOR_HINTS), limits),
  }))

const NO_PINGS: Unavailable = { code: 'VALIDATION_ERROR', message: 'No active probe can send pings' }

function getVariantSchema(type: MonitorType): object {
  const { properties } = MonitorCreate
  const { target } = TYPES[type]
  const { properties: own, required } = settingsTranslator.form(type)
  const common = listTypeFields(type).map((field) => [field, getCommonField(field)])
  return {
    type: 'object',
    required: ['type', 'name', ...(target ? ['target'] : []), ...required],
    properties: {
      type: { type: 'string', const: type, title: 'Type' },
      name: properties.name,
      ...(target && { target: { ...properties.target, ...target } }),
      ...Object.fromEntries(Object.entries(own).toReversed()), // the fields of the type come before the fields it shares with another type
      ...Object.fromEntries(common),
    },
    additionalProperties: false,
  }
}

function getCommonField(field: (typeof COMMON)[number]): object {
  const schema = MonitorCreate.properties[field]
  if (field === 'ssl_monitoring') return { ...toApiSchema(SslMonitoring, 'form'), title: 'SSL certificate' }
  return field === 'domain_monitoring'
    ? { ...toApiSchema(DomainMonitoring, 'form'), title: 'Domain registration' }
    : schema
}

/** A configuration that every plan allows. The feature in question is merged into it. */
const MINIMAL_CONFIG: BoundedConfig = {
  type: 'HTTP',
  intervalSeconds: Number.MAX_SAFE_INTEGER,
  regions: [],
  settings: {},
  sslMonitoring: null,
  domainMonitoring: null,
}

const EXPIRY_SETTINGS = { enabled: true, expiryWarningDays: [...DEFAULT_WARNING_DAYS] }

/** A configuration that uses the field, for each field that a plan may exclude. */
const FIELD_USES: Readonly<Record<string, Partial<BoundedConfig>>> = {
  monitoring_regions: { regions: ['any'] },
  ssl_monitoring: {
    sslMonitoring: { ...EXPIRY_SETTINGS, checkExpiry: true, checkValidity: true, ignoreSelfSigned: false },
  },
  domain_monitoring: { domainMonitoring: EXPIRY_SETTINGS },
  slow_response_threshold_ms: { settings: { slowThresholdMs: 1 } },
}

/** Uses the same rule as request validation. */
function findPlanRefusal(limits: PlanLimits, use: Partial<BoundedConfig>): Unavailable | null {
  const refusal = checkPlan(limits, null, { ...MINIMAL_CONFIG, ...use })
  return refusal && { code: refusal.code, message: refusal.message }
}

/** Adds the limits of the plan to the fields, at any depth. */
function withLimits(schema: FormField, limits: PlanLimits): FormField {
  if (!schema.properties) return schema
  const fields = Object.entries(schema.properties).map(([name, field]) => {
    const refusal = FIELD_USES[name] ? findPlanRefusal(limits, FIELD_USES[name]) : null
    const bounded = name === 'interval_seconds' ? withMinimum(field, limits.minIntervalSeconds) : field
    return [name, { ...withLimits(bounded, limits), ...(refusal && { 'x-unavailable': refusal }) }]
  })
  return { ...schema, properties: Object.fromEntries(fields) }
}

const withMinimum = (field: FormField, minimum: number): FormField => ({
  ...field,
  minimum: Math.max(field.minimum ?? 0, minimum),
  default: Math.max(Number(field.default), minimum),
})

/** Returns the form values of an existing monitor. Values sent back unchanged change nothing. */
export function toFormValues(monitor: Monitor, tags: readonly string[]): Record<string, unknown> {
  const { type, target } = monitor
  const common: Record<(typeof COMMON)[number], unknown> = {
    interval_seconds: monitor.intervalSeconds,
    timeout_ms: monitor.timeoutMs,
    group_id: monitor.groupId,
    tags,
    notification_target_ids: monitor.notificationTargetIds,
    escalation_policy_id: monitor.escalationPolicyId,
    reminder_interval_minutes: monitor.reminderIntervalMinutes,
    failure_threshold: monitor.failureThreshold,
    recovery_threshold: monitor.recoveryThreshold,
    depends_on_monitor_ids: monitor.dependsOnMonitorIds,
    ssl_monitoring: monitor.sslMonitoring ? ssl.toApi(monitor.sslMonitoring) : undefined,
    domain_monitoring: monitor.domainMonitoring ? domain.toApi(monitor.domainMonitoring) : undefined,
    monitoring_regions: monitor.regions,
    runbook_url: monitor.runbookUrl,
    notes: monitor.notes,
    status: monitor.status,
  }
  return {
    type,
    name: monitor.name,
    ...(TYPES[type].target && { target }),
    ...settingsTranslator.formValues(type, monitor.settings),
    ...Object.fromEntries(listTypeFields(type).map((field) => [field, common[field]])),
  }
}

/** Lists the shared fields that the type uses. */
function listTypeFields(type: MonitorType) {
  const unused = UNUSED_SETTINGS[type]?.map(toFieldName) ?? []
  return COMMON.filter((field) => !unused.includes(field))
}
