import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { createTestFolder } from '../support/database/stores.ts'
import { startProgram } from '../support/programs/program.ts'

const ROOT = join(import.meta.dirname, '../..')
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
const guide = readFileSync(join(ROOT, 'docs/guide.md'), 'utf8')

const needs = ['bash', 'curl'].filter((command) => spawnSync(command, ['--version']).status !== 0)

test('the shell commands of the README and the guide run as printed', {
  skip: needs.length > 0 && `needs ${needs}`,
}, async (t) => {
  const tour = [...`${readme}${guide}`.matchAll(/```sh tour\n([\s\S]*?)```/g)].map(([, lines]) => lines).join('')
  const program = await startProgram(t, { env: { WK_DATA_DIR: createTestFolder(t) } })
  const env = { ...process.env, WK_BASE_URL: program.url }
  // Without --norc bash may treat a socket on its input as a remote login, and read the start-up files of the machine
  const flags = ['--norc', '-euo', 'pipefail', '-c', tour]
  const { stdout, stderr } = await promisify(execFile)('bash', flags, { env })
  assert.equal(stderr, '')
  assert.match(stdout, /"secret":"whsec_/)
  assert.match(stdout, /status: 'up'/)
  assert.match(stdout, /^up$/m)
  assert.match(stdout, /^100$/m)
  assert.match(stdout, /in_maintenance: false/)
  assert.match(stdout, /^,Total,/m)
  assert.match(stdout, /^0$/m, 'incidents of a replay')
})

test('the first commands of the README are scripts of the package', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  assert.match(readme, /^npm ci && npm start /m)
  assert.match(readme, /^npm ci && npm test /m)
  assert.ok(scripts.start && scripts.test)
})

test('the README links only existing documents', () => {
  const links = [...readme.matchAll(/\]\(((?:docs\/)?[\w-]+\.md)\)/g)].map(([, path]) => path!)
  assert.ok(links.length >= 6)
  for (const link of links) assert.ok(readFileSync(join(ROOT, link), 'utf8').length > 0, link)
})
