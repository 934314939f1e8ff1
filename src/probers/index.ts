/** The monitor types this program can check. A new one is a file beside this one and a line here. */
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

/** The prober of a type; undefined for one that only a newer server knows. */
export const findProber = (type: ProbeKind): Prober | undefined => (PROBERS as Partial<Record<ProbeKind, Prober>>)[type]
