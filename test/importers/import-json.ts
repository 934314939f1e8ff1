/** Imports of the JSON that the API of a product answers. */
import assert from 'node:assert/strict'
import type { ImportResult } from '../../src/importers/conversion.ts'
import { importConfiguration } from '../../src/importers/index.ts'
import type { ImportKind } from '../../src/importers/kinds.ts'
import { MONDAY } from '../support/time/clock.ts'

export const importJson = (kind: ImportKind, ...contents: unknown[]): ImportResult =>
  importConfiguration(
    kind,
    contents.map((content, index) => ({ name: `${index}.json`, bytes: Buffer.from(JSON.stringify(content)) })),
    MONDAY,
  )

export const monitorsOf = ({ document }: ImportResult): Record<string, Record<string, unknown>> =>
  document.monitors ?? {}

/** Checks the given fields of a monitor. */
export function assertFields(monitor: Record<string, unknown> | undefined, expected: Record<string, unknown>): void {
  assert.deepEqual({ ...monitor, ...expected }, monitor)
}
