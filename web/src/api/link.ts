/** Reads with the token of a link instead of a session. */
import createClient from 'openapi-fetch'
import { getData } from './client.ts'
import { toProblem } from './problem.ts'
import type { paths, Schemas } from './types.ts'

const READ_LIMIT_MS = 30_000

const client = createClient<paths>({ baseUrl: location.origin })

/** @throws ApiProblem */
export const readLinkedLoom = (token: string, from: string | undefined): Promise<Schemas['Loom']> =>
  getData(
    client.GET('/api/loom', {
      params: { query: from === undefined ? {} : { from } },
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(READ_LIMIT_MS),
    }),
  )

/** Whether a link has expired or was revoked. */
export const isLinkOver = (error: unknown): boolean => toProblem(error).status === 401
