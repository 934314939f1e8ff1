/** Reads form bodies, which pages without scripts send. */
import type { Server } from './deps.ts'

/** All forms have one or two short fields. */
const BODY_LIMIT = 10_240

/** Declares routes that accept a form body as `URLSearchParams`. Another content type gives empty parameters. */
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

/** @param body request body of a route declared in `withForms` */
export const getField = (body: unknown, name: string): string =>
  body instanceof URLSearchParams ? (body.get(name) ?? '') : ''
