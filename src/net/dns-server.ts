/** One name server, asked over UDP, and over TCP when its answer did not fit. */
import { isIPv6 } from 'node:net'
import { DNS_PORT, parseServerAddress } from './dns-config.ts'
import type { Outcome, Query, Question } from './dns-message.ts'
import { askOverTcp } from './dns-tcp.ts'
import { UdpSocket } from './dns-udp.ts'

export class NameServer {
  readonly address: string
  readonly port: number
  readonly label: string
  /** `performance.now()` of the last answer to whatever question; says that the server is there. */
  heardAt = Number.NEGATIVE_INFINITY
  private current: UdpSocket | null = null
  private readonly open = new Set<UdpSocket>()

  constructor(address: string, port: number) {
    this.address = address
    this.port = port
    this.label = labelOf(address, port)
  }

  /** Asks once. Silence is silence: the caller decides how long to wait. */
  ask(question: Question, onOutcome: (outcome: Outcome) => void): Query {
    let tcp: Query | null = null
    const onTcp = (outcome: Outcome) => {
      if ('reply' in outcome) this.hear()
      onOutcome(outcome)
    }
    const onUdp = (outcome: Outcome | 'truncated') => {
      if (outcome === 'truncated') tcp = askOverTcp(this.address, this.port, question, onTcp)
      else onOutcome(outcome)
    }
    const udp = this.socket().send(question, onUdp)
    return {
      cancel() {
        udp.cancel()
        tcp?.cancel()
      },
    }
  }

  /** Takes its socket out of use, but lets the questions under way finish. */
  retire(): void {
    this.current?.retire()
    this.current = null
  }

  /** Questions under way fail. */
  close(): void {
    for (const socket of this.open) socket.destroy('ECANCELED')
  }

  private hear(): void {
    this.heardAt = performance.now()
  }

  private socket(): UdpSocket {
    if (this.current?.isUsable()) return this.current
    this.current?.retire()
    const events = { onHeard: () => this.hear(), onClosed: () => this.open.delete(socket) }
    const socket: UdpSocket = new UdpSocket(this.address, this.port, events)
    this.open.add(socket)
    this.current = socket
    return socket
  }
}

/** As messages show a server: the port only when it is unusual. */
export const labelOf = (address: string, port: number): string => {
  if (port === DNS_PORT) return address
  return isIPv6(address) ? `[${address}]:${port}` : `${address}:${port}`
}

/**
 * @param text `IP`, `IP:port` or `[IP]:port`
 * @throws Error that quotes what is none of them
 */
export function parseNameServer(text: string): NameServer {
  const parsed = parseServerAddress(text)
  if (parsed) return new NameServer(parsed.address, parsed.port)
  throw new Error(`"${text}" is not the address of a name server, such as 192.0.2.53 or [2001:db8::53]:5353`)
}
