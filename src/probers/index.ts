/** The monitor types this program can check. A new type is a file in this folder and a line here. */
import type { ProbeKind } from '../core/probes/protocol.ts'
import { dns } from './dns.ts'
import { http } from './http.ts'
import { icmp } from './icmp.ts'
import { keyword } from './keyword.ts'
import type { Prober } from './prober.ts'
import { tcp } from './tcp.ts'

export const PROBERS = {
  HTTP: http,
  KEYWORD: keyword,
  TCP: tcp,
  DNS: dns,
  ICMP: icmp,
} satisfies Record<ProbeKind, Prober>

/** Returns the prober of a type; undefined for a type that only a newer server supports. */
export const findProber = (type: ProbeKind): Prober | undefined => (PROBERS as Partial<Record<ProbeKind, Prober>>)[type]
