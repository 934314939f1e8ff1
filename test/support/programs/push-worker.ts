/** The service worker of the dashboard in a real browser, and the push messages that it receives. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { waitUntil } from '../time/until.ts'

export interface ShownNotification {
  title: string
  body: string
  tag: string
  actions: string[]
}

export interface PushWorker {
  /** Delivers a decrypted message, as the browser does. */
  deliver(data: unknown): Promise<void>
  /** Notifications that the user sees, the oldest first. */
  list(): Promise<ShownNotification[]>
  /** Waits for a notification with this title. */
  see(title: string): Promise<ShownNotification>
  /** Taps a notification, or its button with this action. */
  tap(title: string, action?: string): Promise<void>
  /** Reports that the browser has ended the subscription. */
  endSubscription(): Promise<void>
  /** URLs that the worker opened in a new window. */
  listOpened(): Promise<string[]>
}

/**
 * Replaces two parts that the headless browser of the tests does not have. It shows no notifications, and permits new
 * windows only after a tap of a person. A full Chromium shows its own notifications.
 */
const PREPARE = `
  self.opened = []
  self.clients.openWindow = async (url) => void self.opened.push(url)
  if (Notification.permission !== 'granted') {
    const shown = new Map()
    self.registration.getNotifications = async () => [...shown.values()]
    self.registration.showNotification = async (title, options) => {
      shown.delete(options.tag)
      shown.set(options.tag, { title, ...options, close: () => shown.delete(options.tag) })
    }
  }
  self.dispatch = async (type, facts) => {
    let done
    const event = Object.assign(new Event(type), facts, { waitUntil: (promise) => (done = promise) })
    self.dispatchEvent(event)
    await done
  }
  self.tap = async (title, action) => {
    const notification = (await self.registration.getNotifications()).find((one) => one.title === title)
    await self.dispatch('notificationclick', { notification, action })
  }`

const LIST = `self.registration.getNotifications().then((all) => all.map(({ title, body, tag, actions }) =>
  ({ title, body, tag, actions: actions.map(({ title }) => title) })))`

/** Registers the worker of the dashboard, unless the page has registered it already. */
export async function openPushWorker(page: Page): Promise<PushWorker> {
  const context = page.context()
  await context.grantPermissions(['notifications'])
  const session = await context.newCDPSession(page)
  let registrationId = ''
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    registrationId = registrations.at(-1)?.registrationId ?? registrationId
  })
  await session.send('ServiceWorker.enable')
  await page.evaluate(
    "navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready).then(() => {})",
  )
  await waitUntil(() => context.serviceWorkers().length > 0 && registrationId !== '', 'the service worker')
  const [worker] = context.serviceWorkers()
  assert.ok(worker)
  await worker.evaluate(PREPARE)
  const { origin } = new URL(page.url())
  const list = () => worker.evaluate<ShownNotification[]>(LIST)
  const see = async (title: string) => {
    const find = async () => (await list()).find((one) => one.title === title)
    await waitUntil(async () => (await find()) !== undefined, `the notification "${title}"`)
    return (await find())!
  }
  return {
    deliver: async (data) => {
      const text = typeof data === 'string' ? data : JSON.stringify(data)
      await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: text })
    },
    list,
    see,
    tap: async (title, action = '') => {
      await see(title)
      await worker.evaluate(`self.tap(${JSON.stringify(title)}, ${JSON.stringify(action)})`)
    },
    endSubscription: () => worker.evaluate<void>("self.dispatch('pushsubscriptionchange', {})"),
    listOpened: () => worker.evaluate<string[]>('self.opened'),
  }
}
