/** A status page as files, read from a web server that serves only files. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { createTestClient, expectData } from '../support/api/client.ts'
import { type Cleanup, createTestFolder } from '../support/database/stores.ts'
import { runProgram, startProgram } from '../support/programs/program.ts'

async function serveFolder(t: Cleanup, folder: string): Promise<string> {
  const server = createServer((request, response) => {
    const file = join(folder, request.url === '/' ? 'index.html' : request.url!)
    response.writeHead(existsSync(file) ? 200 : 404)
    response.end(existsSync(file) ? readFileSync(file) : '')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a page is exported repeatedly while the server runs, and can be read after it stops', async (t) => {
  const env = { WK_DATA_DIR: createTestFolder(t), WK_LOCAL_PROBE: 'off' }
  const program = await startProgram(t, { env })
  const client = createTestClient(program.url)
  const account = { email: 'alice@example.com', password: 'correct horse battery', name: 'Alice' }
  const { access_token, project } = await expectData(client('POST', '/api/auth/register', account))
  const owner = createTestClient(program.url, { authorization: `Bearer ${access_token}` })
  const pages = `/api/projects/${project.id}/status-pages`
  const monitor = { name: 'secret-01', type: 'HTTP', target: 'https://secret.example.test/' }
  const { id } = (await expectData(owner('POST', '/api/monitors', monitor))).monitor
  const sections = [{ name: 'Web', components: [{ monitor_id: id, display_name: 'Front' }] }]
  const made = owner('POST', pages, { name: 'Shop', slug: 'shop', is_published: true, sections })
  const pageId = (await expectData(made)).status_page.id
  const folder = join(createTestFolder(t), 'site')

  const first = await runProgram(['export-status', 'shop', folder, '--base-url', 'https://status.example.test/'], env)
  assert.equal(first.code, 0, first.stderr)
  assert.match(first.stdout, /^Wrote \d+ files to /)
  writeFileSync(join(folder, 'CNAME'), 'status.example.test')
  assert.equal((await runProgram(['export-status', 'shop', folder], env)).code, 0)
  assert.equal(readFileSync(join(folder, 'CNAME'), 'utf8'), 'status.example.test')
  assert.deepEqual(
    readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('.new')),
    [],
  )

  await expectData(owner('PUT', `${pages}/${pageId}`, { password: 'sesame' }))
  const refused = await runProgram(['export-status', 'shop', folder], env)
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /is password-protected.*--include-protected/)
  assert.equal((await runProgram(['export-status', 'shop', folder, '--include-protected'], env)).code, 0)
  await program.stop()

  const url = await serveFolder(t, folder)
  const index = await (await fetch(url)).text()
  assert.match(index, /<h1 dir="auto">Shop<\/h1>[\s\S]*Front/)
  assert.doesNotMatch(index, /secret/)
  for (const [, link] of index.matchAll(/href="(?!https?:|#|data:)([^"]+)"/g))
    assert.equal((await fetch(`${url}/${link}`)).status, 200, String(link))

  for (const [wanted, args, words] of [
    [1, ['nothing', folder], /no published status page "nothing"/],
    [64, ['shop', folder, '--base-url', 'ftp://x'], /--base-url must begin with http/],
    [1, ['shop', '/dev/null/site', '--include-protected'], /Cannot write to \/dev\/null\/site/],
  ] as const) {
    const { code, stderr } = await runProgram(['export-status', ...args], env)
    assert.deepEqual([code, words.test(stderr)], [wanted, true], stderr)
  }
})
