/** Settings and helpers that several services share. */
import Type from 'typebox'
import type { EgressPolicy } from '../../core/platform/egress.ts'
import type { Issue } from '../../core/platform/errors.ts'
import { DESCRIPTION_KEY } from '../../core/platform/validation/schema-words.ts'
import { HEADER_NAME_WORDS, HEADER_VALUE, HEADER_VALUE_WORDS } from '../../net/http/http-request.ts'
import { refuseUrl } from '../http-send.ts'
import { parseJson } from './proof.ts'

const MAX_URL_LENGTH = 2048

export { HEADER_NAME_WORDS, parseJson }

/** A text that a header can contain. */
export const HeaderText = { pattern: HEADER_VALUE, [DESCRIPTION_KEY]: HEADER_VALUE_WORDS } as const

/** A URL that contains a key. */
export const SecretUrl = (description: string, example: string) =>
  Type.String({ title: 'Webhook URL', minLength: 1, maxLength: MAX_URL_LENGTH, description, examples: [example] })

/** A key or token. Most services receive it in a header. */
export const Secret = (title: string, description: string) =>
  Type.String({ title, minLength: 1, maxLength: 500, ...HeaderText, description })

export const Id = (title: string, description: string, example: string) =>
  Type.String({ title, minLength: 1, maxLength: 200, description, examples: [example] })

export const OptionalId = (title: string, description: string) =>
  Type.Optional(Type.String({ title, maxLength: 200, description }))

/** Address of a server that users run themselves. */
export const ServerUrl = (description: string, example: string) =>
  Type.String({ title: 'Server', minLength: 1, maxLength: MAX_URL_LENGTH, description, examples: [example] })

export const OptionalServerUrl = (usual: string) =>
  Type.Optional(
    Type.String({
      title: 'Server',
      maxLength: MAX_URL_LENGTH,
      description: `Address of a different server; default: ${usual}`,
      examples: [usual],
    }),
  )

/** The part of a service that is the same for all services without a generated secret. */
export const toService = (service: string, title: string, description: string) => ({
  service,
  title,
  description,
  generatedSecret: null,
  // Addresses of these services contain keys
  describeRecipient: (_settings: unknown, name: string) => name,
})

/** Returns the problem of the field `server_url`, if it is set. */
export const refuseServer = ({ server_url }: { server_url?: string }, egress: EgressPolicy): Issue | null =>
  server_url ? refuseBase('server_url', server_url, egress) : null

/** A path is appended to the address, so the address has no query. */
export const refuseBase = (field: string, url: string, egress: EgressPolicy): Issue | null =>
  refuseUrl(field, url, egress) ?? (/[?#]/.test(url) ? { field, message: 'must not contain ? or #' } : null)

/**
 * Appends a path to the address of a server, which may end with a slash and may have a path of its own.
 *
 * @param path begins with a slash
 */
export const joinPath = (server: string, path: string): string => server.replace(/\/+$/, '') + path
