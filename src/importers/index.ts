/** All products that can be imported. A new product is a file in this folder, a line here and its name in `kinds.ts`. */

import { betterStack } from './better-stack/index.ts'
import { blackbox } from './blackbox/index.ts'
import { Conversion, type ImportResult } from './conversion.ts'
import { gatus } from './gatus/index.ts'
import { healthchecks } from './healthchecks.ts'
import { ImportError, type Importer, type SourceFile } from './importer.ts'
import type { ImportKind } from './kinds.ts'
import { statuspage } from './statuspage.ts'
import { uptimeKuma } from './uptime-kuma/index.ts'
import { uptimeRobot } from './uptimerobot/index.ts'

export const IMPORTERS = {
  'uptime-kuma': uptimeKuma,
  gatus,
  healthchecks,
  uptimerobot: uptimeRobot,
  'better-stack': betterStack,
  statuspage,
  blackbox,
} as const satisfies Record<ImportKind, Importer>

/**
 * Converts the configuration of another product. Nothing is stored or sent.
 *
 * @param now Unix ms; maintenance windows that are over are left out
 * @throws ImportError
 */
export function importConfiguration(kind: ImportKind, files: readonly SourceFile[], now: number): ImportResult {
  const { product, takes, convert } = IMPORTERS[kind]
  const conversion = new Conversion(now)
  if (files.length === 0) throw new ImportError(`There is no file to import: ${product} needs ${takes}.`)
  convert(conversion, files)
  return conversion.finish(product)
}
