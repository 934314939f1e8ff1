/** Runs a check and receives its phases while it runs. */
import { createParser } from 'eventsource-parser'
import { sendAuthorized } from './client.ts'
import { ApiProblem, createNetworkProblem } from './problem.ts'
import type { Schemas } from './types.ts'

export type WatchedResult = Schemas['FullCheckResult']

/** The `phase` event of the API. */
export interface PhaseEvent {
  phase: string
  subject?: string
  /** Position of a query or a packet, and their number. */
  number?: number
  count?: number
  /** The end of a query or a packet. */
  is_over?: boolean
  error?: string
  /** Milliseconds since the check began. */
  at_ms: number
}

type Answer = { success: true; data: { result: WatchedResult } } | { success: false; error: Failure }
type Failure = ConstructorParameters<typeof ApiProblem>[1]

/**
 * A proxy may collect the events; they then arrive together with the result.
 *
 * @param path of a check, without the origin
 * @throws ApiProblem
 */
export async function runWatchedCheck(
  path: string,
  body: object | null,
  onPhase: (event: PhaseEvent) => void,
): Promise<WatchedResult> {
  const headers = { accept: 'text/event-stream', ...(body && { 'content-type': 'application/json' }) }
  const request = new Request(location.origin + path, { method: 'POST', headers, body: body && JSON.stringify(body) })
  const response = await sendAuthorized(request)
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  try {
    return isStream ? await readResult(response, onPhase) : getResult(await response.json(), response.status)
  } catch (cause) {
    throw cause instanceof ApiProblem ? cause : createNetworkProblem(cause, 'UNCONFIRMED')
  }
}

async function readResult(response: Response, onPhase: (event: PhaseEvent) => void): Promise<WatchedResult> {
  let answer: Answer | null = null
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event === 'phase') onPhase(JSON.parse(data))
      else if (event === 'result' || event === 'error') answer = JSON.parse(data)
    },
  })
  const chunks = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  for (let chunk = await chunks.read(); !chunk.done; chunk = await chunks.read()) parser.feed(chunk.value)
  if (answer === null) throw new Error('the connection ended before the result')
  return getResult(answer, 500)
}

/** @param status of a failure with an unknown code */
function getResult(answer: Answer, status: number): WatchedResult {
  if (answer.success) return answer.data.result
  throw new ApiProblem(answer.error.code === 'SERVICE_UNAVAILABLE' ? 503 : status, answer.error)
}
