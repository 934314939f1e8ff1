/** Builds the command that starts a probe for this server. */

interface Command {
  text: string
  /** Whether the address works on this machine only. */
  isLoopback: boolean
  /** Whether the connection is unencrypted. */
  isInsecure: boolean
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** @param origin of this page, such as `https://watch.example.com` */
export function buildCommand(origin: string, token: string): Command {
  const { protocol, hostname } = new URL(origin)
  const isLoopback = LOOPBACK.test(hostname)
  const isInsecure = protocol === 'http:' && !isLoopback
  const words = [
    'watchkeeper',
    'probe',
    '--server',
    origin,
    '--token',
    token,
    ...(isInsecure ? ['--insecure-http'] : []),
  ]
  return { text: words.join(' '), isLoopback, isInsecure }
}
