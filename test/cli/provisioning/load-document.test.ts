import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { convertDocuments } from '../../../src/cli/provisioning/convert-documents.ts'
import { loadDocument } from '../../../src/cli/provisioning/load-document.ts'
import { createTestFolder } from '../../support/database/stores.ts'

const PROGRAM = join(import.meta.dirname, '../../../dist/bin/watchkeeper.js')

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
  await assert.rejects(loadDocument([folder], {}), {
    message: `Cannot read ${join(folder, 'b.yaml')}: it does not exist, or is a link to a missing file`,
  })
})

test('a placeholder of a file is relative to its document', async (t) => {
  const folder = createTestFolder(t)
  writeFileSync(join(folder, 'secret.txt'), 'planted\n')
  writeFileSync(join(folder, 'shop.yaml'), `source: "\${file:secret.txt}"\n`)
  assert.deepEqual((await loadDocument([folder], {})).document, { source: 'planted' })
})

test('a document is read from a pipe when a program writes to it, and refused when none does', async (t) => {
  const folder = createTestFolder(t)
  writeFileSync(join(folder, 'shop.yaml'), 'version: 1\n')
  const line = '"$0" "$1" validate <(cat "$2")'
  const output = execFileSync('bash', ['-c', line, process.execPath, PROGRAM, join(folder, 'shop.yaml')], {
    encoding: 'utf8',
  })
  assert.equal(output, 'The document is valid (no resource).\n')
  const pipe = join(folder, 'pipe.yaml')
  execFileSync('mkfifo', [pipe])
  await assert.rejects(loadDocument([pipe], {}), {
    message: `${pipe} is a pipe that no program writes to: name a file`,
  })
})

test('a document of the command line contains variables of the environment, but no settings of the program', async (t) => {
  const folder = createTestFolder(t)
  writeFileSync(join(folder, 'shop.yaml'), `source: "\${APP}"\n`)
  assert.deepEqual((await loadDocument([folder], { APP: 'shop' })).document, { source: 'shop' })
  for (const name of ['WK_API_KEY', 'DATABASE_URL', 'DATABASE_URL_FILE', 'PGPASSWORD']) {
    writeFileSync(join(folder, 'shop.yaml'), `source: "\${${name}}"\n`)
    await assert.rejects(loadDocument([folder], { [name]: 'planted' }), (error: Error) => {
      assert.match(error.message, new RegExp(`${name} is a setting of Watchkeeper or PostgreSQL`))
      assert.doesNotMatch(error.message, /planted/)
      return true
    })
  }
  writeFileSync(join(folder, '.env'), 'PGPASSWORD=own\n')
  assert.deepEqual((await loadDocument([folder], { PGPASSWORD: 'planted' })).document, { source: 'own' })
})

test('names of the language are no variables', async (t) => {
  const folder = createTestFolder(t)
  for (const name of ['constructor', '__proto__']) {
    writeFileSync(join(folder, 'shop.yaml'), `source: "\${${name}}"\n`)
    await assert.rejects(loadDocument([folder], {}), /is not set/)
  }
})

const convert = (text: string, variables: Record<string, string>) =>
  convertDocuments({ files: [{ name: 'a.json', text }], values: { variables, within: '/nowhere', advice: 'set it' } })

test('a conversion reports the lengths of values, deep nesting and many mistakes as short texts', async () => {
  const many = JSON.stringify({ texts: Array(400).fill(`\${A}`.repeat(100)) })
  const long = await convert(many, { A: 'x'.repeat(1_000) })
  assert.match('refusal' in long ? long.refusal : '', /make the document longer than 16 MiB$/)
  const deep = await convert(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, {})
  assert.match('refusal' in deep ? deep.refusal : '', /nested more than 64 levels deep$/)
  const missing = await convert(many, {})
  assert.equal('refusal' in missing && missing.refusal.split('\n').length, 101)
})
