import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFiles } from '../../../src/api/provisioning/convert-upload.ts'

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
