/** The service worker of the dashboard shows push messages in a real browser. */
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import Fastify, { type FastifyReply } from 'fastify'
import { createDashboard } from '../../../src/pages/dashboard.ts'
import type { Cleanup } from '../../support/database/stores.ts'
import { openBrowser, openPage } from '../../support/programs/browser.ts'
import { ROOT } from '../../support/programs/program.ts'
import { openPushWorker } from '../../support/programs/push-worker.ts'
import { waitUntil } from '../../support/time/until.ts'

const DOWN = {
  title: 'Down: Shop',
  body: 'no answer',
  mood: 'bad',
  tag: 'shop',
  subjects: ['shop'],
  at: 1_000,
  path: '/incidents/shop',
  acknowledge: { label: 'Acknowledge', path: '/acknowledge/token' },
}
const UP = { ...DOWN, title: 'Up: Shop', mood: 'good', at: 2_000, acknowledge: undefined }

/** @param answer of the acknowledge link */
async function prepare(
  t: Cleanup,
  answer: (reply: FastifyReply) => unknown = (reply) => reply.send({ title: 'Done' }),
) {
  const server = Fastify()
  const asked: (string | undefined)[] = []
  createDashboard(join(ROOT, 'web/dist'))(server as never, {} as never)
  server.post('/acknowledge/token', (request, reply) => {
    asked.push(request.headers.cookie)
    return answer(reply)
  })
  server.get('/api/*', (_request, reply) => reply.code(401).send({}))
  await server.listen({ port: 0, host: '127.0.0.1' })
  t.after(() => server.close())
  const url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  const { page } = await openPage(await openBrowser(t), url)
  await page.goto('/login')
  return { url, page, asked, worker: await openPushWorker(page) }
}

test('a recovery replaces the alert about the same incident', async (t) => {
  const { worker } = await prepare(t)
  await worker.deliver(DOWN)
  const shown = await worker.see('Down: Shop')
  assert.deepEqual(shown, { title: 'Down: Shop', body: 'no answer', tag: 'shop', actions: ['Acknowledge'] })
  await worker.deliver({ ...DOWN, title: 'Down: Mail', tag: 'mail', subjects: ['mail'] })
  await worker.see('Down: Mail')
  await worker.deliver(UP)
  await worker.see('Up: Shop')
  assert.deepEqual(
    (await worker.list()).map(({ title }) => title),
    ['Down: Mail', 'Up: Shop'],
  )

  const group = { ...UP, title: '2 monitors are up', tag: 'shop and mail', subjects: ['mail', 'shop'] }
  await worker.deliver(group)
  await worker.see('2 monitors are up')
  assert.equal((await worker.list()).length, 1, 'a group replaces the notifications about its incidents')
  await worker.deliver(DOWN)
  await worker.see('Down: Shop')
  assert.equal((await worker.list()).length, 2, 'a message about one incident keeps the group')
})

test('a message that cannot be read is shown nevertheless', async (t) => {
  const { url, worker } = await prepare(t)
  await worker.deliver('no JSON')
  await worker.tap('Watchkeeper')
  assert.deepEqual(await worker.listOpened(), [`${url}/`])
})

test('a tap opens the incident', async (t) => {
  const { url, worker } = await prepare(t)
  await worker.deliver(DOWN)
  await worker.tap('Down: Shop')
  assert.deepEqual(await worker.listOpened(), [`${url}/incidents/shop`])
  assert.deepEqual(await worker.list(), [])
})

test('an ended subscription is reported, and a tap opens the account', async (t) => {
  const { url, worker } = await prepare(t)
  await worker.endSubscription()
  await worker.tap('Open Watchkeeper to keep receiving alerts')
  assert.deepEqual(await worker.listOpened(), [`${url}/account`])
})

test('the next message removes the report of an ended subscription', async (t) => {
  const { worker } = await prepare(t)
  await worker.endSubscription()
  await worker.see('Open Watchkeeper to keep receiving alerts')
  await worker.deliver(DOWN)
  await worker.see('Down: Shop')
  await waitUntil(async () => (await worker.list()).length === 1, 'the removal of the report')
})

test('the button acknowledges without a window and without cookies, and shows the result', async (t) => {
  const { url, page, asked, worker } = await prepare(t)
  await page.context().addCookies([{ name: 'session', value: 'secret', url }])
  await worker.deliver(DOWN)
  await worker.tap('Down: Shop', 'acknowledge')
  const shown = await worker.see('Done')
  assert.deepEqual(shown, { title: 'Done', body: 'Down: Shop', tag: 'shop', actions: [] })
  assert.deepEqual([asked, await worker.listOpened()], [[undefined], []])
  await worker.tap('Done')
  assert.deepEqual(await worker.listOpened(), [`${url}/incidents/shop`])
})

test('a failed acknowledgement is reported and can be repeated, and an expired link cannot', async (t) => {
  const answers: ((reply: FastifyReply) => unknown)[] = [
    (reply) => reply.raw.destroy(),
    (reply) => reply.code(503).send({ error: {} }),
    (reply) => reply.code(410).send({ title: 'This link has expired' }),
  ]
  const { worker, asked } = await prepare(t, (reply) => answers.shift()!(reply))
  await worker.deliver(DOWN)
  await worker.tap('Down: Shop', 'acknowledge')
  for (let attempt = 0; attempt < 2; attempt++) {
    const failed = await worker.see('Acknowledgement not confirmed')
    assert.match(failed.body, /^Down: Shop\n.*Try again/)
    assert.deepEqual([failed.tag, failed.actions], ['shop', ['Acknowledge']])
    await worker.tap('Acknowledgement not confirmed', 'acknowledge')
  }
  assert.deepEqual((await worker.see('This link has expired')).actions, [])
  assert.equal(asked.length, 3)
})
