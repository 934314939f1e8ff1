/** Reads configuration documents: validates them, and converts them to the resources that they describe. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { FastifySchema } from 'fastify'
import type { Static, TObject } from 'typebox'
import { WINDOW } from '../../core/maintenance/maintenance.ts'
import { GROUP } from '../../core/monitors/group.ts'
import { VARIABLE } from '../../core/monitors/variable.ts'
import { POLICY } from '../../core/notifications/escalation-policy.ts'
import { SCHEDULE } from '../../core/on-call/schedule.ts'
import { createInvalid, type Issue, limitToListed, listIssues, Problem } from '../../core/platform/errors.ts'
import type { ResourceFields } from '../../core/platform/fields/resource.ts'
import { findMasked, replaceMasks } from '../../core/platform/secret-settings.ts'
import {
  COLLECTIONS,
  type Collection,
  REFERENCE_FIELDS,
  replaceReferences,
  USERS,
} from '../../core/provisioning/document.ts'
import { listByCollection } from '../../core/provisioning/plan.ts'
import { PAGE } from '../../core/status-pages/status-page.ts'
import { toPlacedIssues } from '../../services/provisioning/kind.ts'
import type { DesiredState } from '../../services/provisioning/kinds.ts'
import type { DesiredMonitor } from '../../services/provisioning/monitors.ts'
import type { DesiredTarget } from '../../services/provisioning/notification-targets.ts'
import type { DesiredDefaults } from '../../services/provisioning/project-settings.ts'
import { toMonitorDefaults, toDraft as toMonitorDraft } from '../monitors/monitor-json.ts'
import { type MonitorCreateBody, settingsTranslator } from '../monitors/monitor-schemas.ts'
import { toTargetDraft } from '../notifications/notification-target-json.ts'
import { requireRange } from '../platform/times.ts'
import { createValidator } from '../platform/validation/validation.ts'
import { ConfigurationDocument } from './document-schema.ts'

type Fields = Record<string, unknown>
type Entries = Record<string, Fields>

/** A valid document. */
interface ValidDocument extends Partial<Record<Collection, Entries>> {
  version: 1
  source?: string
  adopt?: boolean
  defaults?: Fields
  monitor_defaults?: Fields
  escalation_policy?: string | null
}

interface ReadDocument {
  /** Name of the source; null when the document does not state it. */
  source: string | null
  desired: DesiredState
  /** Paths of the resources with `adopt`. */
  adoptable: ReadonlySet<string>
}

const validate = createValidator({
  schema: ConfigurationDocument as FastifySchema,
  method: 'POST',
  url: '',
  httpPart: 'body',
})

/**
 * Reads a document, and lets other requests run in between. Resources with mistakes are left out of the result, and the
 * other ones are read.
 *
 * @throws Problem VALIDATION_ERROR for a document that is no object, or that is too large
 */
export async function readDocument(document: unknown): Promise<ReadDocument> {
  if (!isObject(document ?? {})) throw createInvalid({ field: '', message: 'The document must be an object' })
  const mistakes: FoundMistakes = { issues: [], keys: listByCollection(() => new Set<string>()) }
  const value = await readValidParts(document, mistakes)
  const read = <T>(collection: Collection, toDesired: (body: Fields) => T): Promise<Map<string, T>> =>
    readEntries(value, collection, toDesired, mistakes)
  const desired: DesiredState = {
    mistakes,
    project: { policyKey: value.escalation_policy, monitorDefaults: readMonitorDefaults(value) },
    variables: await read('variables', VARIABLE.toDraft),
    notification_targets: await read('notification_targets', readTarget),
    on_call_schedules: await read('on_call_schedules', readWithUsers(SCHEDULE)),
    escalation_policies: await read('escalation_policies', readWithUsers(POLICY)),
    groups: await read('groups', (body) => ({
      ...GROUP.toDraft(body),
      monitorDefaults: readMonitorDefaults(body),
    })),
    monitors: await read('monitors', (body) => readMonitor(addDefaults(body, value.defaults))),
    maintenance_windows: await read('maintenance_windows', (body) => ({
      ...WINDOW.toDraft(body),
      ...requireRange(body),
    })),
    status_pages: await read('status_pages', PAGE.toDraft),
  }
  return { source: value.source ?? null, desired, adoptable: new Set(listAdoptable(value)) }
}

/** The mistakes of a document while it is read; see `DesiredState`. */
interface FoundMistakes {
  issues: Issue[]
  keys: Readonly<Record<Collection, Set<string>>>
}

const check = (part: unknown) => validate(part) as { value: ValidDocument } | { error: Problem }

/** Returns the parts of a document that fit the schema. A document with mistakes is validated part by part. */
async function readValidParts(document: unknown, { issues, keys }: FoundMistakes): Promise<ValidDocument> {
  const whole = check(document)
  if (!('error' in whole)) return whole.value
  const valid: ValidDocument = { version: 1 }
  const add = (part: Fields): ValidDocument | null => {
    const checked = check({ version: 1, ...part })
    if (!('error' in checked)) return checked.value
    issues.push(...listIssues(checked.error))
    return null
  }
  const fields = (document ?? {}) as Fields
  if (fields.version === undefined) issues.push({ field: 'version', message: 'is required' })
  let count = 0
  for (const [field, part] of Object.entries(fields)) {
    if (!isCollection(field) || !isObject(part)) {
      Object.assign(valid, add({ [field]: part }))
      continue
    }
    const entries: Entries = {}
    for (const [key, entry] of Object.entries(part)) {
      if (limitToListed(issues).length < issues.length) break
      if (++count % READ_AT_ONCE === 0) await yieldToEventLoop()
      const found = add({ [field]: { [key]: entry } })?.[field]
      if (found) Object.assign(entries, found)
      else keys[field].add(key)
    }
    valid[field] = entries
  }
  // Such as a collection with too many resources
  if (issues.length === 0) throw whole.error
  if (fields.defaults === undefined || valid.defaults !== undefined) return valid
  // The settings of the monitors are not known without their defaults
  for (const key of Object.keys(valid.monitors ?? {})) keys.monitors.add(key)
  valid.monitors = {}
  return valid
}

