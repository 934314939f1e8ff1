/** Contents of an installation of Uptime Kuma, from its database or from a backup. */
import type { Fields } from '../conversion.ts'

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
