/**
 * The example configurations in the repositories of Gatus and blackbox_exporter, which are not part of this one.
 * `GATUS_SOURCE` and `BLACKBOX_SOURCE` name checkouts of them.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { test } from 'node:test'
import { parse, stringify } from 'yaml'
import type { ImportResult } from '../../src/importers/conversion.ts'
import { importConfiguration } from '../../src/importers/index.ts'
import type { ImportKind } from '../../src/importers/kinds.ts'
import type { Cleanup } from '../support/database/stores.ts'
import { applyImport } from '../support/importers/apply-import.ts'
import { MONDAY } from '../support/time/clock.ts'

const needs = (variable: string) => ({ skip: process.env[variable] ? false : `${variable} names no checkout` })

/** A value that every variable of the examples may have. */
const ANY_VALUE = 'https://example.com/x'

async function checkImport(t: Cleanup, kind: ImportKind, files: readonly { name: string; text: string }[]) {
  const sources = files.map(({ name, text }) => ({ name, bytes: Buffer.from(text) }))
  const result: ImportResult = importConfiguration(kind, sources, MONDAY)
  const variables = result.report.items.flatMap(({ name }) => /^Variable (\w+)$/.exec(name)?.[1] ?? [])
  const values = Object.fromEntries(variables.map((name) => [name, ANY_VALUE]))
  await applyImport(t, { ...result, secrets: { ...values, ...result.secrets } })
  for (const { name, outcome, notes } of result.report.items) assert.equal(notes.length > 0, outcome !== 'kept', name)
  return result
}

test('the examples of Gatus become documents that the API accepts', needs('GATUS_SOURCE'), async (t) => {
  const paths = globSync('{.examples/**/,}*.yaml', { cwd: process.env.GATUS_SOURCE! })
  const read = (path: string) => ({
    name: basename(path),
    text: readFileSync(join(process.env.GATUS_SOURCE!, path), 'utf8'),
  })
  const folders = Map.groupBy(paths, dirname).values()
  const configs = [...folders].map((folder) => folder.map(read))
  // Without the files of container engines
  const own = configs.filter((files) => files.some(({ text }) => /^endpoints:/m.test(text)))
  assert.ok(own.length > 5)
  for (const files of own) await checkImport(t, 'gatus', files)
})

const TARGETS: Readonly<Record<string, string>> = { icmp: 'example.com', dns: '192.0.2.53', tcp: 'example.com:993' }

test('the examples of blackbox_exporter become documents that the API accepts', needs('BLACKBOX_SOURCE'), async (t) => {
  for (const name of ['example.yml', 'blackbox.yml']) {
    const text = readFileSync(join(process.env.BLACKBOX_SOURCE!, name), 'utf8')
    const modules = Object.entries<{ prober: string }>(parse(text).modules)
    const jobs = modules.map(([module, { prober }]) => ({
      job_name: module,
      metrics_path: '/probe',
      params: { module: [module] },
      static_configs: [{ targets: [TARGETS[prober] ?? 'https://example.com/'] }],
    }))
    const prometheus = { name: 'prometheus.yml', text: stringify({ scrape_configs: jobs }) }
    const { document } = await checkImport(t, 'blackbox', [{ name, text }, prometheus])
    const lost = modules.filter(([, { prober }]) => !['http', 'icmp', 'dns', 'tcp'].includes(prober))
    assert.equal(Object.keys(document.monitors!).length, modules.length - lost.length)
  }
})
