import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { parseEnv } from 'node:util'
import { parse } from 'yaml'
import { formatEnv, type ImportOptions, runImport } from '../../../src/cli/import/import.ts'
import { createKumaDatabase } from '../../support/importers/kuma-database.ts'
import { MONDAY } from '../../support/time/clock.ts'

/** Runs the command on a database with one monitor and one webhook; files go to a folder of its own. */
function prepare(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'watchkeeper-import-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const kuma = createKumaDatabase(t)
  kuma.insert('monitor', { name: 'Site \u001b[2J', type: 'http', url: 'https://example.com/', interval: 60 })
  const config = JSON.stringify({ type: 'webhook', webhookURL: 'https://example.com/planted' })
  kuma.insert('notification', { name: 'Hook', config })
  const out = join(folder, 'watchkeeper.yaml')
  const printed: string[] = []
  t.mock.method(process.stdout, 'write', (text: string) => printed.push(text) > 0)
  const run = (options: ImportOptions = {}) => {
    runImport('uptime-kuma', kuma.path, { out, ...options }, MONDAY)
    return printed.splice(0).join('')
  }
  return { folder, out, env: join(folder, '.env'), run }
}

test('import writes a document, private secrets and a report without control characters', (t) => {
  const { folder, out, env, run } = prepare(t)
  const report = join(folder, 'report.json')
  const printed = run({ report })
  assert.equal(parse(readFileSync(out, 'utf8')).monitors['site-2j'].target, 'https://example.com/')
  assert.deepEqual({ ...parseEnv(readFileSync(env, 'utf8')) }, { HOOK_URL: 'https://example.com/planted' })
  assert.equal(statSync(env).mode & 0o777, 0o600)
  assert.match(printed, /^Import from Uptime Kuma\n {2}Notification targets: +1 changed\n {2}Monitors: +1 kept/)
  assert.equal(JSON.parse(readFileSync(report, 'utf8')).items.length, 3)
  const shown = printed + readFileSync(out, 'utf8')
  assert.deepEqual([shown.includes('planted'), shown.includes('\u001b')], [false, false])
})

test('import replaces existing files only by force, and then makes the secrets private again', (t) => {
  const { out, env, run } = prepare(t)
  writeFileSync(env, 'OWN=1\n')
  chmodSync(env, 0o644)
  assert.throws(() => run(), /\.env exists: move it away/)
  assert.equal(readFileSync(env, 'utf8'), 'OWN=1\n')
  assert.equal(existsSync(out), false)
  run({ force: true })
  assert.equal(statSync(env).mode & 0o777, 0o600)
  assert.throws(() => run(), /exists/)
})

test('import creates the folder of the document', (t) => {
  const { folder, run } = prepare(t)
  const out = join(folder, 'shop', 'config', 'watchkeeper.yaml')
  run({ out })
  assert.deepEqual([existsSync(out), existsSync(join(folder, 'shop', 'config', '.env'))], [true, true])
})

test('import names the accepted kinds, and the file that it cannot read', () => {
  assert.throws(
    () => runImport('uptimekuma', 'x', {}, MONDAY),
    /unknown kind "uptimekuma" \(did you mean uptime-kuma\?\)/,
  )
  assert.throws(
    () => runImport('uptime-kuma', '/nowhere.db', {}, MONDAY),
    /^StartError: \/nowhere\.db cannot be read \(ENOENT\)/,
  )
})

test('Node reads every secret from the file as it was', () => {
  const secrets = {
    A: 'plain-1.2/3=',
    B: "it's # no comment",
    C: 'two\nlines with \\n and "quotes"',
    D: `'and" together`,
    E: 'ends in space ',
    F: '',
    G: 'Ünïcode $HOME ${A}',
    H: `'both \`marks\``,
  }
  const { text, unwritable } = formatEnv(secrets)
  assert.deepEqual([{ ...parseEnv(text) }, unwritable], [secrets, []])
  assert.deepEqual(formatEnv({ A: '\'"`' }), { text: '', unwritable: ['A'] })
})

test('import writes the subscribers of a page to a private file beside the document', (t) => {
  const { folder, out } = prepare(t)
  const source = join(folder, 'statuspage')
  mkdirSync(source)
  writeFileSync(join(source, 'page.json'), JSON.stringify({ id: 'p1', name: 'Acme', subdomain: 'acme' }))
  writeFileSync(join(source, 'subscribers.csv'), 'email\nreader@example.com\n')
  runImport('statuspage', source, { out }, MONDAY)
  const list = join(folder, 'subscribers.csv')
  assert.equal(readFileSync(list, 'utf8'), 'page,email\nacme,reader@example.com\n')
  assert.equal(statSync(list).mode & 0o777, 0o600)
})
