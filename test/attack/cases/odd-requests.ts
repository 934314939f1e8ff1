import { defineAttack } from '../attack.ts'
import { createHeartbeat, signUp } from '../stage/accounts.ts'
import { createSender } from '../stage/load.ts'
import { statusOf } from '../stage/raw.ts'

const HEAD = 'GET /api/health HTTP/1.1\r\n'

/** Requests that every server should reject, with the expected status. Source: RFC 9112, sections 3.2 and 6 */
const RAW: [what: string, bytes: string, status: number][] = [
  ['one Host header', `${HEAD}Host: a\r\n\r\n`, 200],
  ['two Host headers', `${HEAD}Host: a\r\nHost: b\r\n\r\n`, 400],
  ['two equal Host headers', `${HEAD}Host: a\r\nHost: a\r\n\r\n`, 400],
  ['no Host header', `${HEAD}\r\n`, 400],
  ['two lengths', `POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
  [
    'a length and chunks',
    `POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
  ],
  ['a header over two lines', `${HEAD}Host: a\r\nX-A: b\r\n c\r\n\r\n`, 400],
  ['a space before the colon', `${HEAD}Host : a\r\n\r\n`, 400],
]

/** Paths that do not exist. */
const MISSING = ['/assets/none.js', '/assets/', '/none.txt']

/** Paths that lead out of the assets folder. */
const OUTSIDE = ['/assets/../package.json', '/assets/..%2f..%2fpackage.json', '/assets/%2e%2e/%2e%2e/package.json']

export const oddRequests = defineAttack({
  name: 'odd-requests',
  title: 'ambiguous heads, missing assets, pings with a slash at the end',
  bar: 'ambiguous heads are 400, missing paths are 404, paths outside are refused, and a ping with a slash at the end counts',
  databases: ['sqlite'],
  async run(stage) {
    const server = await stage.start()
    const { call } = await signUp(server.url, 'owner')
    const { heartbeat_token: token } = await createHeartbeat(call, 'Job')
    const expectStatus = (what: string, status: number, wanted: number) => {
      stage.record(what, status)
      stage.expect(status === wanted, `${what}: ${status}, not ${wanted}`)
    }
    for (const [what, bytes, wanted] of RAW) expectStatus(what, await statusOf(server.url, bytes), wanted)
    const send = createSender(server.url)
    for (const path of MISSING) expectStatus(`GET ${path}`, (await send({ path })).status, 404)
    for (const path of OUTSIDE) {
      const { status } = await send({ path })
      stage.record(`GET ${path}`, status)
      stage.expect(status === 400 || status === 404, `${path}: ${status}`)
    }
    for (const path of ['', '/start', '/fail', '/0'])
      expectStatus(`ping${path}/`, (await send({ path: `/ping/${token}${path}/` })).status, 200)
  },
})
