/** Sends raw bytes over a connection, for requests that no HTTP client sends. */
import { connect, type Socket } from 'node:net'

const TIMEOUT_MS = 10_000

export interface ConnectOptions {
  localAddress?: string
  /** Keeps the client side open after the server has closed its side. */
  allowHalfOpen?: boolean
}

/** Opens a connection that ignores errors. */
export function openConnection(
  url: string,
  { localAddress = '127.0.0.1', allowHalfOpen = false }: ConnectOptions = {},
): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), localAddress, allowHalfOpen })
  socket.on('error', () => {})
  return socket
}

/** @returns the status of the response; 0 when none arrived */
export async function statusOf(url: string, bytes: string): Promise<number> {
  const socket = openConnection(url)
  const { promise, resolve } = Promise.withResolvers<number>()
  let text = ''
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy())
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
    const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]
    if (status !== undefined) resolve(Number(status))
  })
  socket.on('close', () => resolve(0))
  socket.write(bytes)
  const status = await promise
  socket.destroy()
  return status
}
