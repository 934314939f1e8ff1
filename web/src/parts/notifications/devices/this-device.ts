/** The subscription of this browser, and the contact method that the server keeps for it. */
import { api, getData } from '../../../api/client.ts'
import { ApiProblem } from '../../../api/problem.ts'
import type { ResponseData } from '../../../api/types.ts'
import { type DeviceSupport, findSupport, getDeviceName } from './device-support.ts'

export type ContactMethod = ResponseData<'/api/auth/contact-methods', 'get'>['contact_methods'][number]

/** Query key prefix: every change of a device invalidates all queries under it. */
export const DEVICES = ['contact-methods']

export const isDevice = ({ config }: Pick<ContactMethod, 'config'>): boolean => config.service === 'web_push'

const WORKER = '/sw.js'
const KEY = 'wk-device'

export const getSupport = (): DeviceSupport =>
  findSupport({
    isSecure: window.isSecureContext,
    hasPush: 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window,
    permission: 'Notification' in window ? Notification.permission : 'default',
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
  })

/** The contact method of this browser, and the endpoint that the server has. */
interface KnownDevice {
  id: string
  endpoint: string
}

function readKnownDevice(): KnownDevice | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null')
  } catch {
    return null
  }
}

function writeKnownDevice(device: KnownDevice | null): void {
  try {
    if (device) localStorage.setItem(KEY, JSON.stringify(device))
    else localStorage.removeItem(KEY)
  } catch {
    // Storage is off: the device is listed without the mark of this browser
  }
}

const findSubscription = async (): Promise<PushSubscription | null> =>
  (await (await navigator.serviceWorker.getRegistration('/'))?.pushManager.getSubscription()) ?? null

/**
 * Returns the id of the contact method of this browser; null if the browser is not subscribed. A subscription that the
 * browser has renewed is sent to the server.
 */
export async function findThisDevice(devices: readonly ContactMethod[]): Promise<string | null> {
  const known = readKnownDevice()
  const device = devices.find(({ id }) => id === known?.id)
  if (!known || !device?.is_enabled || getSupport() !== 'ready') return null
  const subscription = await findSubscription()
  if (!subscription) return null
  if (subscription.endpoint !== known.endpoint) await saveSubscription(subscription, device.id)
  return device.id
}

/**
 * Subscribes this browser. An existing subscription is replaced, because it may belong to another user of the browser.
 *
 * @param devices of the user; the contact method of this browser is reused
 * @throws ApiProblem `BLOCKED` when the user refuses notifications
 */
export async function addThisDevice(devices: readonly ContactMethod[]): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new ApiProblem(0, { code: 'BLOCKED', message: 'notifications are blocked' })
  await navigator.serviceWorker.register(WORKER)
  const { pushManager } = await navigator.serviceWorker.ready
  const { public_key: applicationServerKey } = await getData(api.GET('/api/auth/contact-methods/web-push-key'))
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  const known = devices.find(({ id }) => id === readKnownDevice()?.id)
  try {
    await saveSubscription(subscription, known?.id ?? null)
  } catch (error) {
    await subscription.unsubscribe()
    throw error
  }
}

/** @param id contact method of this browser; null for a new one */
async function saveSubscription(subscription: PushSubscription, id: string | null): Promise<void> {
  const { endpoint, keys = {} } = subscription.toJSON()
  const config = { service: 'web_push', endpoint, p256dh: keys.p256dh, auth: keys.auth }
  const path = '/api/auth/contact-methods'
  const { contact_method: saved } =
    id === null
      ? await getData(api.POST(path, { body: { name: getOwnName(), channel: 'webhook', config } }))
      : await getData(api.PATCH(`${path}/{id}`, { params: { path: { id } }, body: { config, is_enabled: true } }))
  writeKnownDevice({ id: saved.id, endpoint: subscription.endpoint })
}

const getOwnName = (): string => getDeviceName(navigator.userAgent, navigator.maxTouchPoints)

/** Deletes a device, and ends the subscription of this browser if it is this one. */
export async function deleteDevice(id: string): Promise<void> {
  await getData(api.DELETE('/api/auth/contact-methods/{id}', { params: { path: { id } } }))
  if (readKnownDevice()?.id !== id) return
  writeKnownDevice(null)
  await (await findSubscription())?.unsubscribe()
}
