/** `docs/security.md` names the tests that guard each boundary. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '..')
const page = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')
const boundaries = page.split('\n## Boundaries')[1]!.split('\n## ')[0]!.split('\n### ').slice(1)

test('the security page names only existing files', () => {
  const files = [...page.matchAll(/`((?:test|src|docs)\/[^`]+)`/g)].map(([, file]) => file!)
  assert.ok(files.length > 50)
  assert.deepEqual(
    files.filter((file) => !existsSync(join(ROOT, file))),
    [],
  )
})

test('each boundary lists its threats, its defences and its tests', () => {
  assert.ok(boundaries.length >= 15)
  for (const boundary of boundaries) {
    assert.match(boundary, /\nThreats:\n\n- /, boundary)
    assert.match(boundary, /\nDefences:\n\n- /, boundary)
    assert.match(boundary, /\nTests: `test\/[\w/-]+\.test\.ts`/, boundary)
  }
})

test('the security page has the known limits and how to report a vulnerability', () => {
  for (const heading of ['Reporting a vulnerability', 'Known limits', 'Secrets and keys'])
    assert.match(page, new RegExp(`^## ${heading}$`, 'm'))
})
