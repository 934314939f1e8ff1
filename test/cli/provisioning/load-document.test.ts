import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { loadDocument } from '../../../src/cli/provisioning/load-document.ts'
import { createTestFolder } from '../../support/database/stores.ts'

const PROGRAM = join(import.meta.dirname, '../../../src/bin/watchkeeper.ts')

test('a document is read from the standard input when the other program is slow', (t) => {
  const file = join(createTestFolder(t), 'shop.yaml')
  writeFileSync(file, 'version: 1\n')
  // The writer runs the program first, so the reader waits for it
  const line = '{ "$0" "$1" validate "$2" >&2; cat "$2"; } | "$0" "$1" validate -'
  const output = execFileSync('sh', ['-c', line, process.execPath, PROGRAM, file], { encoding: 'utf8', stdio: 'pipe' })
  assert.equal(output, 'The document is valid (no resource).\n')
})

test('a folder is read with its subfolders, also when the name of one ends like the name of a file', async (t) => {
  const folder = createTestFolder(t)
  mkdirSync(join(folder, 'eu.yaml'))
  writeFileSync(join(folder, 'eu.yaml', 'a.yaml'), 'version: 1\nsource: eu\n')
  assert.deepEqual((await loadDocument([folder], {})).document, { version: 1, source: 'eu' })
  symlinkSync(join(folder, 'gone'), join(folder, 'b.yaml'))
  await assert.rejects(loadDocument([folder], {}), { message: `Cannot read ${join(folder, 'b.yaml')}: ENOENT` })
})

test('a placeholder of a file is relative to its document', async (t) => {
  const folder = createTestFolder(t)
  writeFileSync(join(folder, 'secret.txt'), 'planted\n')
  writeFileSync(join(folder, 'shop.yaml'), `source: "\${file:secret.txt}"\n`)
  assert.deepEqual((await loadDocument([folder], {})).document, { source: 'planted' })
})
