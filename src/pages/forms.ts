/** What pages without a script send: forms, of which the fields are text. */
import type { Server } from './deps.ts'

/** Every form here has one or two short fields. */
const BODY_LIMIT = 10_240

/** Declares routes whose body is a form; it comes as `URLSearchParams`, and what is none as an empty one. */
export function withForms(server: Server, declare: (scope: Server) => void): void {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, ({ headers }, body, done) => {
      const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded')
      done(null, new URLSearchParams(isForm ? String(body) : ''))
    })
    declare(scope as unknown as Server)
  })
}

/** @param body of a request to a route of `withForms` */
export const getField = (body: unknown, name: string): string =>
  body instanceof URLSearchParams ? (body.get(name) ?? '') : ''
