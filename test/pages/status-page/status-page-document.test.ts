import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FEED_NAMES } from '../../../src/pages/feeds/feeds.ts'
import { DOCUMENT_PATHS } from '../../../src/pages/feeds/statuspage-json.ts'
import { readDocument, withExamples } from './status-page-document.ts'

const DOCUMENT = readDocument()

test('the examples of docs/status-pages.md equal the answers of the service', async () => {
  assert.equal(
    DOCUMENT,
    await withExamples(DOCUMENT),
    'node test/pages/status-page/status-page-document.ts writes them again',
  )
})

test('docs/status-pages.md names every URL', () => {
  for (const name of [...FEED_NAMES, 'maintenance.ics', 'badge.svg']) assert.ok(DOCUMENT.includes(`\`${name}\``), name)
  const short = (path: string) => path.replace('scheduled-maintenances/active', '…/active')
  for (const path of DOCUMENT_PATHS) assert.ok(DOCUMENT.includes(`\`${short(path)}\``), path)
})
