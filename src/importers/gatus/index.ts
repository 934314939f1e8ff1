/** Gatus: a configuration file, or a folder of files that are merged. */

import { getOrCreate } from '../../core/platform/maps.ts'
import type { Conversion, Fields, Item } from '../conversion.ts'
import { toPeriod } from '../heartbeats.ts'
import { defineImporter, ImportError, type SourceFile } from '../importer.ts'
import { addMonitor } from '../monitors.ts'
import { parseYaml } from '../parse.ts'
import { addGroup, addWindow } from '../resources.ts'
import { isFields, listFields, parseSeconds, toFields, toList, toText } from '../values.ts'
import { addProviders, PROVIDER_FIELDS, readAlerts, type Targets } from './alerts.ts'
import { readEndpoint } from './endpoints.ts'
import { ENDPOINT, EXTERNAL, GATUS_FIELDS, HEARTBEAT, MAINTENANCE } from './fields.ts'

export const gatus = defineImporter({
  product: 'Gatus',
  takes: 'config.yaml, or the folder of its configuration files',
  signs: /^(?:external-)?endpoints:/m,
  extensions: ['.yaml', '.yml'],
  fields: { ...GATUS_FIELDS, ...PROVIDER_FIELDS },
  convert(conversion, files) {
    const config = readConfig(conversion, files)
    const alerting = toFields(config.alerting)
    const gatusFile = { conversion, config, alerting, targets: addProviders(conversion, alerting), groups: new Map() }
    const keys = [
      ...listFields(config.endpoints).map((endpoint) => addEndpoint(gatusFile, endpoint)),
      ...listFields(config['external-endpoints']).map((endpoint) => addExternal(gatusFile, endpoint)),
    ].filter((key) => key !== null)
    if (isFields(config.maintenance)) addMaintenance(conversion, 'Maintenance', config.maintenance, keys)
    reportLosses(conversion, config)
  },
})

interface ImportState {
  conversion: Conversion
  config: Fields
  alerting: Fields
  targets: Targets
  /** Keys by name. */
  groups: Map<string, string>
}

/** @throws ImportError */
function readConfig(conversion: Conversion, files: readonly SourceFile[]): Fields {
  const parts = files.map((file) => parseYaml(file, (text) => referToVariables(conversion, text)))
  const config = parts.filter(isFields).reduce((merged, part) => merge(merged, part) as Fields, {})
  if (!Array.isArray(config.endpoints) && !Array.isArray(config['external-endpoints']))
    throw new ImportError('There are no endpoints: import config.yaml of Gatus, or the folder of its files.')
  return config
}

/** Gatus replaces variables of the environment before it reads the file; `$$` is a dollar sign. */
const referToVariables = (conversion: Conversion, text: string): string =>
  text.replace(/\$\$|\$\{([A-Za-z_]\w*)\}|\$([A-Za-z_]\w*)/g, (match, braced?: string, plain?: string) =>
    match === '$$' ? '$' : conversion.refer((braced ?? plain)!),
  )

/** Lists of several files are joined, and maps are merged. */
function merge(before: unknown, after: unknown): unknown {
  if (Array.isArray(before) && Array.isArray(after)) return [...before, ...after]
  if (!isFields(before) || !isFields(after)) return after
  const merged = Object.entries(after).map(([key, value]) => [key, key in before ? merge(before[key], value) : value])
  return { ...before, ...Object.fromEntries(merged) }
}

function addEndpoint(state: ImportState, endpoint: Fields): string | null {
  const { conversion, targets, alerting } = state
  const item = conversion.report('monitor', toText(endpoint.name) ?? toText(endpoint.url) ?? '')
  const check = readEndpoint(endpoint, item)
  if (!check) return null
  item.noteFields(endpoint, ENDPOINT)
  const key = addMonitor(conversion, item, {
    ...check,
    intervalSeconds: parseSeconds(toText(endpoint.interval)) ?? 60,
    ...readAlerts(targets, alerting, endpoint, item),
    ...readCommon(state, endpoint),
  })
  addWindows(conversion, endpoint, item, key)
  return key
}

