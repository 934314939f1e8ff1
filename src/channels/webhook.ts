/** A POST to a user's URL, signed according to Standard Webhooks: https://www.standardwebhooks.com */
import { createHmac, randomBytes } from 'node:crypto'
import Type from 'typebox'
import type { Issue } from '../core/platform/errors.ts'
import { hideKeys } from '../core/platform/text/plain-text.ts'
import { SECOND_MS } from '../core/platform/time/time.ts'
import { defineChannel } from './channel.ts'
import { refuseUrl, sendRequest } from './http-send.ts'
import { SERVICES } from './services/index.ts'
import { refuseWebPage } from './services/proof.ts'

const SECRET_PREFIX = 'whsec_'

/** Value of `config.service` for the signed format; absent means the same. */
export const STANDARD = 'standard'

/** The specification requires 24 to 64 bytes. */
const SECRET_BYTES = 32

export const webhook = defineChannel({
  title: 'Webhook',
  description: 'Sends a signed request to your URL',
  settings: Type.Object(
    {
      url: Type.String({
        title: 'URL',
        minLength: 1,
        maxLength: 2048,
        description: 'An http or https URL without credentials',
        examples: ['https://example.com/hook'],
      }),
      service: Type.Optional(
        Type.Enum([STANDARD, ...SERVICES.keys()], {
          title: 'Service',
          description: `Product that receives the requests. Default: ${STANDARD}, the signed format of this service`,
        }),
      ),
      secret: Type.Optional(
        Type.String({
          title: 'Signing secret',
          maxLength: 100,
          description: '`whsec_` followed by base64 of 24 to 64 bytes; generated if omitted',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  secrets: ['secret'],
  proof: refuseWebPage,
  generatedSecret: { field: 'secret', make: () => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64') },
  refuse: ({ url, secret }, egress) =>
    refuseUrl('url', url, egress) ?? (secret === undefined ? null : refuseSecret(secret)),
  // URLs of receivers may contain a key, and all users with access can read the log
  describeRecipient: ({ url }) => hideKeys(url),
  async send({ id, event }, { url, secret }, tools) {
    const body = JSON.stringify(event)
    const at = Math.floor(tools.now() / SECOND_MS)
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(at),
      'webhook-signature': sign(secret!, id, at, body),
    }
    await sendRequest({ url, body, headers }, tools)
  },
})

/** Base64 with its padding, and nothing else. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

function refuseSecret(secret: string): Issue | null {
  const encoded = secret.slice(SECRET_PREFIX.length)
  const bytes = Buffer.from(encoded, 'base64').length
  if (secret.startsWith(SECRET_PREFIX) && BASE64.test(encoded) && bytes >= 24 && bytes <= 64) return null
  return { field: 'secret', message: 'must be `whsec_` followed by base64 of 24 to 64 bytes' }
}

/** @param at Unix seconds, as in the header `webhook-timestamp` */
export function sign(secret: string, id: string, at: number, body: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`
}
