/**
 * The way to a server in a namespace: a socket file, which exists in all of them, led to a port of this one. So the player
 * uses the API without a network interface that the probe could take for its own line.
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
