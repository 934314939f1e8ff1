/**
 * A browser or an installed app that a user has subscribed to push messages. Source: RFC 8030
 *
 * Encryption of a push message for one device, so that the push service cannot read it. Source: RFC 8291
 */
import { createCipheriv, createECDH, createHash, type ECDH, hkdfSync, randomBytes } from 'node:crypto'
import Type from 'typebox'
import type { Event } from '../../core/incidents/event.ts'
import { DAY_MS, SECOND_MS } from '../../core/platform/time/time.ts'
import { defineChannel } from '../channel.ts'
import { ChannelError } from '../channel-error.ts'
import { type ResponseMeaning, refuseUrl, sendRequest } from '../http-send.ts'
import { formatBody, truncateToBytes } from '../message-text.ts'
import { toNotice } from '../notice/notice.ts'
import type { Mood } from '../notice/notice-types.ts'
import { parseJson, toService } from '../services/setting.ts'
import { createVapidHeader } from './vapid.ts'

/** A phone with little battery receives only urgent messages. Source: RFC 8030, section 5.3 */
const URGENCIES: Record<Mood, string> = { bad: 'high', warning: 'normal', good: 'normal', neutral: 'normal' }

/** Time for which a push service keeps the message while the device is offline. */
const LIFETIME_SECONDS = DAY_MS / SECOND_MS

const BASE64_URL = /^[\w-]+$/
const PUBLIC_KEY_BYTES = 65
const AUTH_BYTES = 16

const Key = (title: string, description: string, bytes: number) =>
  Type.String({ title, minLength: 1, maxLength: 2 * bytes, description })

export const webPush = defineChannel({
  ...toService('web_push', 'This device', 'Notifies a browser or an installed app'),
  settings: Type.Object(
    {
      service: Type.Literal('web_push'),
      endpoint: Type.String({
        title: 'Endpoint',
        minLength: 1,
        maxLength: 2048,
        description: 'URL of the subscription, an https URL from the browser',
      }),
      p256dh: Key('Public key', 'Public key of the subscription, from the browser', PUBLIC_KEY_BYTES),
      auth: Key('Authentication secret', 'Secret of the subscription, from the browser', AUTH_BYTES),
    },
    { additionalProperties: false },
  ),
  secrets: ['endpoint', 'p256dh', 'auth'],
  // Source: RFC 8030, sections 5 and 5.1
  proof: ({ status }) => status === 201 || status === 202,
  refuse({ endpoint, p256dh, auth }, egress) {
    const issue = refuseUrl('endpoint', endpoint, egress)
    if (issue) return issue
    if (new URL(endpoint).protocol !== 'https:') return { field: 'endpoint', message: 'must begin with https://' }
    if (!isBase64Url(p256dh, PUBLIC_KEY_BYTES) || !isPublicKey(p256dh))
      return { field: 'p256dh', message: 'must be an uncompressed point of P-256 in base64url' }
    return isBase64Url(auth, AUTH_BYTES) ? null : { field: 'auth', message: `must be ${AUTH_BYTES} bytes in base64url` }
  },
  async send({ event }, { endpoint, p256dh, auth }, tools) {
    const { vapid, baseUrl, now } = tools
    if (!vapid) throw new ChannelError('this server has no key pair for push messages')
    const payload = toPayload(event, baseUrl)
    await sendRequest(
      {
        url: endpoint,
        body: encodePayload(Buffer.from(JSON.stringify(payload)), { p256dh, auth }),
        headers: {
          authorization: await createVapidHeader(vapid, { endpoint, contact: toContact(baseUrl) }, now()),
          'content-type': 'application/octet-stream',
          'content-encoding': 'aes128gcm',
          ttl: String(LIFETIME_SECONDS),
          urgency: URGENCIES[payload.mood],
          topic: payload.tag,
        },
        findMeaning,
      },
      tools,
    )
  },
})

const isBase64Url = (text: string, bytes: number): boolean =>
  BASE64_URL.test(text) && Buffer.from(text, 'base64url').length === bytes

/** Push services accept only https and mailto. Source: RFC 8292, section 2.1 */
const toContact = (baseUrl: string): string => baseUrl.replace(/^http:/, 'https:')

/** Bytes of the text, so that the payload fits even if every second character is escaped. */
const BODY_LIMIT_BYTES = 800

