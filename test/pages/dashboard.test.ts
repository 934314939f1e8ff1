import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { createDashboard, SCREENS } from '../../src/pages/dashboard.ts'

const SCRIPT = 'globalThis.dashboard = true'

/** Writes a folder like a build. */
function writeBuild(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'wk-dashboard-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const directory = join(folder, 'build')
  mkdirSync(join(directory, 'assets'), { recursive: true })
  writeFileSync(join(directory, 'index.html'), '<!doctype html><title>Watchkeeper</title>')
  writeFileSync(join(directory, 'theme.js'), '// theme')
  writeFileSync(join(directory, 'sw.js'), '// worker')
  writeFileSync(join(directory, 'assets/index-abc.js'), SCRIPT)
  writeFileSync(join(directory, 'assets/index-abc.js.br'), brotliCompressSync(SCRIPT))
  writeFileSync(join(folder, 'wk-secret.txt'), 'not for you')
  return directory
}

async function serve(t: TestContext, directory: string | null) {
  const server = Fastify()
  t.after(() => server.close())
  createDashboard(directory)(server as never, {} as never)
  await server.ready()
  return server
}

test('every screen is the same page, with a policy that forbids foreign and inline code', async (t) => {
  const server = await serve(t, writeBuild(t))
  for (const path of SCREENS) {
    const { statusCode, headers, body } = await server.inject(
      path.replace(':id', '0198c0de-7a11-7abc-8def-0123456789ab'),
    )
    assert.equal(statusCode, 200, path)
    assert.match(body, /<title>Watchkeeper/)
    assert.equal(headers['cache-control'], 'no-cache')
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /default-src 'none'.*script-src 'self';style-src 'self'/)
    assert.doesNotMatch(policy, /unsafe|\*|http/)
  }
})

test('a file with a hash in its name is cached forever, and compressed for clients that accept it', async (t) => {
  const server = await serve(t, writeBuild(t))
  const packed = await server.inject({ url: '/assets/index-abc.js', headers: { 'accept-encoding': 'gzip, br' } })
  assert.equal(packed.headers['content-encoding'], 'br')
  assert.match(String(packed.headers['cache-control']), /immutable/)
  const plain = await server.inject('/assets/index-abc.js')
  assert.equal(plain.body, SCRIPT)
  assert.equal((await server.inject('/theme.js')).headers['cache-control'], 'public, max-age=3600')
})

test('the service worker may only reach this server, and clients check for a new one', async (t) => {
  const { headers } = await (await serve(t, writeBuild(t))).inject('/sw.js')
  assert.match(String(headers['content-type']), /javascript/)
  assert.equal(headers['cache-control'], 'no-cache')
  assert.equal(headers['content-security-policy'], "default-src 'none';connect-src 'self';img-src 'self'")
})

test('a missing file is not cached, because the next server may have it', async (t) => {
  const server = await serve(t, writeBuild(t))
  for (const path of ['/assets/index-def.js', '/assets/', '/assets/..%2findex.html']) {
    const { statusCode, headers } = await server.inject(path)
    assert.ok(statusCode >= 400, path)
    assert.doesNotMatch(String(headers['cache-control']), /immutable|max-age/, path)
  }
})

test('files outside the build are not served', async (t) => {
  const server = await serve(t, writeBuild(t))
  for (const path of [
    '/assets/../../wk-secret.txt',
    '/assets/..%2f..%2fwk-secret.txt',
    '/assets/none.js',
    '/nowhere',
  ]) {
    const { statusCode, body } = await server.inject(path)
    assert.ok(statusCode >= 400, `${path} ${statusCode}`)
    assert.doesNotMatch(body, /not for you/)
  }
})

test('a server without a build states how to build the dashboard', async (t) => {
  const { statusCode, body } = await (await serve(t, null)).inject('/')
  assert.equal(statusCode, 503)
  assert.match(body, /npm run build/)
})

test('the server and the dashboard have the same screen URLs', () => {
  const router = readFileSync(new URL('../../web/src/app/router.tsx', import.meta.url), 'utf8')
  const known = [
    ...router.matchAll(/(createSignedOutRoute|createLinkRoute|createSignedInRoute|createSettingsRoute)\(\s*'([^']+)'/g),
  ].map(([, kind, path]) =>
    (kind === 'createSettingsRoute' ? `/settings${path === '/' ? '' : path}` : path!).replace('$', ':'),
  )
  const others = [...router.matchAll(/path: '([^']+)',\s*(?:beforeLoad: to|loader: load)/g)].map(([, path]) => path!)
  assert.deepEqual([...known, ...others].sort(), [...SCREENS].sort())
})
