/** Collects the declared routes for the API document. */
import type { FastifySchema } from 'fastify'
import type { ErrorCode } from '../../core/platform/errors.ts'
import type { Access } from './access.ts'
import type { Api } from './api.ts'
import { isIdempotent } from './idempotency.ts'

declare module 'fastify' {
  /** For the API document. */
  interface FastifySchema {
    tags?: readonly string[]
    summary?: string
    description?: string
    /** Leaves the route out of the document. */
    hide?: boolean
  }
}

export interface DeclaredRoute {
  method: string
  url: string
  schema: FastifySchema
  access: Access
  errors: readonly ErrorCode[]
  takesAnyBody: boolean
  /** Bytes; absent if the route reads a body of another kind. */
  bodyLimit: number | undefined
  /** Error code of an unexpected failure. */
  failure: ErrorCode
  /** Accepts an `Idempotency-Key`. */
  isIdempotent: boolean
}

/** @returns a list that grows while routes are declared; routes with `hide` in their schema are omitted */
export function listRoutes(api: Api): readonly DeclaredRoute[] {
  const routes: DeclaredRoute[] = []
  api.addHook('onRoute', ({ method, url, schema, config, bodyLimit }) => {
    if (!schema || schema.hide || !config?.access) return
    const { access, errors = [], failure = 'INTERNAL_ERROR', takesAnyBody = false } = config
    for (const one of [method].flat().filter((name) => name !== 'HEAD'))
      routes.push({
        method: one,
        url,
        schema,
        access,
        errors,
        takesAnyBody,
        bodyLimit,
        failure,
        isIdempotent: isIdempotent({ method: one, schema, config }),
      })
  })
  return routes
}
