/** Sources that are damaged, hostile or of another program. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { ImportError } from '../../src/importers/importer.ts'
import { importConfiguration } from '../../src/importers/index.ts'
import { applyImport } from '../support/importers/apply-import.ts'
import { createKumaDatabase, fillKuma, importKumaDatabase } from '../support/importers/kuma-database.ts'
import { findOutcome } from '../support/importers/outcome.ts'
import { MONDAY } from '../support/time/clock.ts'

const NO_BYTES = Buffer.alloc(0)
const toFile = (name: string, text: string) => ({ name, bytes: Buffer.from(text) })

test('groups in a cycle and references to nothing end the import normally', (t) => {
  const kuma = createKumaDatabase(t)
  kuma.insert('monitor', { name: 'A', type: 'group', parent: 2 })
  kuma.insert('monitor', { name: 'B', type: 'group', parent: 1 })
  kuma.insert('monitor', { name: 'C', type: 'http', url: 'http://a.test/', parent: 99 })
  kuma.insert('monitor_notification', { monitor_id: 3, notification_id: 99 })
  assert.deepEqual(Object.keys(importKumaDatabase(kuma).document.groups!).sort(), ['a', 'b'])
})

test('a group is up while all members are, unless its members notify other targets than the default ones', async (t) => {
  const kuma = createKumaDatabase(t)
  const slack = (name: string, is_default: number) =>
    kuma.insert('notification', {
      name,
      is_default,
      config: JSON.stringify({ type: 'slack', slackwebhookURL: `https://hooks.slack.com/services/T0/B0/${name}` }),
    })
  const [team, other] = [slack('Team', 1), slack('Other', 0)]
  const add = (name: string, type: string, parent: number | null, target?: number) => {
    const id = kuma.insert('monitor', { name, type, parent, ...(type === 'http' && { url: `http://${name}.test/` }) })
    if (target) kuma.insert('monitor_notification', { monitor_id: id, notification_id: target })
    return id
  }
  const shop = add('Shop', 'group', null)
  add('web', 'http', shop, team)
  const office = add('Office', 'group', null)
  const floor = add('Floor', 'group', office)
  add('printer', 'http', floor, other)
  const quiet = add('Quiet', 'group', null)
  add('lamp', 'http', quiet)
  const page = kuma.insert('status_page', { slug: 'shop', title: 'Example', icon: '', theme: 'dark' })
  const section = kuma.insert('group', { name: 'All', status_page_id: page, weight: 1 })
  for (const id of [shop, office]) kuma.insert('monitor_group', { monitor_id: id, group_id: section })
  const result = importKumaDatabase(kuma)
  assert.deepEqual(result.document.groups, {
    shop: { name: 'Shop', condition: { mode: 'all' } },
    office: { name: 'Office' },
    floor: { name: 'Floor', parent_group: 'office' },
    quiet: { name: 'Quiet' },
  })
  for (const name of ['Office', 'Floor', 'Quiet'])
    assert.deepEqual(findOutcome(result, name), [
      'changed',
      'It has no status: its alert goes to the default targets, and its monitors have other targets.',
    ])
  assert.deepEqual(result.document.status_pages!.example!.sections, [{ name: 'All', components: [{ group: 'shop' }] }])
  const exported = await applyImport(t, result)
  assert.deepEqual(exported.groups!.shop!.condition, { mode: 'all' })
})

test('the code of a hostile database does not run', (t) => {
  const kuma = createKumaDatabase(t)
  kuma.insert('monitor', { name: 'Site', type: 'http', url: 'http://a.test/' })
  kuma.db.exec(`
    DROP TABLE tag;
    CREATE VIEW tag AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS id, x AS name FROM n;
    DROP TABLE proxy;
    CREATE VIRTUAL TABLE proxy USING fts5(host);
    ALTER TABLE monitor ADD COLUMN bomb GENERATED ALWAYS AS (zeroblob(500000000)) VIRTUAL;
  `)
  const result = importKumaDatabase(kuma)
  assert.deepEqual(Object.keys(result.document.monitors!), ['site'])
})

test('a source that is no complete export is refused with one sentence', (t) => {
  const kuma = createKumaDatabase(t)
  fillKuma(kuma)
  kuma.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const whole = kuma.db.serialize()
  const damaged = Buffer.from(whole)
  damaged.fill(0xff, 4096, 20_000)
  for (const [name, bytes] of [
    ['truncated database', Buffer.from(whole).subarray(0, 6_000)],
    ['damaged database', damaged],
    ['header only', Buffer.from('SQLite format 3\0')],
    ['empty file', NO_BYTES],
    ['truncated JSON', Buffer.from('{"version": "1.23", "monitorList": [')],
    ['JSON of another product', Buffer.from('{"monitors": []}')],
    ['binary file', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
  ] as const)
    assert.throws(
      () => importConfiguration('uptime-kuma', [{ name: 'file', bytes }], MONDAY),
      (error: Error) => error instanceof ImportError && /^[^\n]+: [^\n]+\.$/.test(error.message),
      name,
    )
})

/** Makes an interior page, all of whose cells lead to the same page below. */
function writeLoop(bytes: Buffer, page: number, child: number, pageSize: number): void {
  const start = (page - 1) * pageSize
  bytes.fill(0, start, start + pageSize)
  bytes.writeUInt8(5, start)
  bytes.writeUInt16BE(400, start + 3)
  bytes.writeUInt16BE(pageSize - 5, start + 5)
  bytes.writeUInt32BE(child, start + 8)
  for (let cell = 0; cell < 400; cell++) bytes.writeUInt16BE(pageSize - 5, start + 12 + 2 * cell)
  bytes.writeUInt32BE(child, start + pageSize - 5)
}

