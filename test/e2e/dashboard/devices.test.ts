/** Push messages to a device of a user, from the button in the dashboard to the notification. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { expectData } from '../../support/api/client.ts'
import { createTestFolder } from '../../support/database/stores.ts'
import { findAccessibilityViolations, isTooWide, leave } from '../../support/programs/browser.ts'
import { openDashboard } from '../../support/programs/dashboard.ts'
import { openPushWorker } from '../../support/programs/push-worker.ts'
import { createCertificate } from '../../support/targets/certificates.ts'
import { type PushAnswer, type Subscription, startPushService } from '../../support/targets/push-service.ts'
import { startSink } from '../../support/targets/sink.ts'
import { waitUntil } from '../../support/time/until.ts'

/** The headless browser of the tests has no push service and permits no notifications. */
const SUBSCRIBE = `
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
  Notification.requestPermission = async () => 'granted'
  let current = null
  PushManager.prototype.getSubscription = async () => current
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    const facts = await createSubscription(applicationServerKey)
    current = { ...facts, toJSON: () => facts, unsubscribe: async () => void (current = null) }
    return current
  }`

test('a user adds a browser, tests it, acknowledges from it and deletes it', async (t) => {
  const certificate = createCertificate({ names: ['127.0.0.1'] })
  const authorities = join(createTestFolder(t), 'ca.pem')
  writeFileSync(authorities, certificate.cert)
  let answer: PushAnswer = { status: 201 }
  const service = await startPushService(t, () => answer, certificate)
  const { call, visit, page } = await openDashboard(t, { WK_CA_FILE: authorities, WK_EGRESS_ALLOW: '127.0.0.0/8' })
  const subscriptions: Subscription[] = []
  const keys: string[] = []
  await page.exposeFunction('createSubscription', (key: string) => {
    const made = service.subscribe()
    subscriptions.push(made)
    keys.push(key)
    return { endpoint: made.endpoint, keys: made.keys }
  })

  await page.goto('/account')
  await page.getByText('This browser blocks notifications of this site').waitFor()
  await page.addInitScript(SUBSCRIBE)
  await page.reload()
  await page.getByRole('button', { name: 'Notify this device' }).click()
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Chrome, Linux' }) })
  await row.getByText('This browser').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Notify this device' }).count(), 0)
  const key = (await expectData(call('GET', '/api/auth/contact-methods/web-push-key'))).public_key
  assert.deepEqual(keys, [key])

  const worker = await openPushWorker(page)
  const test = () => row.getByRole('button', { name: 'Send test to Chrome, Linux' }).click()
  await test()
  await row.getByText('The push service accepted the test').waitFor()
  await worker.deliver(String(subscriptions[0]!.decrypt(service.received[0]!.body)))
  assert.match((await worker.see('Test notification from Watchkeeper')).body, /"Chrome, Linux"/)

  const sink = await startSink(t)
  await expectData(
    call('POST', '/api/notification-targets', {
      name: 'Sink',
      channel: 'webhook',
      config: { url: sink.url },
      is_default: true,
    }),
  )
  const report = { title: 'Shop does not answer', severity: 'critical', type: 'timeout', error_message: 'no answer' }
  const { incident } = await expectData(call('POST', '/api/incidents', report))
  await waitUntil(() => sink.received.length > 0, 'the alert')
  const path = new URL(sink.received[0]!.event.data.links!.acknowledge).pathname
  const message = { title: 'Down', body: '', mood: 'bad', tag: 'shop', subjects: ['shop'], at: 0, path: '/' }
  await worker.deliver({ ...message, acknowledge: { label: 'Acknowledge', path } })
  await worker.tap('Down', 'acknowledge')
  await worker.see('Acknowledged')
  assert.equal((await expectData(call('GET', `/api/incidents/${incident.id}`))).incident.status, 'acknowledged')

  answer = { status: 410 }
  await test()
  await row.getByText('The browser has ended this subscription').waitFor()
  await page.reload()
  await row.getByText('The browser has ended this subscription').waitFor()
  assert.deepEqual(await findAccessibilityViolations(page), [])
  await page.setViewportSize({ width: 360, height: 800 })
  assert.equal(await isTooWide(page), false)

  answer = { status: 201 }
  await page.getByRole('button', { name: 'Notify this device' }).click()
  await row.getByText('This browser').waitFor()
  await test()
  await row.getByText('The push service accepted the test').waitFor()
  assert.equal(service.received.at(-1)!.path, new URL(subscriptions[1]!.endpoint).pathname)
  const { contact_methods: methods } = await expectData(call('GET', '/api/auth/contact-methods'))
  assert.equal(methods.length, 2, 'the account email and one device')

  await row.getByRole('button', { name: 'Delete Chrome, Linux' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await row.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Notify this device' }).waitFor()
  assert.equal((await expectData(call('GET', '/api/auth/contact-methods'))).contact_methods.length, 1)
  await leave(visit)
})
