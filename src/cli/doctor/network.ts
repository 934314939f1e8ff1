/** Inspects the network that checks need: name servers, IPv4 and IPv6 routes, ICMP, and the egress policy. */
import { readFileSync } from 'node:fs'
import type { EgressOptions } from '../../core/platform/egress.ts'
import { hasRoute } from '../../net/connection/failure.ts'
import { parseResolvConf } from '../../net/dns/dns-config.ts'
import type { Outcome, Question } from '../../net/dns/dns-message.ts'
import { parseNameServer } from '../../net/dns/dns-server.ts'
import type { Icmp } from '../../net/icmp/icmp.ts'
import { createPass, createWarning, type Finding } from './finding.ts'

/** Every resolver can resolve the root. */
const QUESTION: Question = { name: '.', type: 'NS' }
const ANSWER_TIMEOUT_MS = 3_000
const SLOW_MS = 500

/**
 * @param given name servers of the configuration; empty: the name servers of the machine
 * @param timeoutMs time limit for each server
 */
export async function inspectNameServers(given: readonly string[], timeoutMs = ANSWER_TIMEOUT_MS): Promise<Finding[]> {
  const servers = given.length > 0 ? given : listMachineServers()
  const answers = await Promise.all(servers.map((server) => queryServer(server, timeoutMs)))
  const findings = answers.map(([server, tookMs]) => judgeNameServer(server, tookMs))
  if (answers.some(([, tookMs]) => typeof tookMs === 'number')) return findings
  return findings.map((finding) => ({ ...finding, level: 'failure' }))
}

function listMachineServers(): string[] {
  try {
    return parseResolvConf(readFileSync('/etc/resolv.conf', 'utf8')).nameservers
  } catch {
    return parseResolvConf('').nameservers
  }
}

/** Returns how long the answer took, ms, or why there was none. */
async function queryServer(address: string, timeoutMs: number): Promise<[string, number | string]> {
  const server = parseNameServer(address)
  const { promise, resolve } = Promise.withResolvers<number | string>()
  const timer = setTimeout(() => resolve(`did not respond within ${timeoutMs / 1000} s`), timeoutMs)
  const begun = performance.now()
  server.query(QUESTION, (outcome) => resolve(isAnswered(outcome) ? performance.now() - begun : 'cannot resolve names'))
  const result = await promise
  clearTimeout(timer)
  server.close()
  return [address, result]
}

const isAnswered = (outcome: Outcome): boolean => 'reply' in outcome && outcome.reply.rcode !== 'SERVFAIL'

function judgeNameServer(server: string, result: number | string): Finding {
  const topic = 'DNS'
  if (typeof result === 'string')
    return createWarning(
      topic,
      `${server} ${result}`,
      'Remove it from /etc/resolv.conf, or set other name servers in WK_DNS_SERVERS.',
    )
  const text = `${server} responds in ${result.toFixed(0)} ms`
  return result > SLOW_MS
    ? createWarning(topic, text, 'Checks of host names wait for it from time to time. A local resolver is faster.')
    : createPass(topic, text)
}

// Reserved addresses, which only the default route covers. Source: RFC 5737 and RFC 3849
const PUBLIC_ADDRESS = { IPv4: '192.0.2.1', IPv6: '2001:db8::1' }

export async function inspectRoutes(): Promise<Finding[]> {
  const [v4, v6] = await Promise.all([hasRoute(PUBLIC_ADDRESS.IPv4), hasRoute(PUBLIC_ADDRESS.IPv6)])
  if (v4 && v6) return [createPass('Routes', 'IPv4 and IPv6 are available')]
  if (v4) return [createPass('Routes', 'only IPv4 is available; IPv6-only targets cannot be checked from here')]
  if (v6) return [createWarning('Routes', 'only IPv6 is available', 'IPv4-only targets cannot be checked from here.')]
  return [
    createWarning(
      'Routes',
      'no route out of this network',
      'Only targets inside this network can be checked. See: ip route',
    ),
  ]
}

/**
 * @param canServiceSend whether the running service can send pings: its unit may permit more than this command's shell.
 * Called only if this process cannot send them
 */
export async function inspectPings(icmp: Icmp, canServiceSend: () => Promise<boolean>): Promise<Finding[]> {
  const [v4, v6] = [await icmp.findRefusal(4), await icmp.findRefusal(6)]
  if (v4 === null) return [createPass('Pings', v6 === null ? 'available over IPv4 and IPv6' : 'available over IPv4')]
  if (v6 === null) return [createPass('Pings', 'available over IPv6')]
  if (await canServiceSend())
    return [createPass('Pings', 'available to the running service, although not to this command')]
  const range = '"0 2147483647"'
  return [
    createWarning(
      'Pings',
      `ICMP monitors cannot be checked from here: ${v4}`,
      `As root: sysctl -w net.ipv4.ping_group_range=${range}, and to keep it after a reboot: echo 'net.ipv4.ping_group_range = 0 2147483647' > /etc/sysctl.d/60-ping.conf. In a container: --sysctl net.ipv4.ping_group_range=${range}. In a systemd unit: AmbientCapabilities=CAP_NET_RAW, which applies to the service and not to this command.`,
    ),
  ]
}

interface EgressFacts {
  egress: EgressOptions
  /** Any client that reaches the server can register. */
  isOpenToStrangers: boolean
}

export function inspectEgress({ egress, isOpenToStrangers }: EgressFacts): Finding[] {
  const { mode, allow = [], deny = [] } = egress
  if (mode === 'any' && isOpenToStrangers)
    return [
      createWarning(
        'Egress',
        'registration is open, and checks can connect to internal addresses of this machine',
        'Set WK_EGRESS=public, with exceptions in WK_EGRESS_ALLOW. Or set WK_REGISTRATION=invite.',
      ),
    ]
  const permissions = {
    any: 'checks may connect to all addresses',
    public: 'checks may connect to public addresses only',
  }
  const exceptions = allow.length > 0 && mode === 'public' ? `, plus ${allow.join(', ')}` : ''
  return [
    createPass('Egress', `${permissions[mode]}${exceptions}${deny.length > 0 ? `, except ${deny.join(', ')}` : ''}`),
  ]
}
