/** The types of Fastify as this API uses them, and the fields it adds to routes and requests. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { Actor } from '../../core/accounts/access.ts'
import type { ErrorCode } from '../../core/platform/errors.ts'
import type { Access } from './access.ts'

export type Api = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** The project that a request acts on: that of `X-Project-ID`, else the organization's default project. */
export interface ProjectScope {
  id: string
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call this route. Every route has one; the server does not start otherwise. */
    access?: Access
    /** Codes that this operation answers besides those that follow from its access and schemas; for the API document. */
    errors?: readonly ErrorCode[]
    /** Takes a body of any type and length, so none is refused; for the API document. */
    takesAnyBody?: true
    /** The route answers when something happens, so its duration says nothing about this service. */
    waitsForNews?: true
    /** Code of an unexpected failure; otherwise `INTERNAL_ERROR`. */
    failure?: ErrorCode
  }

  interface FastifyRequest {
    /** The caller. Set on every route that is not public. */
    actor: Actor
    /** Set on routes whose access has the scope `project` or `path`. */
    project: ProjectScope
    /** Time at which the request was admitted, Unix ms. */
    judgedAt: number
  }
}
