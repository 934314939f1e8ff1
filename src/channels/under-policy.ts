/** Sends under the egress policy, which answers for good: what it refuses now it refuses in half an hour. */
import { isIP } from 'node:net'
import type { ProbeTools } from '../net/connection/tools.ts'
import { ChannelError } from './channel-error.ts'

/**
 * @param host what the user wrote
 * @param send tries once, with tools that judge every address as the given ones do
 * @throws ChannelError, permanent, when an address was refused
 */
export async function underPolicy<T>(
  net: ProbeTools,
  host: string,
  send: (tools: ProbeTools) => Promise<T>,
): Promise<T> {
  let refusal: string | null = null
  const refuse = (address: string): string | null => {
    const reason = net.egress.refuse(address)
    if (reason !== null) refusal = inWords(host, reason)
    return reason
  }
  const result = await send({ ...net, egress: { ...net.egress, refuse } })
  if (refusal !== null) throw new ChannelError(refusal, { permanent: true })
  return result
}

/** Without the address: where a name leads within an inner network is nothing to tell strangers. */
const inWords = (host: string, reason: string): string =>
  `${host} ${isIP(host) ? 'is' : 'leads to'} ${reason}, which this service does not connect to`
