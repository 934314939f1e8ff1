import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'

/** Above the ports of well-known programs. */
const MIN_PORT = 10_240

/**
 * Finds a port of 127.0.0.1 on which nothing listens: for programs that cannot report their port, and for tests of a
 * closed port. It is outside the range of ephemeral ports, so it stays free while other tests open ports.
 */
export async function findFreePort(): Promise<number> {
  const end = readFirstEphemeralPort()
  for (;;) {
    const wanted = end > MIN_PORT ? MIN_PORT + Math.floor(Math.random() * (end - MIN_PORT)) : 0
    const port = await tryPort(wanted)
    if (port !== null) return port
  }
}

/** Reads the lowest ephemeral port of the system; 0 when it is unknown. Source: ip(7) */
function readFirstEphemeralPort(): number {
  try {
    return Number.parseInt(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8'), 10)
  } catch {
    return 0
  }
}

/** @returns the port; null when it is in use */
async function tryPort(wanted: number): Promise<number | null> {
  const server = createServer().listen(wanted, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return null
    throw error
  }
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
