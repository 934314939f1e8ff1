/** How a probe is started that works for this server. */

interface Command {
  text: string
  /** The address means this machine alone. */
  isLoopback: boolean
  /** What is sent there can be read on the way. */
  isInsecure: boolean
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** @param origin at which this page was found, such as `https://watch.example.com` */
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
