/** Monitors and groups of Uptime Kuma. */
import { isIP } from 'node:net'
import type { Conversion, Fields, Item } from '../conversion.ts'
import { addMonitor } from '../monitors.ts'
import { addGroup } from '../resources.ts'
import { toProxy } from '../secrets.ts'
import { parseNested, toFlag, toList, toNumber, toText } from '../values.ts'
import { CHECKS } from './checks.ts'
import { MONITOR, REQUESTS } from './fields.ts'
import type { KumaSource } from './source.ts'

/** Keys by the id of the monitor. Dropped monitors are absent. */
export interface MonitorKeys {
  monitors: Map<unknown, string>
  groups: Map<unknown, string>
}

const PORT = 'Create a TCP monitor of its port, or ping a HEARTBEAT monitor from a script that runs the query.'
const SCRIPT = 'Ping a HEARTBEAT monitor from a script that runs this check.'

/** Replacements of the monitor types without a counterpart. */
const ADVICE: Readonly<Record<string, string>> = {
  docker: 'Ping a HEARTBEAT monitor from the health check of the container.',
  'grpc-keyword': PORT,
  'kafka-producer': PORT,
  mqtt: PORT,
  rabbitmq: 'Create an HTTP monitor of /api/health/checks/alarms of its management interface.',
  sqlserver: PORT,
  postgres: PORT,
  mysql: PORT,
  mongodb: PORT,
  oracledb: PORT,
  redis: PORT,
  radius: SCRIPT,
  ldap: PORT,
  snmp: SCRIPT,
  gamedig: SCRIPT,
  steam: SCRIPT,
  'tailscale-ping': 'Create an ICMP monitor and run the probe inside the Tailscale network.',
  'websocket-upgrade': 'Create an HTTP monitor of the same server.',
  'sip-options': SCRIPT,
  'system-service': SCRIPT,
  globalping: 'Create a monitor of the matching type, and run probes in the regions.',
  nut: SCRIPT,
  manual: 'Publish incidents by hand instead.',
}

interface ImportState {
  conversion: Conversion
  keys: MonitorKeys
  targets: ReadonlyMap<unknown, string[]>
  /** Groups in Uptime Kuma are monitors. */
  rows: ReadonlyMap<unknown, Fields>
  /** Whether a monitor is inactive, as far as it is known. */
  /** Items of the report, by the id of the group. Dropped groups are absent. */
  groupItems: Map<unknown, Item>
  inactive: Map<unknown, boolean>
  notificationIds: ReadonlyMap<unknown, unknown[]>
  tags: ReadonlyMap<unknown, string[]>
  proxies: ReadonlyMap<unknown, Fields>
  certificateDays: number[] | null
  domainDays: number[] | null
}

export function addMonitors(
  conversion: Conversion,
  source: KumaSource,
  targets: ReadonlyMap<unknown, string[]>,
): MonitorKeys {
  const state: ImportState = {
    conversion,
    targets,
    keys: { monitors: new Map(), groups: new Map() },
    rows: new Map(source.monitors.map((row) => [row.id, row])),
    groupItems: new Map(),
    inactive: new Map(),
    notificationIds: collect(source.monitorNotifications, ({ notification_id }) => notification_id),
    tags: collectTags(source),
    proxies: new Map(source.proxies.map((row) => [row.id, row])),
    certificateDays: readDays(source, 'tlsExpiryNotifyDays'),
    domainDays: readDays(source, 'domainExpiryNotifyDays'),
  }
  for (const row of source.monitors.filter(isGroup)) placeGroup(state, row)
  for (const row of source.monitors.filter((monitor) => !isGroup(monitor))) placeMonitor(state, row)
  addConditions(state)
  return state.keys
}

const isGroup = ({ type }: Fields): boolean => type === 'group'

const collect = <T>(rows: readonly Fields[], read: (row: Fields) => T): Map<unknown, T[]> =>
  new Map([...Map.groupBy(rows, ({ monitor_id }) => monitor_id)].map(([id, list]) => [id, list.map(read)]))

