/** Lists the operations in a server's OpenAPI document. */
import assert from 'node:assert/strict'
import type { Sender } from './load.ts'

export interface DocumentedOperation {
  method: string
  /** Contains `{parameters}`. */
  path: string
  hasBody: boolean
  /** Names of the security schemes, one of which is enough; empty for public operations. */
  security: string[]
}

interface OpenApi {
  security?: Record<string, unknown>[]
  paths: Record<string, Record<string, { requestBody?: object; security?: Record<string, unknown>[] }>>
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

export async function listOperations(send: Sender): Promise<DocumentedOperation[]> {
  const { status, body } = await send({ path: '/api/openapi.json' })
  assert.equal(status, 200)
  const { paths, security = [] } = JSON.parse(body) as OpenApi
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        hasBody: operation.requestBody !== undefined,
        security: (operation.security ?? security).flatMap((one) => Object.keys(one)),
      })),
  )
}

const NO_ID = '01980000-0000-7000-8000-000000000000'

/** Fills every parameter of a path with an id; by default an id that does not exist. */
export const fillPath = (path: string, id: string = NO_ID): string => path.replace(/\{[^}]+\}/g, id)
