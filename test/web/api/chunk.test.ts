import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { loadChunk } from '../../../web/src/api/chunk.ts'
import { setUnsent } from '../../../web/src/api/pending-writes.ts'

/** Simulates a browser whose server is reachable or not, and counts page reloads. */
function simulateBrowser(t: TestContext, isReachable: () => boolean) {
  const kept = new Map<string, string>()
  const page = { reloads: 0 }
  const globals = {
    fetch: async () => {
      if (!isReachable()) throw new TypeError('Failed to fetch')
      return { ok: true }
    },
    location: { reload: () => page.reloads++ },
    sessionStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    },
    addEventListener: () => {},
    removeEventListener: () => {},
    setTimeout: (work: () => void) => setImmediate(work),
    clearTimeout: () => {},
  }
  for (const [name, value] of Object.entries(globals)) {
    const before = Object.getOwnPropertyDescriptor(globalThis, name)
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
    t.after(() => {
      if (before) Object.defineProperty(globalThis, name, before)
      else Reflect.deleteProperty(globalThis, name)
    })
  }
  return page
}

/** Fails the given number of times, then succeeds. */
const succeedsAfter = (failures: number) => {
  let tries = 0
  return async () => {
    if (tries++ < failures) throw new TypeError('Failed to fetch dynamically imported module')
    return 'the screen'
  }
}

test('a missing chunk loads without a page reload once the server is reachable again', async (t) => {
  let asked = 0
  const page = simulateBrowser(t, () => ++asked > 3)
  assert.equal(await loadChunk(succeedsAfter(4)), 'the screen')
  assert.equal(page.reloads, 0)
})

test('a chunk that the server no longer has reloads the page once', async (t) => {
  const page = simulateBrowser(t, () => true)
  void loadChunk(succeedsAfter(99))
  for (let turn = 0; turn < 20 && page.reloads === 0; turn++) await new Promise((done) => setImmediate(done))
  assert.equal(page.reloads, 1)
  await assert.rejects(loadChunk(succeedsAfter(99)), { code: 'NOT_LOADED', message: /dynamically imported/ })
  assert.equal(page.reloads, 1)
})

test('a part whose request is lost reloads the page when the server answers', async (t) => {
  let asked = 0
  const page = simulateBrowser(t, () => ++asked > 3)
  void loadChunk(() => new Promise(() => {}))
  for (let turn = 0; turn < 20 && page.reloads === 0; turn++) await new Promise((done) => setImmediate(done))
  assert.equal(page.reloads, 1)
  assert.equal(asked, 4)
})

test('a missing chunk does not reload the page while a change is unsent', async (t) => {
  const page = simulateBrowser(t, () => true)
  t.after(() => setUnsent(0))
  setUnsent(1)
  assert.equal(await loadChunk(succeedsAfter(9)), 'the screen')
  assert.equal(page.reloads, 0)
})