function collectTags({ tags, monitorTags }: KumaSource): Map<unknown, string[]> {
  const names = new Map(tags.map(({ id, name }) => [id, toText(name) ?? '']))
  return collect(monitorTags, ({ tag_id, value }) => [names.get(tag_id), toText(value)].filter(Boolean).join(': '))
}

/** Settings are JSON texts, and lists are written as JSON texts within them by some versions. */
export const readSetting = ({ settings }: KumaSource, name: string): unknown =>
  parseNested(settings.find(({ key }) => key === name)?.value)

function readDays(source: KumaSource, name: string): number[] | null {
  const days = toList(parseNested(readSetting(source, name))).flatMap((day) => toNumber(day) ?? [])
  return days.length > 0 ? days : null
}

/** Adds a group after the groups around it. A cycle ends at the group where it began. */
function placeGroup({ conversion, keys, rows, notificationIds, groupItems }: ImportState, row: Fields): void {
  const path = new Map<unknown, Fields>()
  for (let at: Fields | undefined = row; at && isGroup(at); at = rows.get(at.parent)) {
    if (path.has(at.id) || keys.groups.has(at.id)) break
    path.set(at.id, at)
  }
  for (const group of [...path.values()].reverse()) {
    const item = conversion.report('group', toText(group.name) ?? '')
    if (notificationIds.has(group.id))
      item.note('Its own notifications are not used.', 'Select an escalation policy at the group.')
    item.noteFields(group, MONITOR, { type: 'group' })
    const parent = keys.groups.get(group.parent) ?? null
    const key = addGroup(conversion, item, { parent, description: toText(group.description) })
    keys.groups.set(group.id, key)
    // A group that is nested too deeply is dropped
    if (key !== parent) groupItems.set(group.id, item)
  }
}

/**
 * Gives groups the condition that all members are up. While a group is down, its alert goes to the default targets and
 * replaces the alerts of its members. A group whose members notify other targets, or none, therefore gets no condition.
 */
function addConditions({ conversion, keys, rows, targets, groupItems }: ImportState): void {
  const listTargets = (id: unknown) =>
    (conversion.find('monitors', keys.monitors.get(id)!)?.notification_targets ?? []) as string[]
  const isDefault = (target: string) => conversion.find('notification_targets', target)?.is_default === true
  const hasDefaults = [...targets.values()].flat().some(isDefault)
  const notifiesOthers = (found: string[]) => (found.length === 0 ? hasDefaults : !found.every(isDefault))
  const marked = new Set<unknown>()
  for (const id of keys.monitors.keys()) {
    if (!notifiesOthers(listTargets(id))) continue
    for (let at = rows.get(rows.get(id)?.parent); at && isGroup(at) && !marked.has(at.id); at = rows.get(at.parent))
      marked.add(at.id)
  }
  // Groups of one name are merged
  const others = new Set([...marked].map((id) => keys.groups.get(id)))
  for (const [id, item] of groupItems) {
    const key = keys.groups.get(id)!
    if (!others.has(key)) {
      conversion.find('groups', key)!.condition = { mode: 'all' }
      continue
    }
    item.note(
      'It has no status: its alert goes to the default targets, and its monitors have other targets.',
      'Add a condition and an escalation policy to the group.',
    )
    item.keep(key)
  }
}