/** The service worker of the dashboard shows it: `web/public/sw.js`. */
function toPayload(event: Event, baseUrl: string) {
  const { title, mood, link, actions, ...notice } = toNotice(event, baseUrl)
  const [action] = actions
  const subjects = listSubjects(event)
  // Paths, because the user may open the dashboard under another name than the base URL
  const toPath = (url: string) => url.slice(baseUrl.length)
  return {
    title,
    body: truncateToBytes(
      formatBody({ ...notice, title, mood, link: null, actions: [], runbookUrl: null }),
      BODY_LIMIT_BYTES,
    ),
    mood,
    tag: computeTag(subjects),
    subjects: subjects.map((id) => hashText(id, SUBJECT_LENGTH)),
    at: Date.parse(event.timestamp),
    path: link ? toPath(link.url) : '/',
    ...(action && { acknowledge: { label: action.label, path: toPath(action.url) } }),
  }
}

/** Ids of the incidents that a message reports. Another event is a subject of its own. */
function listSubjects({ type, data }: Event): string[] {
  if (data.alert_group) return data.alert_group.incidents.map(({ incident }) => incident.id)
  if (data.incident) return [data.incident.id]
  const { probe_trouble: trouble } = data
  if (trouble) return [`probes ${data.project_id} ${trouble.region} ${trouble.started_at}`]
  return [`${type} ${data.maintenance?.id ?? data.monitor?.id ?? ''}`]
}

/** Characters of an abbreviated id: different for the incidents on one phone, and 100 of them fit into a payload. */
const SUBJECT_LENGTH = 8

/** A topic has at most 32 characters of base64url. Source: RFC 8030, section 5.4 */
const TOPIC_LENGTH = 32

/**
 * Messages about the same incidents have the same tag, so the recovery replaces the alert. The tag is the topic of an
 * undelivered message, and the tag of a notification on the device.
 */
const computeTag = (subjects: readonly string[]): string => hashText([...subjects].sort().join('\n'), TOPIC_LENGTH)

/** The ids of incidents are not disclosed to push services. */
const hashText = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, length)

const NOT_FOUND = 404

/** A push service answers 404 or 410 when the subscription has ended. */
function findMeaning(body: string, status: number): ResponseMeaning | null {
  if (status === NOT_FOUND)
    return { message: 'the device is no longer subscribed', permanent: true, disableTarget: true }
  const { message, reason } = parseJson(body)
  const text = message ?? reason
  return typeof text === 'string' ? { message: text } : null
}

/** Keys of a device as its browser provides them, in base64url. */
export interface DeviceKeys {
  /** Public key of the device: an uncompressed point of P-256. */
  p256dh: string
  /** Secret that authenticates the sender to the device. */
  auth: string
}

const CURVE = 'prime256v1'
const SALT_BYTES = 16
const SECRET_BYTES = 32
const TAG_BYTES = 16

/** A message is a single record, so the record size only has to exceed it. Source: RFC 8188, section 2.1 */
const RECORD_SIZE = 4_096

/** Marks the end of the last record. Source: RFC 8188, section 2 */
const DELIMITER = Buffer.from([2])

/** Bytes of a payload that every push service accepts once it is encrypted. Source: RFC 8291, section 4 */
export const MAX_PAYLOAD_BYTES = 3_993

/**
 * Encrypts a payload with the content encoding `aes128gcm`.
 *
 * @param payload at most `MAX_PAYLOAD_BYTES`
 * @param sender fresh key pair of this message
 * @throws for a public key that is not a point of the curve
 */
export function encodePayload(
  payload: Buffer,
  device: DeviceKeys,
  sender: ECDH = createSender(),
  salt: Buffer = randomBytes(SALT_BYTES),
): Buffer {
  const publicKey = Buffer.from(device.p256dh, 'base64url')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender.getPublicKey()])
  const secret = derive(sender.computeSecret(publicKey), Buffer.from(device.auth, 'base64url'), info, SECRET_BYTES)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce, { authTagLength: TAG_BYTES })
  const text = Buffer.concat([cipher.update(payload), cipher.update(DELIMITER), cipher.final()])
  return Buffer.concat([salt, toHeader(sender.getPublicKey()), text, cipher.getAuthTag()])
}

/** The header of the encoding after the salt: record size, and the public key of the sender. */
function toHeader(publicKey: Buffer): Buffer {
  const sizes = Buffer.alloc(5)
  sizes.writeUInt32BE(RECORD_SIZE)
  sizes.writeUInt8(publicKey.length, 4)
  return Buffer.concat([sizes, publicKey])
}

function createSender(): ECDH {
  const sender = createECDH(CURVE)
  sender.generateKeys()
  return sender
}

const derive = (key: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes))

/** Whether a text is a public key that messages can be encrypted for. */
export function isPublicKey(p256dh: string): boolean {
  const sender = createSender()
  try {
    sender.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}
