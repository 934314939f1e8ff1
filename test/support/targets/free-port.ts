import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'

/** Above the ports that well-known programs have. */
const MIN_PORT = 10_240

/**
 * A port of 127.0.0.1 on which nothing listens just now: for programs that cannot say which one they took, and for such
 * as nobody is to answer at. It is none that the system gives to whoever asks for any, so that it stays as it is while
 * other tests open and close theirs.
 */
export async function findFreePort(): Promise<number> {
  const end = readFirstEphemeralPort()
  for (;;) {
    const wanted = end > MIN_PORT ? MIN_PORT + Math.floor(Math.random() * (end - MIN_PORT)) : 0
    const port = await tryPort(wanted)
    if (port !== null) return port
  }
}

/** The lowest port that the system gives to whoever asks for any; 0 where it cannot be told. Source: ip(7) */
function readFirstEphemeralPort(): number {
  try {
    return Number.parseInt(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8'), 10)
  } catch {
    return 0
  }
}

/** @returns the port; null when somebody has it */
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
