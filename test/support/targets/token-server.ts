/** A token server of OAuth 2 (client credentials grant) that can also misbehave. */
import type { TestContext } from 'node:test'
import { listen, onRequest } from './targets.ts'

export interface TokenServer {
  url: string
  /** The requests so far, head and body. */
  requests: string[]
  /** The tokens that targets accept. */
  valid: Set<string>
  /** Changes the next answers: a JSON body, or the bytes of a whole response. */
  answer: (count: number) => object | string
}

export async function startTokenServer(
  t: TestContext,
  answer: TokenServer['answer'] = (count) => ({
    access_token: `token-${count}`,
    token_type: 'Bearer',
    expires_in: 3600,
  }),
): Promise<TokenServer> {
  const server: TokenServer = { url: '', requests: [], valid: new Set(), answer }
  const { url } = await listen(
    t,
    onRequest((socket, request) => {
      server.requests.push(request)
      const body = server.answer(server.requests.length)
      if (typeof body === 'string') return void socket.write(body)
      if ('access_token' in body) server.valid.add(String(body.access_token))
      socket.end(formatJson('200 OK', body))
    }),
  )
  server.url = `${url}/token`
  return server
}

export const formatJson = (status: string, body: object): string => {
  const text = JSON.stringify(body)
  return `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`
}
