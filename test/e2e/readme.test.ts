import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { testFolder } from '../support/database/stores.ts'
import { startProgram } from '../support/programs/program.ts'

const ROOT = join(import.meta.dirname, '../..')
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')

const needs = ['bash', 'curl'].filter((command) => spawnSync(command, ['--version']).status !== 0)

test('the tour of the README works as it stands', { skip: needs.length > 0 && `needs ${needs}` }, async (t) => {
  const tour = [...readme.matchAll(/```sh tour\n([\s\S]*?)```/g)].map(([, lines]) => lines).join('')
  const program = await startProgram(t, { env: { WK_DATA_DIR: testFolder(t) } })
  const env = { ...process.env, WK_BASE_URL: program.url }
  // Without it bash may take a socket on its input for a login from afar, and read what a machine has for those
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

test('the commands that the README begins with are those of the package', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  assert.match(readme, /^npm ci && npm start /m)
  assert.match(readme, /^npm ci && npm test /m)
  assert.ok(scripts.start && scripts.test)
})

test('every document that the README names is there', () => {
  const links = [...readme.matchAll(/\]\(((?:docs\/)?[\w-]+\.md)\)/g)].map(([, path]) => path!)
  assert.ok(links.length >= 6)
  for (const link of links) assert.ok(readFileSync(join(ROOT, link), 'utf8').length > 0, link)
})
