import type { ImportResult } from '../../../src/importers/conversion.ts'
import { importConfiguration } from '../../../src/importers/index.ts'
import { MONDAY } from '../time/clock.ts'

/** Imports files of Gatus on Monday. */
export const importGatus = (...texts: string[]): ImportResult =>
  importConfiguration(
    'gatus',
    texts.map((text, index) => ({ name: `${index}.yaml`, bytes: Buffer.from(text) })),
    MONDAY,
  )
