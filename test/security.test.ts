/** `docs/security.md` says which test guards which boundary. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '..')
const page = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')
const table = page.split('## The boundaries')[1]!.split('\n## ')[0]!
const rows = table
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| -') && !line.startsWith('| Boundary'))

test('every file that the page names is there', () => {
  const files = [...page.matchAll(/`((?:test|src|docs)\/[^`]+)`/g)].map(([, file]) => file!)
  assert.ok(files.length > 50)
  assert.deepEqual(
    files.filter((file) => !existsSync(join(ROOT, file))),
    [],
  )
})

test('every boundary says who stands there, what is done about it, and which test guards it', () => {
  assert.ok(rows.length >= 15)
  for (const row of rows) {
    const cells = row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    assert.equal(cells.length, 4, row)
    assert.ok(
      cells.every((cell) => cell !== ''),
      row,
    )
    assert.match(cells[3]!, /`test\/[\w/-]+\.test\.ts`/, row)
  }
})

test('what is not defended, and how to report what was found, is said', () => {
  for (const heading of ['Reporting a vulnerability', 'What is not defended', 'Secrets and keys'])
    assert.match(page, new RegExp(`^## ${heading}$`, 'm'))
})
