/** Runs the shipped Caddyfile in a real Caddy, in front of a server that is not ready. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createTestFolder } from '../support/database/stores.ts'
import { findFreePort } from '../support/targets/free-port.ts'
import { waitUntil } from '../support/time/until.ts'

const CADDYFILE = readFileSync(join(import.meta.dirname, '../../ops/proxy/Caddyfile'), 'utf8')

const MISSING = spawnSync('caddy', ['version']).error
  ? 'caddy is missing; get it with: apt-get install --no-install-recommends caddy (.ci/run fetches it)'
  : false

/** A server without its database: alive, not ready, and 503 for all other requests. */
async function startAway(t: TestContext) {
  let checks = 0
  const seen: string[] = []
  const server = createServer((request, response) => {
    const path = request.url!
    if (path === '/api/ready') checks++
    else seen.push(`${request.method} ${path} ${request.headers.forwarded}`)
    if (path === '/api/health') return response.end('alive')
    response.writeHead(503, { 'retry-after': '5' }).end('the database is away')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, checks: () => checks, seen }
}

/** @returns its address */
async function startCaddy(t: TestContext, upstream: string): Promise<string> {
  const folder = createTestFolder(t)
  const url = `http://127.0.0.1:${await findFreePort()}`
  const options = '{\n\tadmin off\n\tauto_https off\n}\n'
  const config = CADDYFILE.replace('{$DOMAIN:localhost}', url).replace('health_interval 5s', 'health_interval 20ms')
  writeFileSync(join(folder, 'Caddyfile'), options + config)
  const args = ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']
  const caddy = spawn('caddy', args, {
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, UPSTREAMS: upstream },
    stdio: 'ignore',
  })
  const ended = once(caddy, 'exit')
  t.after(async () => {
    caddy.kill()
    await ended
  })
  return url
}

test('Caddy forwards the answers of a server while none is ready', { skip: MISSING }, async (t) => {
  const server = await startAway(t)
  const url = await startCaddy(t, server.address)
  // The third check starts after the first result has been used
  await waitUntil(() => server.checks() >= 3, 'the health checks of Caddy')
  for (const method of ['GET', 'POST']) {
    const answer = await fetch(`${url}/api/monitors`, { method, headers: { forwarded: 'for=192.0.2.1' } })
    assert.equal(answer.status, 503)
    assert.equal(answer.headers.get('retry-after'), '5')
    assert.equal(await answer.text(), 'the database is away')
  }
  const health = await fetch(`${url}/api/health`)
  assert.deepEqual([health.status, await health.text()], [200, 'alive'])
  assert.equal((await fetch(`${url}/metrics`)).status, 404)
  assert.deepEqual(server.seen, [
    'GET /api/monitors undefined',
    'POST /api/monitors undefined',
    'GET /api/health undefined',
  ])
})