test('a database whose pages lead to the same page many times is refused at once', (t) => {
  const kuma = createKumaDatabase(t)
  fillKuma(kuma)
  kuma.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const whole = Buffer.from(kuma.db.serialize())
  const pageSize = whole.readUInt16BE(16)
  const { rootpage } = kuma.db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'monitor'").get()!
  const count = whole.length / pageSize
  const bytes = Buffer.concat([whole, Buffer.alloc(6 * pageSize)])
  bytes.writeUInt32BE(count + 6, 28)
  writeLoop(bytes, Number(rootpage), count + 1, pageSize)
  for (let level = 1; level < 6; level++) writeLoop(bytes, count + level, count + level + 1, pageSize)
  bytes.writeUInt8(13, (count + 5) * pageSize)
  const damaged = /truncated or damaged/
  assert.throws(() => importConfiguration('uptime-kuma', [{ name: 'kuma.db', bytes }], MONDAY), damaged)
  const schema = Buffer.from(whole)
  assert.equal(schema[100], 5, 'the schema has several pages')
  schema.writeUInt32BE(1, 108)
  assert.throws(() => importConfiguration('uptime-kuma', [{ name: 'kuma.db', bytes: schema }], MONDAY), damaged)
})

test('a database that a client sends is imported as a file is, also in the mode of a write-ahead log', (t) => {
  const kuma = createKumaDatabase(t)
  fillKuma(kuma)
  for (let number = 0; number < 2_000; number++) kuma.insert('monitor', { name: `Site ${number}`, type: 'mqtt' })
  kuma.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const bytes = readFileSync(kuma.path)
  assert.equal(bytes[18], 2, 'the database has a write-ahead log')
  const sent = importConfiguration('uptime-kuma', [{ name: 'kuma.db', bytes }], MONDAY)
  assert.deepEqual(sent, importKumaDatabase(kuma))
  assert.equal(bytes[18], 2, 'the bytes stay as they are')
})

test('a database of another program is refused', (t) => {
  const kuma = createKumaDatabase(t)
  kuma.db.exec('DROP TABLE monitor')
  assert.throws(() => importKumaDatabase(kuma), /This is not a database of Uptime Kuma/)
  const other = `${kuma.path}.txt`
  writeFileSync(other, 'no database at all, only a text')
  assert.throws(() => importKumaDatabase({ path: other }), /This is not a database of Uptime Kuma/)
})

test('no secret of the source appears in the report or in a message', (t) => {
  const kuma = createKumaDatabase(t)
  const url = 'https://me:planted@example.com/?token=planted'
  kuma.insert('monitor', { type: 'http', url })
  kuma.insert('monitor', { type: 'mqtt', url })
  const { document, report } = importKumaDatabase(kuma)
  assert.doesNotMatch(JSON.stringify([document, report]), /planted/)
  assert.throws(
    () => importConfiguration('uptime-kuma', [toFile('a.json', '{"password": planted}')], MONDAY),
    (error: Error) => !error.message.includes('planted'),
  )
})
