import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'

/** Simulates a browser. `answer` serves the renewal; every other request succeeds. */
async function loadSession(t: TestContext, answer: (signal: AbortSignal) => Promise<Response>) {
  const stored = new Map<string, string>([['wk-was-signed-in', '1']])
  const globals = {
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    },
    addEventListener: () => {},
    navigator: {}, // without locks, which a lost renewal would hold
    fetch: (path: string, { signal }: { signal: AbortSignal }) =>
      path === '/api/auth/refresh' ? answer(signal) : Promise.resolve(new Response()),
  }
  for (const [name, value] of Object.entries(globals)) {
    const before = Object.getOwnPropertyDescriptor(globalThis, name)
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
    t.after(() => {
      if (before) Object.defineProperty(globalThis, name, before)
      else Reflect.deleteProperty(globalThis, name)
    })
  }
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] })
  return (await import(`../../../web/src/api/session.ts?${t.name}`)) as typeof import('../../../web/src/api/session.ts')
}

const turn = () => new Promise((done) => setImmediate(done))

/** A renewal without an answer, until the page gives it up. */
const neverAnswer = (signal: AbortSignal): Promise<Response> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

test('a renewal that is lost ends, so that the next request renews the token again', async (t) => {
  let renewals = 0
  const session = await loadSession(t, (signal) => {
    renewals++
    return neverAnswer(signal)
  })
  const first = session.resumeSession().catch(({ code }) => code)
  await turn()
  t.mock.timers.tick(10_000)
  assert.equal(await first, 'NETWORK')
  assert.equal(await session.getAccessToken(), null)
  void session.renewToken(null).catch(() => {})
  assert.equal(renewals, 1)
  t.mock.timers.tick(20_000)
  await turn()
  void session.renewToken(null).catch(() => {})
  await turn()
  assert.equal(renewals, 2)
})

test('a page whose window of the browser has another session sends nothing more', async (t) => {
  const toToken = (sid: string) => `e30.${Buffer.from(JSON.stringify({ sub: 'alice', sid })).toString('base64url')}.x`
  let current = 'first'
  const session = await loadSession(t, async () =>
    Response.json(
      { data: { access_token: toToken(current), expires_in: 900 } },
      { headers: { 'x-api-version': '1.0' } },
    ),
  )
  await session.resumeSession()
  assert.equal(await session.getAccessToken(), toToken('first'))
  t.mock.timers.tick(900_000)
  assert.equal(await session.getAccessToken(), toToken('first'))
  current = 'of another user or organization'
  t.mock.timers.tick(900_000)
  assert.equal(await session.getAccessToken(), null)
  assert.deepEqual(session.getSession(), { state: 'out' })
})
