import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { MUTANTS } from '../../scripts/mutants/index.ts'

const ROOT = join(import.meta.dirname, '../..')

const countOf = (text: string, file: string): number => readFileSync(join(ROOT, file), 'utf8').split(text).length - 1

test('every mutant matches its code once, and its test files exist', () => {
  const outdated = MUTANTS.filter(
    ({ file, find, tests }) =>
      [file, ...tests].some((path) => !existsSync(join(ROOT, path))) || countOf(find, file) !== 1,
  )
  assert.deepEqual(
    outdated.map(({ file, name }) => `${file}: ${name}`),
    [],
  )
})

test('every mutant has its own name', () => {
  assert.equal(new Set(MUTANTS.map(({ name }) => name)).size, MUTANTS.length)
})