const isCollection = (field: string): field is Collection => (COLLECTIONS as readonly string[]).includes(field)

const listAdoptable = (document: ValidDocument): string[] =>
  COLLECTIONS.flatMap((collection) =>
    Object.entries(document[collection] ?? {}).flatMap(([key, { adopt = document.adopt }]) =>
      adopt === true ? [`${collection}.${key}`] : [],
    ),
  )

/** Resources that are read between two yields to other requests: a few milliseconds. */
const READ_AT_ONCE = 100

/** Reads the resources of a collection, and adds the issues of invalid ones. */
async function readEntries<T>(
  document: ValidDocument,
  collection: Collection,
  toDesired: (body: Fields) => T,
  { issues, keys }: FoundMistakes,
): Promise<Map<string, T>> {
  const entries: Entries = document[collection] ?? {}
  const resources = new Map<string, T>()
  for (const [index, [key, { adopt: _, ...entry }]] of Object.entries(entries).entries()) {
    if (limitToListed(issues).length < issues.length) break
    if (index % READ_AT_ONCE === READ_AT_ONCE - 1) await yieldToEventLoop()
    try {
      resources.set(key, toDesired(toBody(entry)))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      keys[collection].add(key)
      issues.push(...toPlacedIssues(listIssues(error), `${collection}.${key}`))
    }
  }
  return resources
}

const API_FIELDS = new Map(Object.entries(REFERENCE_FIELDS).map(([apiName, name]) => [name, apiName]))

/** Returns the body of a create request, with keys in place of ids. */
const toBody = (entry: Fields): Fields =>
  Object.fromEntries(
    Object.entries(entry).map(([name, value]) => [
      API_FIELDS.get(name) ?? name,
      NESTED.has(name) ? toBodies(value) : value,
    ]),
  )

/** Lists whose entries contain references. */
const NESTED = new Set(['sections', 'components', 'layers', 'steps'])

const toBodies = (entries: unknown): Fields[] => (entries as Fields[]).map(toBody)

/** Adds the defaults that apply to the type of a monitor. An object of settings is merged field by field. */
function addDefaults(body: Fields, given: Fields | undefined): Fields {
  if (!given) return body
  const type = body.type as MonitorCreateBody['type']
  const foreign = new Set(settingsTranslator.findForeignFields(type, given).map(({ field }) => field))
  // The interval of a heartbeat is part of its settings
  if (type === 'HEARTBEAT') foreign.add('interval_seconds')
  const defaults = Object.entries(toBody(given)).filter(([field]) => !foreign.has(field))
  return { ...body, ...Object.fromEntries(defaults.map(([field, value]) => [field, merge(value, body[field])])) }
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const merge = (fallback: unknown, value: unknown): unknown =>
  isObject(fallback) && isObject(value) ? { ...fallback, ...value } : value === undefined ? fallback : value

const readTarget = (body: Fields): DesiredTarget => ({
  ...toTargetDraft(body),
  isEnabled: body.is_enabled as boolean | undefined,
})

/** Email addresses of users are the same in capital and small letters. */
const readWithUsers =
  <T extends TObject>(fields: ResourceFields<T>) =>
  (body: Fields): Static<T> =>
    replaceReferences(fields, fields.toDraft(body), (collection, key) =>
      collection === USERS ? key.toLowerCase() : key,
    )

const readMonitorDefaults = ({ monitor_defaults: given }: { monitor_defaults?: unknown }): DesiredDefaults =>
  given === undefined ? undefined : toMonitorDefaults(toBody(given as Fields))

/** @throws Problem VALIDATION_ERROR */
function readMonitor(body: Fields): DesiredMonitor {
  const {
    group_id,
    escalation_policy_id,
    notification_target_ids,
    depends_on_monitor_ids,
    tags,
    status,
    heartbeat_token,
    ...rest
  } = body as unknown as MonitorCreateBody & { heartbeat_token?: string }
  if (heartbeat_token !== undefined && rest.type !== 'HEARTBEAT')
    throw createInvalid({ field: 'heartbeat_token', message: `is not supported for ${rest.type} monitors` })
  const given = rest as MonitorCreateBody & { http_config?: Fields }
  const draft = (replace: (group: string, name: string) => unknown) =>
    toMonitorDraft(
      given.http_config ? { ...given, http_config: replaceMasks(given.http_config, replace).config } : given,
    )
  const unmasked = draft(() => undefined) // An existing monitor may have the values of masked secrets
  const hasMasks = replaceMasks(given.http_config ?? {}, () => undefined).hasMasks
  return {
    name: body.name as string,
    type: rest.type,
    groupKey: group_id ?? null,
    policyKey: escalation_policy_id ?? null,
    targetKeys: notification_target_ids && [...new Set(notification_target_ids)],
    dependencyKeys: [...new Set(depends_on_monitor_ids)],
    tags: [...new Set(tags)].sort(),
    status,
    token: heartbeat_token,
    toDraft: (current) =>
      hasMasks ? draft((group, name) => findMasked(current?.settings ?? {}, group, name)) : unmasked,
  }
}
