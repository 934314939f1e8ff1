/**
 * Connects a port of this namespace to a server in another one over a socket file, which all namespaces share. The
 * player can then use the API without a network interface that the probe could mistake for its uplink.
 */
import { once } from 'node:events'
import { connect, createServer } from 'node:net'

export async function openBridge(file: string, port: number): Promise<void> {
  const server = createServer((client) => {
    const inner = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [client, inner],
      [inner, client],
    ] as const) {
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
    }
    client.pipe(inner).pipe(client)
  })
  server.listen(file)
  await once(server, 'listening')
}
