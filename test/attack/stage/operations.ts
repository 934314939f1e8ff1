/** Lists the operations in a server's OpenAPI document. */
import assert from 'node:assert/strict'
import type { Sender } from './load.ts'

export interface DocumentedOperation {
  method: string
  /** Contains `{parameters}`. */
  path: string
  hasBody: boolean
  /** Largest body, bytes; 0 without a body. */
  bodyLimit: number
  /** Names of the security schemes, one of which is enough; empty for public operations. */
  security: string[]
}

interface OpenApi {
  security?: Record<string, unknown>[]
  paths: Record<string, Record<string, Operation>>
}

interface Operation {
  requestBody?: { description?: string }
  security?: Record<string, unknown>[]
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
        bodyLimit: readBodyLimit(operation),
        security: (operation.security ?? security).flatMap((one) => Object.keys(one)),
      })),
  )
}

const UNITS: Readonly<Record<string, number>> = { KiB: 1_024, MiB: 1_048_576 }

function readBodyLimit({ requestBody }: Operation): number {
  const [, size, unit] = /Maximum body size: (\d+) (\w+)/.exec(requestBody?.description ?? '') ?? []
  return unit === undefined ? 0 : Number(size) * UNITS[unit]!
}

const NO_ID = '01980000-0000-7000-8000-000000000000'

/** Fills every parameter of a path with an id; by default an id that does not exist. */
export const fillPath = (path: string, id: string = NO_ID): string => path.replace(/\{[^}]+\}/g, id)
