import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { renderDocument } from '../../../scripts/api-docs/document.ts'
import type { DocsFile, ReadDocs } from '../../../src/api/platform/deps.ts'
import { createTestApp, TEST_CONFIG } from '../../support/api/app.ts'
import { readSourceDocs } from '../../support/api/source-docs.ts'

const BUILT = join(import.meta.dirname, '../../../web/dist/docs')

test('the built documents equal the documents rendered from the sources', async () => {
  for (const file of ['openapi.json', 'reference.html', 'scalar.js'] satisfies DocsFile[]) {
    const isCurrent = (await readFile(join(BUILT, file))).equals(await readSourceDocs(file))
    assert.ok(isCurrent, `web/dist/docs/${file} is older than the sources: npm run build`)
  }
})

test('the document does not depend on settings', async () => {
  const other = await renderDocument({
    mailer: { send: async () => {}, close: () => {} },
    config: { ...TEST_CONFIG, registration: 'closed', rateLimit: 1000, corsOrigins: ['https://other.example'] },
  })
  assert.equal(other, await renderDocument())
})

test('the document contains the URL of the server that sends it', async (t) => {
  const baseUrl = 'https://status.example.com:8443/a"$&b'
  const { api } = await (await createTestApp(t, 'sqlite')).serveAnother({ baseUrl })
  const { body } = await api.inject('/api/openapi.json')
  const { servers, info } = JSON.parse(body)
  assert.deepEqual(servers, [{ url: baseUrl }])
  assert.equal(info.contact.url, baseUrl)
  assert.ok(info.description.includes(`curl ${baseUrl}/api/monitors`))
  assert.doesNotMatch(body, /watchkeeper\.invalid/)
})

test('a server without a build refuses the documents and answers all other requests', async (t) => {
  const { call } = await (await createTestApp(t, 'sqlite')).serveAnother({}, { readDocs: undefined })
  for (const path of ['/api/openapi.json', '/docs', '/docs/scalar.js']) {
    const { status, body } = await call('GET', path)
    assert.deepEqual([status, body.error.code], [503, 'SERVICE_UNAVAILABLE'], path)
    assert.match(body.error.message, /npm run build/)
  }
  assert.equal((await call('GET', '/api/health')).status, 200)
})

test('a document that could not be read is read again for the next request, and then cached', async (t) => {
  let reads = 0
  const readDocs: ReadDocs = async (file) => {
    if (++reads === 1) throw new Error('too many open files')
    return readSourceDocs(file)
  }
  const { call } = await (await createTestApp(t, 'sqlite')).serveAnother({}, { readDocs })
  for (const path of ['/api/openapi.json', '/docs', '/docs/scalar.js']) {
    reads = 0
    const statuses = []
    for (let n = 0; n < 3; n++) statuses.push((await call('GET', path)).status)
    assert.deepEqual([statuses, reads], [[500, 200, 200], 2], path)
  }
})
