// The service worker shows push messages of the server, also while the dashboard is closed. It stores no pages and
// handles no requests. `src/channels/web-push/web-push.ts` creates the messages

const ICONS = { icon: '/icon-192.png', badge: '/badge-96.png' }

/** A browser requires a notification for every push message. */
const UNREADABLE = {
  title: 'Watchkeeper',
  body: 'Open the dashboard for details.',
  tag: 'unreadable',
  subjects: [],
  path: '/',
}

const RENEWED = {
  title: 'Open Watchkeeper to keep receiving alerts',
  body: 'The browser has ended the subscription of this device.',
  tag: 'renewed',
  subjects: [],
  path: '/account',
}

const SENDING = 'Acknowledging…'
const FAILED = 'Acknowledgement not confirmed'
const RETRY = 'The server did not answer. Try again, or open the incident.'

/** The time limit of a change in the dashboard too. */
const LIMIT_MS = 10_000

self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('push', (event) => event.waitUntil(showMessage(readMessage(event.data))))

// The worker has no session, so the dashboard sends the new subscription to the server
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(showMessage(RENEWED)))

self.addEventListener('notificationclick', (event) => {
  const { action, notification } = event
  notification.close()
  event.waitUntil(action === 'acknowledge' ? acknowledge(notification.data) : openDashboard(notification.data.path))
})

function readMessage(data) {
  try {
    return data?.json() ?? UNREADABLE
  } catch {
    return UNREADABLE
  }
}

/** The browser replaces a notification with the same tag. */
async function showMessage(message) {
  const earlier = await self.registration.getNotifications()
  await notify(message.title, message.body, message, { renotify: true, requireInteraction: message.mood === 'bad' })
  for (const one of earlier) if (isOutdated(one, message)) one.close()
}

/**
 * Whether a notification is only about incidents that the message reports too. A grouped message has its own tag. A message
 * also shows that the device is subscribed again.
 */
const isOutdated = ({ tag, data }, message) =>
  tag !== message.tag &&
  (tag === RENEWED.tag || (data.subjects.length > 0 && data.subjects.every((id) => message.subjects.includes(id))))

const notify = (title, body, message, options) =>
  self.registration.showNotification(title, {
    ...ICONS,
    body,
    tag: message.tag,
    timestamp: message.at,
    data: message,
    actions: message.acknowledge ? [{ action: 'acknowledge', title: message.acknowledge.label }] : [],
    ...options,
  })

/** Acknowledges with the signed link of the message, without a window and without the session of the user. */
async function acknowledge({ acknowledge: link, ...message }) {
  await notify(SENDING, message.title, message, { silent: true })
  const result = await sendAcknowledgement(link.path)
  // A refusal is final, and only a missing answer is worth another attempt
  if (result === null)
    await notify(FAILED, `${message.title}\n${RETRY}`, { ...message, acknowledge: link }, { renotify: true })
  else await notify(result, message.title, message, { silent: true })
}

/** Returns the result for the user; null if the server did not answer. */
async function sendAcknowledgement(path) {
  try {
    const headers = { accept: 'application/json' }
    const signal = AbortSignal.timeout(LIMIT_MS)
    const response = await fetch(path, { method: 'POST', headers, credentials: 'omit', redirect: 'error', signal })
    const { title } = await response.json()
    return typeof title === 'string' ? title : null
  } catch {
    return null
  }
}

/** Shows a page of the dashboard, in the window that already has it or in a new one. */
async function openDashboard(path) {
  const { href } = new URL(path, self.location.origin)
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows.find(({ url }) => url === href)
  await (open ? open.focus() : self.clients.openWindow(href))
}
