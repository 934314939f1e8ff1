/**
 * The servers behind the demo's host names: a web server, and a name server that resolves every host to this machine.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Cleanup } from '../database/stores.ts'
import { startDnsServer, toARecord } from '../targets/targets.ts'

export interface DemoServers {
  port: number
  /** Settings for a Watchkeeper that uses these servers. */
  env: Record<string, string>
  /** Sets the status that a path returns; 200 by default. */
  answer(path: string, status: number): void
}

export async function startDemoServers(t: Cleanup): Promise<DemoServers> {
  const statuses = new Map<string, number>([['/checkout/health', 503]])
  const server = createServer((request, response) => {
    const status = statuses.get(request.url ?? '') ?? 200
    response
      .writeHead(status, { 'content-type': 'text/plain' })
      .end(status === 200 ? '12 results' : 'no connection left in the pool')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => void server.close())
  const { port } = server.address() as AddressInfo
  const names = await startDnsServer(t as never, ({ name, type }) =>
    type === 'A' ? { answers: [toARecord(name, '127.0.0.1')] } : {},
  )
  return {
    port,
    env: { WK_DNS_SERVERS: names.address, WK_REGION_NAME: 'Nuremberg' },
    answer: (path, status) => void statuses.set(path, status),
  }
}
