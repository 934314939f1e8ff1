/** Uptime Kuma 1 and 2. */

import type { Conversion, Fields } from '../conversion.ts'
import { ImportError } from '../import-error.ts'
import { defineImporter, type SourceFile } from '../importer.ts'
import { parseJson } from '../parse.ts'
import { toText } from '../values.ts'
import { readBackup } from './backup.ts'
import { isDatabase, readDatabaseBytes, readDatabaseFile } from './database.ts'
import { KUMA_FIELDS } from './fields.ts'
import { addWindows } from './maintenance.ts'
import { addMonitors } from './monitors.ts'
import { addNotifications, NOTIFICATION_FIELDS } from './notifications.ts'
import type { KumaSource } from './source.ts'
import { addPages } from './status-pages.ts'

export const uptimeKuma = defineImporter({
  product: 'Uptime Kuma',
  takes: 'kuma.db of version 1 or 2, also while it is in use, or the backup JSON of version 1',
  extensions: ['.db', '.sqlite', '.sqlite3', '.json'],
  fields: { ...KUMA_FIELDS, ...NOTIFICATION_FIELDS },
  convert(conversion, files) {
    const [file, ...others] = files
    if (!file || others.length > 0)
      throw new ImportError('Import one file: kuma.db, or the backup JSON of Uptime Kuma 1.')
    const source = readSource(file)
    const targets = addNotifications(conversion, source)
    const keys = addMonitors(conversion, source, targets)
    addWindows(conversion, source, keys)
    addPages(conversion, source, keys)
    reportLosses(conversion, source)
  },
})

function readSource(file: SourceFile): KumaSource {
  const source = readRows(file)
  return {
    ...source,
    monitors: dropRepeated(source.monitors),
    statusPages: dropRepeated(source.statusPages),
    pageGroups: dropRepeated(source.pageGroups),
    windows: dropRepeated(source.windows),
  }
}

function readRows(file: SourceFile): KumaSource {
  if (file.path !== undefined) return readDatabaseFile(file.path)
  return isDatabase(file.bytes) ? readDatabaseBytes(file.bytes) : readBackup(parseJson(file))
}

/** Rows with one id would all get the same tags and parts, and a hostile source repeats an id thousands of times. */
const dropRepeated = (rows: readonly Fields[]): Fields[] => [...new Map(rows.map((row) => [row.id, row])).values()]

function reportLosses(conversion: Conversion, { proxies }: KumaSource): void {
  for (const { protocol, host, port } of proxies)
    conversion
      .report('setting', `Proxy ${toText(protocol)}://${toText(host)}:${toText(port)}`)
      .drop('Checks use no proxy.', 'Run a probe in a network that reaches the targets.')
  conversion
    .report('setting', 'History of results')
    .drop(
      'Uptime and charts start again: the document has no results, and uptime cannot be calculated from counts of checks per day.',
      'Keep a copy of the source if you need its history.',
    )
}
