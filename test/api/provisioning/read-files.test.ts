import assert from 'node:assert/strict'
import { test } from 'node:test'
import { convertUpload, readFiles } from '../../../src/api/provisioning/convert-upload.ts'

const toFile = (name: string, text: string) => ({ name, bytes: Buffer.from(text) })

test('an import returns the subscribers of a page as a file when the source has subscribers', () => {
  const page = toFile('page.json', JSON.stringify({ id: 'p1', name: 'Acme', subdomain: 'acme' }))
  const readers = toFile('subscribers.csv', 'email\nreader@example.com\n')
  const read = (...files: (typeof page)[]) => readFiles('statuspage', files, 0).subscribers_csv
  assert.equal(read(page, readers), 'page,email\nacme,reader@example.com\n')
  assert.equal(read(page), null)
})

test('documents are refused by their sum', () => {
  const half = toFile('a.yaml', `# ${'x'.repeat(2_097_152)}`)
  assert.throws(() => readFiles(null, [half, half], 0), { message: /more than 4 MiB together/ })
})

const CHECK = { name: 'Backup', grace: 60, timeout: 3_600, ping_url: 'https://hc-ping.com/31365bce' }
const ROBOT = { friendlyName: 'Shop', url: 'https://example.com', type: 'HTTP', interval: 60 }
const STACK = { type: 'monitor', id: '1', attributes: { pronounceable_name: 'Shop', url: 'https://example.com' } }
const JOB = '{ job_name: a, metrics_path: /probe, params: { module: [http_2xx] }, static_configs: [] }'
const ENDPOINT = '{ name: a, url: "https://example.com", conditions: ["[STATUS] == 200"] }'

/** Kind, and the files by name. */
const SOURCES: [string, Record<string, string>][] = [
  ['watchkeeper', { 'shop.yaml': '# Shop\nversion: 1\n' }],
  ['watchkeeper', { 'a.yaml': 'groups: {}\nversion: 1\n', 'b.yaml': 'version: 1\n' }],
  ['watchkeeper', { 'shop.json': '{"version":1,"monitors":{}}' }],
  [
    'watchkeeper',
    { 'hook.yaml': `version: 1\nmonitors: { a: { http_config: { body: '{"page_id": 1, "type": "monitor"}' } } }\n` },
  ],
  ['uptime-kuma', { 'backup.json': JSON.stringify({ version: '1.23.0', notificationList: [], monitorList: [] }) }],
  ['gatus', { 'config.yaml': `# Shop\nendpoints: [${ENDPOINT}]\n` }],
  ['healthchecks', { 'checks.json': JSON.stringify({ checks: [CHECK] }) }],
  ['uptimerobot', { 'monitors.json': JSON.stringify({ data: [ROBOT] }) }],
  ['uptimerobot', { 'monitors.csv': '\ufeffID,Friendly Name,URL/IP,Type\n1,Shop,https://example.com,HTTP\n' }],
  ['better-stack', { 'monitors.json': JSON.stringify({ data: [STACK] }, null, 2) }],
  ['statuspage', { 'page.json': JSON.stringify({ id: 'p1', name: 'Acme', subdomain: 'acme' }) }],
  ['blackbox', { 'prometheus.yml': `scrape_configs: [${JOB}]\n`, 'blackbox.yml': 'modules: { http_2xx: {} }\n' }],
]

/** Sends files to the conversion that recognizes their product. */
function convertAny(files: Record<string, string>) {
  const encoded = Object.entries(files).map(([name, text]) => ({ name, content: Buffer.from(text).toString('base64') }))
  return convertUpload(Buffer.from(JSON.stringify({ kind: 'auto', files: encoded })), 0)
}

test('the product of files is recognized by their contents', () => {
  for (const [kind, files] of SOURCES) assert.equal(convertAny(files).data.kind, kind, Object.keys(files).join())
  assert.throws(() => convertAny({ 'notes.txt': 'Buy milk' }), { message: /of no known product: choose the product/ })
})

test('files of one character repeated are searched in one pass', () => {
  for (const text of ['\n', ' ', '{', '"type"', 'version', '\n '].map((part) => part.repeat(1_000_000 / part.length)))
    assert.throws(() => convertAny({ 'a.json': text }), { message: /of no known product/ })
})