function placeMonitor(state: ImportState, row: Fields): string | null {
  const { conversion, keys, tags } = state
  const item = conversion.report('monitor', toText(row.name) ?? toText(row.url) ?? toText(row.hostname) ?? '')
  const type = toText(row.type) ?? 'http'
  const read = Object.hasOwn(CHECKS, type) ? CHECKS[type] : undefined
  if (!read)
    return item.drop(`The type ${type} does not exist here.`, Object.hasOwn(ADVICE, type) ? ADVICE[type]! : SCRIPT)
  if (toFlag(row.upside_down))
    return item.drop('It is upside down: it expects a failure.', 'Use a keyword that must be absent, if possible.')
  const check = read(row, item)
  if (!check) return null
  item.noteFields(row, MONITOR, { type })
  const proxy = REQUESTS.includes(type) ? readProxy(state, row, item) : null
  const isTunnel = /^http/.test(toText(proxy?.url) ?? '') && /^https:/i.test(toText(row.url) ?? '')
  if (isTunnel && toFlag(row.ignore_tls))
    item.note(
      'Any certificate of the target is accepted; Uptime Kuma verifies it behind a proxy over HTTP.',
      'Verify the certificate if it is valid.',
    )
  const key = addMonitor(conversion, item, {
    ...check,
    settings: { ...check.settings, ...(proxy && { proxy }) },
    usesHostForTls: true,
    ...readSchedule(row, item),
    ...readExpiry(state, row),
    group: keys.groups.get(row.parent) ?? null,
    tags: tags.get(row.id) ?? [],
    notificationTargets: readTargets(state, row, item),
    isPaused: isPaused(state, row),
    notes: toText(row.description),
  })
  if (key !== null) keys.monitors.set(row.id, key)
  return key
}

/** A proxy that is switched off is not used. */
function readProxy({ proxies }: ImportState, { proxy_id: id }: Fields, item: Item): Fields | null {
  if (id == null) return null
  const row = proxies.get(id)
  if (!row) {
    item.note('Requests do not use the proxy: it is not in the source.', 'Add a proxy to the monitor.')
    return null
  }
  if (!toFlag(row.active ?? true)) return null
  const host = toText(row.host) ?? ''
  const address = isIP(host) === 6 ? `[${host}]` : host
  const proxy = toProxy(`${toText(row.protocol)}://${address}:${toText(row.port)}`, item)
  const [username, password] = toFlag(row.auth) ? [toText(row.username), toText(row.password)] : []
  return proxy && { ...proxy, ...(username && { username }), ...(username && password && { password }) }
}

/** The default timeout of Uptime Kuma is 80 % of the interval. */
function readSchedule(row: Fields, item: Item) {
  const interval = toNumber(row.interval) ?? 60
  const retries = toNumber(row.maxretries) ?? 0
  const retryInterval = toNumber(row.retry_interval) || interval
  const isPush = row.type === 'push'
  if (retries > 0 && retryInterval !== interval && !isPush)
    item.note(`Retries follow the check interval, not the retry interval of ${retryInterval} s.`)
  const resend = toNumber(row.resend_interval) ?? 0
  return {
    intervalSeconds: interval,
    timeoutMs: isPush ? null : (toNumber(row.timeout) || 0.8 * interval) * 1_000,
    failureThreshold: isPush ? 1 : retries + 1,
    recoveryThreshold: 1,
    reminderIntervalMinutes: resend > 0 ? Math.max(1, (resend * interval) / 60) : null,
  }
}

/** Uptime Kuma watches certificates only when it verifies them. */
function readExpiry({ certificateDays, domainDays }: ImportState, row: Fields) {
  const isUrl = typeof row.url === 'string' && /^https:/i.test(row.url)
  return {
    ...(toFlag(row.expiry_notification) && !toFlag(row.ignore_tls) && isUrl && { certificateDays }),
    ...(toFlag(row.domain_expiry_notification) && row.type !== 'push' && { domainDays }),
  }
}

function readTargets({ notificationIds, targets }: ImportState, row: Fields, item: Item): string[] {
  const ids = notificationIds.get(row.id) ?? []
  const keys = ids.flatMap((id) => targets.get(id) ?? [])
  if (ids.length > 0 && keys.length === 0)
    item.note('All of its notifications are dropped: no recipient is notified.', 'Select notification targets.')
  return keys
}

/** A monitor in an inactive group is inactive. */
function isPaused({ rows, inactive }: ImportState, row: Fields): boolean {
  const path = new Set<unknown>()
  let found = false
  for (let at: Fields | undefined = row; at && !found && !path.has(at.id); at = rows.get(at.parent)) {
    const known = inactive.get(at.id)
    found = known ?? (at.active !== undefined && !toFlag(at.active))
    path.add(at.id)
    if (known !== undefined) break
  }
  for (const id of path) inactive.set(id, found)
  return found
}