function addWindows(conversion: Conversion, endpoint: Fields, item: Item, key: string | null): void {
  for (const window of key === null ? [] : listFields(endpoint['maintenance-windows']))
    addMaintenance(conversion, `Maintenance of ${item.name}`, window, [key!])
}

function addExternal(state: ImportState, endpoint: Fields): string | null {
  const { conversion, targets, alerting } = state
  const item = conversion.report('monitor', toText(endpoint.name) ?? '')
  const seconds = parseSeconds(toText(toFields(endpoint.heartbeat).interval))
  if (!seconds)
    return item.drop('It has no heartbeat interval: other programs report its state.', 'Use the API for incidents.')
  item.noteFields(endpoint, EXTERNAL)
  item.noteFields(toFields(endpoint.heartbeat), HEARTBEAT, { path: 'heartbeat.' })
  item.note('The address and the token of its pings change.', 'Replace them in the job by the new ping URL.')
  const settings = toPeriod(item, seconds, 0)
  if (!settings) return null
  const { notificationTargets, notes } = readAlerts(targets, alerting, endpoint, item)
  const key = addMonitor(conversion, item, {
    type: 'HEARTBEAT',
    settings,
    notificationTargets,
    notes,
    ...readCommon(state, endpoint),
  })
  addWindows(conversion, endpoint, item, key)
  return key
}

function readCommon(state: ImportState, endpoint: Fields) {
  const labels = Object.entries(toFields(endpoint['extra-labels']))
  return {
    group: findGroup(state, toText(endpoint.group)),
    isPaused: endpoint.enabled === false,
    tags: labels.map(([name, value]) => `${name}: ${value}`),
  }
}

function findGroup({ conversion, groups }: ImportState, name: string | null): string | null {
  if (name === null) return null
  return getOrCreate(groups, name, () => addGroup(conversion, conversion.report('group', name), {}))
}

const CREATE_WINDOW = 'Create the window in the dashboard.'
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

function addMaintenance(conversion: Conversion, name: string, window: Fields, monitors: readonly string[]): void {
  if (window.enabled === false) return
  const item: Item = conversion.report('maintenance window', name)
  const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(toText(window.start) ?? '') ?? []
  const seconds = parseSeconds(toText(window.duration))
  if (hour === undefined || !seconds) {
    item.drop('Its start or its duration is not readable.', CREATE_WINDOW)
    return
  }
  const days = toList(window.every).map((day) => DAYS.indexOf(String(day).toLowerCase()))
  if (days.includes(-1)) {
    item.drop(`It has a day that is no day of the week: ${toList(window.every).join(', ')}.`, CREATE_WINDOW)
    return
  }
  item.noteFields(window, MAINTENANCE)
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  addWindow(conversion, item, {
    monitors,
    startsAt: null,
    minutes,
    recurrence: {
      cron: `${Number(minute)} ${Number(hour)} * * ${days.join(',') || '*'}`,
      durationMinutes: minutes,
      timezone: toText(window.timezone) ?? 'UTC',
      until: null,
    },
  })
}

/** Parts of a configuration that become resources, or have their own lines in the report. */
const CONVERTED = new Set(['endpoints', 'external-endpoints', 'alerting', 'maintenance', 'suites', 'announcements'])

function reportLosses(conversion: Conversion, config: Fields): void {
  for (const suite of listFields(config.suites))
    conversion
      .report('monitor', toText(suite.name) ?? '')
      .drop('A suite of several requests does not exist here.', 'Ping a HEARTBEAT monitor from a script.')
  for (const { message } of listFields(config.announcements))
    conversion.report('incident', toText(message) ?? '').drop('Announcements are not imported.', 'Publish it again.')
  for (const [name, value] of Object.entries(config))
    if (!CONVERTED.has(name) && value !== false)
      conversion
        .report('setting', name)
        .drop('It is a setting of Gatus, not of a monitor.', 'Set it in the environment of this server.')
  for (const name of conversion.listVariables()) {
    const item = conversion.report('setting', `Variable ${name}`)
    item.note('Its value is not in the source.', 'Set it in the environment or in .env before the document is applied.')
    item.keep(null)
  }
}
