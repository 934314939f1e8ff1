/** The target of the checks where nginx is not installed. */
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { join } from 'node:path'

export const BODY = 'x'.repeat(1024)

/** Path of the JSON document. */
export const JSON_PATH = '/health.json'

/** A health report of 10 KiB. */
export const JSON_BODY = JSON.stringify({
  status: 'UP',
  version: '4.12.0',
  queue: { depth: 12, oldestSeconds: 3.5, consumers: 8 },
  components: Array.from({ length: 70 }, (_, index) => ({
    name: `component-${index}`,
    status: 'UP',
    latencyMs: 3 + (index % 40) / 4,
    detail: { region: 'eu-central-1', pool: { active: index % 10, idle: 10 }, tags: ['primary', 'ssd'] },
  })),
  summary: 'all systems operational',
})

function serve([folder, http, https]: string[]): void {
  const [cert, key] = ['cert', 'key'].map((name) => readFileSync(join(folder!, name)))
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    if (request.url !== JSON_PATH) return void response.end(BODY)
    response.setHeader('content-type', 'application/json').end(JSON_BODY)
  }
  createServer(answer).listen(Number(http), '127.0.0.1')
  createTlsServer({ cert: cert!, key: key! }, answer).listen(Number(https), '127.0.0.1')
}

if (import.meta.main) serve(process.argv.slice(2))
