/** Fastify types of this API, and the fields it adds to routes and requests. */
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
import type { UnixMs } from '../../core/platform/time/time.ts'
import type { Access } from './access.ts'

export type Api = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** The project of a request: the project in `X-Project-ID`, else the default project of the organization. */
export interface ProjectScope {
  id: string
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Access rules of the route. The server does not start if a route has none. */
    access?: Access
    /** Error codes besides the codes that follow from access and schemas; for the API document. */
    errors?: readonly ErrorCode[]
    /** Accepts a body of any type and length; for the API document. */
    takesAnyBody?: true
    /** The route waits for an event before it answers, so its duration does not measure this service. */
    isLongPoll?: true
    /** Accepts an `Idempotency-Key` although it does not answer 201. */
    takesIdempotencyKey?: true
    /** Error code of an unexpected failure; default `INTERNAL_ERROR`. */
    failure?: ErrorCode
  }

  interface FastifyRequest {
    /** The caller. Set on every route that is not public. */
    actor: Actor
    /** Set on routes whose access has the scope `project` or `path`. */
    project: ProjectScope
    /** Time at which the request was authorized. */
    authorizedAt: UnixMs
  }
}
