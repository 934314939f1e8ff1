/** Contents of an installation of Uptime Kuma, from its database or from a backup. */

import { toApiName } from '../../core/platform/fields/translate.ts'
import type { Fields } from '../conversion.ts'
import { ImportError } from '../importer.ts'
import { isFields, listFields, toFields } from '../values.ts'

/** Rows use the column names of the database. Tables that the source lacks are empty. */
export interface KumaSource {
  monitors: Fields[]
  notifications: Fields[]
  monitorNotifications: Fields[]
  tags: Fields[]
  monitorTags: Fields[]
  statusPages: Fields[]
  pageDomains: Fields[]
  pageGroups: Fields[]
  pageMonitors: Fields[]
  incidents: Fields[]
  windows: Fields[]
  windowMonitors: Fields[]
  proxies: Fields[]
  settings: Fields[]
}

/**
 * Reads the backup JSON of Uptime Kuma 1: `{version, notificationList, monitorList, proxyList}`.
 *
 * @throws ImportError
 */
export function readBackup(backup: unknown): KumaSource {
  if (!isFields(backup) || backup.monitorList === undefined || backup.notificationList === undefined)
    throw new ImportError(
      'This is not a backup of Uptime Kuma: import kuma.db, or the JSON file that version 1 exports.',
    )
  const monitors = listValues(backup.monitorList)
  return {
    ...EMPTY,
    monitors: monitors.map(toRow),
    notifications: listValues(backup.notificationList).map(toRow),
    proxies: listValues(backup.proxyList).map(toRow),
    monitorNotifications: monitors.flatMap(({ id, notificationIDList }) =>
      Object.entries(toFields(notificationIDList))
        .filter(([, isOn]) => isOn === true)
        .map(([notificationId]) => ({ monitor_id: id, notification_id: Number(notificationId) })),
    ),
    // The backup repeats each tag at its monitors, under the id of the tag
    tags: monitors.flatMap(({ tags }) => listFields(tags).map(({ tag_id, name }) => ({ id: tag_id, name }))),
    monitorTags: monitors.flatMap(({ id, tags }) =>
      listFields(tags).map(({ tag_id, value }) => ({ monitor_id: id, tag_id, value })),
    ),
  }
}

const EMPTY: KumaSource = {
  monitors: [],
  notifications: [],
  monitorNotifications: [],
  tags: [],
  monitorTags: [],
  statusPages: [],
  pageDomains: [],
  pageGroups: [],
  pageMonitors: [],
  incidents: [],
  windows: [],
  windowMonitors: [],
  proxies: [],
  settings: [],
}

/** Some versions write lists, others objects by id. */
const listValues = (value: unknown): Fields[] => listFields(isFields(value) ? Object.values(value) : value)

/** The backup names most columns in camel case, and the accepted status codes without `_json`. */
function toRow(fields: Fields): Fields {
  const row = Object.fromEntries(Object.entries(fields).map(([name, value]) => [toApiName(name), value]))
  return { ...row, accepted_statuscodes_json: row.accepted_statuscodes }
}
