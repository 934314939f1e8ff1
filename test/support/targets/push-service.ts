/** A push service of a browser vendor, and the subscriptions of devices. */
import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { DeviceKeys } from '../../../src/channels/web-push/web-push.ts'
import type { Cleanup } from '../database/stores.ts'
import type { Certificate } from './certificates.ts'

/** An independent implementation of the encryption, by an author of its RFC. */
const ece: { decrypt(message: Buffer, options: object): Buffer } = createRequire(import.meta.url)('http_ece')

export interface Subscription {
  endpoint: string
  keys: DeviceKeys
  /** Decrypts a message as the device does. */
  decrypt(message: Buffer): Buffer
}

export function createSubscription(endpoint: string): Subscription {
  const device = createECDH('prime256v1')
  const p256dh = device.generateKeys('base64url')
  const auth = randomBytes(16).toString('base64url')
  return {
    endpoint,
    keys: { p256dh, auth },
    decrypt: (message) => ece.decrypt(message, { version: 'aes128gcm', privateKey: device, authSecret: auth }),
  }
}

export interface PushMessage {
  path: string
  headers: Record<string, string>
  /** Still encrypted. */
  body: Buffer
}

export interface PushAnswer {
  status: number
  headers?: Record<string, string>
  body?: string
}

export interface PushService {
  /** Subscription of a new device. */
  subscribe(): Subscription
  /** In the order of arrival. */
  received: PushMessage[]
}

/**
 * @param answer default: accepts every message
 * @param certificate absent for a server without TLS
 */
export async function startPushService(
  t: Cleanup,
  answer: (message: PushMessage) => PushAnswer = () => ({ status: 201 }),
  certificate?: Certificate,
): Promise<PushService> {
  const received: PushMessage[] = []
  const handle: RequestListener = async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    const message = { path: request.url!, headers: request.headers as Record<string, string>, body }
    received.push(message)
    const { status, headers, body: text } = answer(message)
    response.writeHead(status, headers).end(text)
  }
  const server = certificate ? createHttpsServer(certificate, handle) : createHttpServer(handle)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `${certificate ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { subscribe: () => createSubscription(`${origin}/push/${randomBytes(8).toString('hex')}`), received }
}
