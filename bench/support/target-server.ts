/** The target of the checks where nginx is not installed. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { join } from 'node:path'

export const BODY = 'x'.repeat(1024)

function serve([folder, http, https]: string[]): void {
  const [cert, key] = ['cert', 'key'].map((name) => readFileSync(join(folder!, name)))
  const answer = (_: unknown, response: { end(body: string): void }) => response.end(BODY)
  createServer(answer).listen(Number(http), '127.0.0.1')
  createTlsServer({ cert: cert!, key: key! }, answer).listen(Number(https), '127.0.0.1')
}

if (import.meta.main) serve(process.argv.slice(2))
