/** What checks need of the network: name servers, routes of both families, pings; and what they may connect to. */
import { readFileSync } from 'node:fs'
import type { EgressOptions } from '../../core/platform/egress.ts'
import { hasRoute } from '../../net/connection/route.ts'
import { parseResolvConf } from '../../net/dns/dns-config.ts'
import type { Outcome, Question } from '../../net/dns/dns-message.ts'
import { parseNameServer } from '../../net/dns/dns-server.ts'
import type { Icmp } from '../../net/icmp/icmp.ts'
import { type Finding, fine, warning } from './finding.ts'

/** Every resolver knows the root. */
const QUESTION: Question = { name: '.', type: 'NS' }
const ANSWER_MS = 3_000
const SLOW_MS = 500

/**
 * @param given of the configuration; empty: those of the machine
 * @param patienceMs for which each is waited
 */
export async function lookAtNames(given: readonly string[], patienceMs = ANSWER_MS): Promise<Finding[]> {
  const servers = given.length > 0 ? given : serversOfMachine()
  const answers = await Promise.all(servers.map((server) => ask(server, patienceMs)))
  const findings = answers.map(([server, tookMs]) => judgeNameServer(server, tookMs))
  if (answers.some(([, tookMs]) => typeof tookMs === 'number')) return findings
  return findings.map((finding) => ({ ...finding, level: 'failure' }))
}

function serversOfMachine(): string[] {
  try {
    return parseResolvConf(readFileSync('/etc/resolv.conf', 'utf8')).nameservers
  } catch {
    return parseResolvConf('').nameservers
  }
}

/** How long the answer took, ms, or why there was none. */
async function ask(address: string, patienceMs: number): Promise<[string, number | string]> {
  const server = parseNameServer(address)
  const { promise, resolve } = Promise.withResolvers<number | string>()
  const timer = setTimeout(() => resolve(`is silent for ${patienceMs / 1000} s`), patienceMs)
  const begun = performance.now()
  server.ask(QUESTION, (outcome) => resolve(isWell(outcome) ? performance.now() - begun : 'cannot ask anybody in turn'))
  const told = await promise
  clearTimeout(timer)
  server.close()
  return [address, told]
}

const isWell = (outcome: Outcome): boolean => 'reply' in outcome && outcome.reply.rcode !== 'SERVFAIL'

function judgeNameServer(server: string, told: number | string): Finding {
  const topic = 'DNS'
  if (typeof told === 'string')
    return warning(topic, `${server} ${told}`, 'Take it out of /etc/resolv.conf, or name others in WK_DNS_SERVERS.')
  const text = `${server} answers in ${told.toFixed(0)} ms`
  return told > SLOW_MS
    ? warning(topic, text, 'Every check by name waits for it now and then. A resolver on this machine is quicker.')
    : fine(topic, text)
}

// Addresses that nobody has, so that only the default route leads to them. Source: RFC 5737 and RFC 3849
const SOMEWHERE = { IPv4: '192.0.2.1', IPv6: '2001:db8::1' }

export async function lookAtRoutes(): Promise<Finding[]> {
  const [v4, v6] = await Promise.all([hasRoute(SOMEWHERE.IPv4), hasRoute(SOMEWHERE.IPv6)])
  if (v4 && v6) return [fine('Routes', 'IPv4 and IPv6 lead out')]
  if (v4) return [fine('Routes', 'IPv4 leads out; targets that have IPv6 alone cannot be checked from here')]
  if (v6) return [warning('Routes', 'only IPv6 leads out', 'Targets that have IPv4 alone cannot be checked from here.')]
  return [warning('Routes', 'nothing leads out of this network', 'Only what is in it can be checked. See: ip route')]
}

/**
 * @param serviceSends whether the running service sends pings, whose unit may permit more than the shell of this command;
 * asked only where this process may not
 */
export async function lookAtPings(icmp: Icmp, serviceSends: () => Promise<boolean>): Promise<Finding[]> {
  const [v4, v6] = [await icmp.refusal(4), await icmp.refusal(6)]
  if (v4 === null) return [fine('Pings', v6 === null ? 'can be sent over IPv4 and IPv6' : 'can be sent over IPv4')]
  if (v6 === null) return [fine('Pings', 'can be sent over IPv6')]
  if (await serviceSends()) return [fine('Pings', 'the running service can send them, although this command may not')]
  const range = '"0 2147483647"'
  return [
    warning(
      'Pings',
      `ICMP monitors cannot be checked from here: ${v4}`,
      `As root: sysctl -w net.ipv4.ping_group_range=${range}, and for the next start: echo 'net.ipv4.ping_group_range = 0 2147483647' > /etc/sysctl.d/60-ping.conf. A container: --sysctl net.ipv4.ping_group_range=${range}. A unit of systemd: AmbientCapabilities=CAP_NET_RAW; that permits the service and not this command, which asks the service once it runs.`,
    ),
  ]
}

interface EgressFacts {
  egress: EgressOptions
  /** Anybody who reaches the server may make an account. */
  isOpenToStrangers: boolean
}

export function lookAtEgress({ egress, isOpenToStrangers }: EgressFacts): Finding[] {
  const { mode, allow = [], deny = [] } = egress
  if (mode === 'any' && isOpenToStrangers)
    return [
      warning(
        'Egress',
        'strangers may make accounts, and have this machine connect to anything in its network',
        'WK_EGRESS=public keeps them out of it; WK_EGRESS_ALLOW makes exceptions. Or WK_REGISTRATION=invite.',
      ),
    ]
  const words = { any: 'checks may connect to everything', public: 'checks may connect to public addresses' }
  const exceptions = allow.length > 0 && mode === 'public' ? `, and to ${allow.join(', ')}` : ''
  return [fine('Egress', `${words[mode]}${exceptions}${deny.length > 0 ? `, not to ${deny.join(', ')}` : ''}`)]
}
