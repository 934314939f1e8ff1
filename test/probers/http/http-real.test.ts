/** HTTP checks against nginx, where it is installed. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createAuthority, createCertificate } from '../../support/targets/certificates.ts'
import { findFreePort } from '../../support/targets/free-port.ts'
import { check, fileWith, makeTools, verdictOf } from '../check.ts'
import { nginx, startReal } from '../real-servers.ts'

const UP = ['up', null, null]
const PAGE = `<title>Shop</title>${'All systems are operational. '.repeat(500)}\n`

test('nginx is up over HTTP and HTTPS with redirects and gzip, fails in time, and is down when stopped', async (t) => {
  const authority = createAuthority()
  const certificate = createCertificate({ names: ['localhost'], issuer: authority })
  const securePort = await findFreePort()
  const server = await startReal(
    t,
    nginx((folder, port) => {
      writeFileSync(join(folder, 'index.html'), PAGE)
      writeFileSync(join(folder, 'cert.pem'), certificate.cert)
      writeFileSync(join(folder, 'key.pem'), certificate.key)
      return `
        types { text/html html; }
        gzip on;
        server {
          listen 127.0.0.1:${port};
          root ${folder};
          client_max_body_size 1k;
          location = /old { return 301 /; }
          location = /safe { return 302 https://localhost:${securePort}/; }
          location = /circle { return 302 /circle; }
          location = /busy { return 503; }
          location = /cut { return 444; }
        }
        server {
          listen 127.0.0.1:${securePort} ssl http2;
          root ${folder};
          ssl_certificate ${folder}/cert.pem;
          ssl_certificate_key ${folder}/key.pem;
        }`
    }),
  )
  if (server === null) return
  const tools = makeTools(t, { caFile: fileWith(t, authority.cert) })
  const url = `http://127.0.0.1:${server.port}`
  const secureUrl = `https://localhost:${securePort}/`
  const verdict = async (target: string, settings = {}, type: 'HTTP' | 'KEYWORD' = 'HTTP') =>
    verdictOf(await check(t, target, { type, settings, tools }))

  assert.deepEqual(await verdict(url), UP)
  assert.deepEqual(await verdict(`${url}/old`), UP)
  assert.deepEqual(await verdict(`${url}/safe`), UP)
  assert.deepEqual(await verdict(secureUrl), UP)
  assert.deepEqual(await verdict(url, { method: 'HEAD' }), UP)
  const words = [{ text: 'systems are OPERATIONAL', shouldContain: true }]
  assert.deepEqual(await verdict(url, { keywords: words }, 'KEYWORD'), UP)
  assert.deepEqual(await verdict(secureUrl, { keywords: words }, 'KEYWORD'), UP)

  const down = (cause: string, message: string) => ['down', cause, message]
  const status = (code: number) => down('status_code', `status ${code}, expected 2xx`)
  assert.deepEqual(await verdict(`${url}/nowhere`), status(404))
  assert.deepEqual(await verdict(`${url}/busy`), status(503))
  assert.deepEqual(await verdict(url, { method: 'POST', body: 'x'.repeat(64 * 1024) }), status(413))
  assert.deepEqual(await verdict(`${url}/${'x'.repeat(1_900)}`), status(404))
  const circle = down('status_code', `status 302: more than 10 redirects (redirected to ${url})`)
  assert.deepEqual(await verdict(`${url}/circle`), circle)
  const cut = down('connection_error', `read 127.0.0.1:${server.port}: connection closed without a response`)
  assert.deepEqual(await verdict(`${url}/cut`), cut)
  assert.deepEqual(await verdict(`http://localhost:${securePort}/`), status(400))
  assert.equal((await verdict(`https://localhost:${server.port}/`))[1], 'ssl_error')

  await server.stop()
  const refused = down('connection_error', `connect 127.0.0.1:${server.port}: ECONNREFUSED`)
  assert.deepEqual(await verdict(url), refused)
})

test('nginx with HTTP/2 only is reported as HTTP/2, unless its version supports both', async (t) => {
  const server = await startReal(
    t,
    nginx((_, port) => `server { listen 127.0.0.1:${port} http2; return 200 hi; }`),
  )
  if (server === null) return
  const [status, errorType, message] = verdictOf(await check(t, `http://127.0.0.1:${server.port}/`))
  if (status === 'up') return
  assert.equal(errorType, 'connection_error')
  assert.equal(message, `read 127.0.0.1:${server.port}: not an HTTP/1.1 response, but HTTP/2`)
})
