import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'

type Answer = (request: Request, signal: AbortSignal) => Promise<Response>

/** Simulates a browser without a user. `answer` serves the changes, and `probe` the short request before them. */
async function loadClient(
  t: TestContext,
  { isOnline, probe, answer }: { isOnline: boolean; probe: Answer; answer: Answer },
) {
  const received: string[] = []
  const globals = {
    location: { origin: 'http://127.0.0.1:1' },
    addEventListener: () => {},
    navigator: { onLine: isOnline },
    fetch: (target: Request | string, { signal }: { signal: AbortSignal }) => {
      const request = new Request(new URL(typeof target === 'string' ? target : target.url, 'http://127.0.0.1:1'), {
        method: typeof target === 'string' ? 'HEAD' : target.method,
      })
      received.push(request.method)
      return request.method === 'HEAD' ? probe(request, signal) : answer(request, signal)
    },
  }
  for (const [name, value] of Object.entries(globals)) {
    const before = Object.getOwnPropertyDescriptor(globalThis, name)
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
    t.after(() => {
      if (before) Object.defineProperty(globalThis, name, before)
      else Reflect.deleteProperty(globalThis, name)
    })
  }
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const path = '../../../web/src/api/client.ts'
  const { sendAuthorized } = (await import(`${path}?${t.name}`)) as typeof import('../../../web/src/api/client.ts')
  return {
    received,
    /** Returns the code of the failure. */
    send: async (method: string, path = '/api/monitors/1', headers = {}): Promise<string> => {
      const outcome = sendAuthorized(new Request(`http://127.0.0.1:1${path}`, { method, headers })).then(
        () => 'done',
        ({ code }) => code,
      )
      // The short request, then the change
      for (let turn = 0; turn < 2; turn++) {
        await new Promise((done) => setImmediate(done))
        t.mock.timers.tick(120_000)
      }
      return outcome
    },
  }
}

const refuse: Answer = async () => {
  throw new TypeError('Failed to fetch')
}
const accept: Answer = async () => new Response()

/** Receives the request and never answers. */
const hang: Answer = (_request, signal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

test('a change without a network is not handed over while the server does not answer', async (t) => {
  for (const probe of [refuse, hang]) {
    const { send, received } = await loadClient(t, { isOnline: false, probe, answer: hang })
    assert.equal(await send('DELETE'), 'NOT_SENT')
    assert.deepEqual(received, ['HEAD'])
    t.mock.timers.reset()
  }
})

test('a change that a server on this machine received is unconfirmed without a network', async (t) => {
  for (const answer of [refuse, hang]) {
    const { send, received } = await loadClient(t, { isOnline: false, probe: accept, answer })
    assert.equal(await send('DELETE'), 'UNCONFIRMED')
    assert.deepEqual(received, ['HEAD', 'DELETE'])
    t.mock.timers.reset()
  }
})

test('a change with a network is sent at once, and a read never has a short request', async (t) => {
  const online = await loadClient(t, { isOnline: true, probe: accept, answer: hang })
  assert.equal(await online.send('DELETE'), 'UNCONFIRMED')
  assert.deepEqual(online.received, ['DELETE'])
  t.mock.timers.reset()
  const offline = await loadClient(t, { isOnline: false, probe: accept, answer: refuse })
  assert.equal(await offline.send('GET'), 'NETWORK')
  assert.deepEqual(offline.received, ['GET'])
})

test('the stream of a check that stays silent ends after the limit of the check', async (t) => {
  const { send } = await loadClient(t, { isOnline: true, probe: accept, answer: hang })
  assert.equal(await send('POST', '/api/monitors/test', { accept: 'text/event-stream' }), 'NETWORK')
})
