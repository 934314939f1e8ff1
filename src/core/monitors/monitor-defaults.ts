/** Defaults of projects and groups for new monitors. They are copied at creation, so later changes affect no monitor. */
import type { PlanLimits } from '../accounts/plan.ts'
import { toApiName } from '../platform/fields/translate.ts'
import { SECOND_MS } from '../platform/time/time.ts'
import { DEFAULT_INTERVAL_SECONDS, type MonitorSettings, type MonitorType } from './monitor.ts'
import type { MonitorChange, MonitorDraft } from './monitor-change.ts'

/** Settings that may have defaults. */
export const DEFAULT_KEYS = [
  'intervalSeconds',
  'timeoutMs',
  'tags',
  'notificationTargetIds',
  'reminderIntervalMinutes',
  'failureThreshold',
  'recoveryThreshold',
  'sslMonitoring',
  'domainMonitoring',
  'regions',
  'runbookUrl',
  'notes',
] as const satisfies readonly (keyof MonitorSettings)[]

export type MonitorDefaults = Pick<MonitorChange, (typeof DEFAULT_KEYS)[number]>

/** Defaults of a project or a group. */
export interface DefaultsLevel {
  kind: 'project' | 'group'
  id: string
  name: string
  defaults: MonitorDefaults
}

/** Name of a setting in the API. */
export const toFieldName = (key: keyof MonitorSettings): string =>
  key === 'regions' ? 'monitoring_regions' : toApiName(key)

/** Settings that a type does not use. A heartbeat waits for pings and is not checked. */
export const UNUSED_SETTINGS: Partial<Record<MonitorType, readonly (keyof MonitorSettings)[]>> = {
  ICMP: ['sslMonitoring'],
  DNS: ['sslMonitoring'],
  HEARTBEAT: [
    'intervalSeconds',
    'timeoutMs',
    'failureThreshold',
    'recoveryThreshold',
    'sslMonitoring',
    'domainMonitoring',
    'regions',
  ],
}

/** Merges levels, from the project to the innermost group. A later level replaces whole settings. */
export const mergeDefaults = (levels: readonly Pick<DefaultsLevel, 'defaults'>[]): MonitorDefaults =>
  Object.assign({}, ...levels.map(({ defaults }) => defaults))

/** Facts that may have changed since the defaults were saved. */
export interface DefaultsFacts {
  limits: PlanLimits
  /** Existing notification targets of the project. */
  targetIds: ReadonlySet<string>
  /** Codes of existing regions. */
  regions: ReadonlySet<string>
}

/** Leaves out deleted targets and regions. A list of which nothing remains is no default. */
export function dropGone(
  { notificationTargetIds: targets, regions, ...rest }: MonitorDefaults,
  facts: Pick<DefaultsFacts, 'targetIds' | 'regions'>,
): MonitorDefaults {
  const [left, codes] = [
    targets?.filter((id) => facts.targetIds.has(id)),
    regions?.filter((code) => facts.regions.has(code)),
  ]
  return {
    ...rest,
    ...(left && (left.length > 0 || targets!.length === 0) && { notificationTargetIds: left }),
    ...(codes && (codes.length > 0 || regions!.length === 0) && { regions: codes }),
  }
}

/**
 * Fills in the defaults of a draft. A default never causes a refusal: those that the type, the plan or another setting
 * of the draft excludes are left out.
 *
 * @param canWatchDomain whether the target is under a registered domain
 */
export function applyDefaults(
  draft: MonitorDraft,
  defaults: MonitorDefaults,
  facts: DefaultsFacts,
  canWatchDomain: (target: string) => boolean,
): MonitorDraft {
  const usable = fitToPlan(dropGone(omitUnused(defaults, draft.type), facts), facts.limits)
  if (usable.domainMonitoring && !canWatchDomain(draft.target)) delete usable.domainMonitoring
  return { ...fitToTimes(usable, draft), ...draft }
}

function omitUnused(defaults: MonitorDefaults, type: MonitorType): MonitorDefaults {
  const unused: readonly string[] = UNUSED_SETTINGS[type] ?? []
  return Object.fromEntries(Object.entries(defaults).filter(([key]) => !unused.includes(key)))
}

function fitToPlan(defaults: MonitorDefaults, limits: PlanLimits): MonitorDefaults {
  const fitting = { ...defaults }
  if (fitting.intervalSeconds !== undefined)
    fitting.intervalSeconds = Math.max(fitting.intervalSeconds, limits.minIntervalSeconds)
  if (!limits.pinnedLocations) delete fitting.regions
  if (!limits.sslMonitoring) delete fitting.sslMonitoring
  if (!limits.domainMonitoring) delete fitting.domainMonitoring
  return fitting
}

/** The timeout must be shorter than the interval: a default yields to the setting of the draft. */
function fitToTimes({ intervalSeconds, timeoutMs, ...rest }: MonitorDefaults, draft: MonitorDraft): MonitorDefaults {
  const interval = draft.intervalSeconds ?? intervalSeconds ?? DEFAULT_INTERVAL_SECONDS
  const timeout = draft.timeoutMs ?? timeoutMs
  const fits = timeout === undefined || timeout < interval * SECOND_MS
  return {
    ...rest,
    ...(intervalSeconds !== undefined && (fits || draft.timeoutMs === undefined) && { intervalSeconds }),
    ...(timeoutMs !== undefined && fits && { timeoutMs }),
  }
}
