/** All products that can be imported. A new product is a file in this folder, a line here and its name in `kinds.ts`. */

import { betterStack } from './better-stack/index.ts'
import { blackbox } from './blackbox/index.ts'
import { Conversion, type ImportResult } from './conversion.ts'
import { gatus } from './gatus/index.ts'
import { healthchecks } from './healthchecks.ts'
import { ImportError, type Importer, type SourceFile } from './importer.ts'
import { IMPORT_KINDS, type ImportKind } from './kinds.ts'
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

/** Number of bytes of a file that are searched for the signs of a product. */
const SEARCHED_BYTES = 256 * 1024

/** Returns the product that the files come from; null when they show no signs of a known one. */
export function findKind(files: readonly SourceFile[]): ImportKind | null {
  const beginnings = files.map(({ bytes }) => Buffer.from(bytes.subarray(0, SEARCHED_BYTES)).toString('latin1'))
  return IMPORT_KINDS.find((kind) => beginnings.some((text) => IMPORTERS[kind].signs.test(text))) ?? null
}

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
