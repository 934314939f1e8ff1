/** Calls a running server as any client does. */
import assert from 'node:assert/strict'

export interface ClientResponse {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers as they are
  body: any
}

export type Call = (method: string, path: string, body?: unknown) => Promise<ClientResponse>

export function createTestClient(baseUrl: string, headers: Record<string, string> = {}): Call {
  return async (method, path, body) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, body: isJson ? await response.json() : await response.text() }
  }
}

/** Awaits a call that must succeed, and returns `data`. */
export async function expectData(answer: Promise<ClientResponse>): Promise<ClientResponse['body']> {
  const { status, body } = await answer
  assert.ok(status >= 200 && status < 300, `${status} ${JSON.stringify(body)}`)
  return body.data
}
