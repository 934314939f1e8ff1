/**
 * WHOIS servers by top-level domain: a built-in list, and cached answers of IANA.
 *
 * WHOIS servers by suffix: the most used ones, and those not covered by RDAP. IANA is asked about all other suffixes.
 * The data is from Debian's `whois` (tld_serv_list, version 5.5.17), updated where registries moved.
 */

import { TtlCache } from '../../core/platform/maps.ts'
import { DAY_MS } from '../../core/platform/time/time.ts'
import { refuseHostSyntax } from '../../net/connection/host.ts'
import { getTld, listSuffixes } from '../registration-values.ts'
import { readFields } from './whois-fields.ts'

/** Registries change their server about once in ten years. */
const CACHE_MS = 7 * DAY_MS

/** There are about 1,500 top-level domains. */
const MAX_CACHED = 3_000

export class WhoisDirectory {
  private readonly cached: TtlCache<string | null>

  /** @param now Unix ms */
  constructor(now: () => number) {
    this.cached = new TtlCache(MAX_CACHED, now)
  }

  /** @returns null when the registry has none, undefined when IANA must be asked */
  find(domain: string): string | null | undefined {
    const known = findKnownServer(domain)
    return known === null ? this.cached.get(getTld(domain)) : known
  }

  /**
   * @param text IANA's answer about the top-level domain
   * @returns as in `find`; undefined when the text is not such an answer
   */
  addFromIana(tld: string, text: string): string | null | undefined {
    const fields = readFields(text)
    const names = fields.filter(({ label }) => label === 'domain' || label === 'domain-ace')
    if (!names.some(({ value }) => value.toLowerCase() === tld)) return undefined
    const named = fields.find(({ label }) => label === 'whois' || label === 'refer')
    const server = named === undefined ? null : parseWhoisHost(named.value)
    this.cached.set(tld, server, CACHE_MS)
    return server
  }
}

/** The host in a referral: `whois.example.com`, `whois://whois.example.com`; null when there is none. */
export function parseWhoisHost(referral: string): string | null {
  const host = referral
    .trim()
    .replace(/^r?whois:\/\//i, '')
    .replace(/(?::43)?\/?$/, '')
    .toLowerCase()
  return host.includes('.') && refuseHostSyntax(host) === null ? host : null
}

/** Lists the server of every top-level domain. */
export const IANA_WHOIS = 'whois.iana.org'

/** Source: RFC 3912, section 2 */
export const WHOIS_PORT = 43

/** Each line has a server and its suffixes. */
const LIST = `
  whois.verisign-grs.com com net
  ccwhois.verisign-grs.com cc
  whois.nic.tv tv
  whois.nic.name name
  whois.publicinterestregistry.org org
  whois.educause.edu edu
  whois.centralnic.com br.com cn.com de.com eu.com gb.net gr.com in.net jpn.com mex.com ru.com sa.com se.net uk.com uk.net us.com za.com
  whois.afilias.net info
  whois.nic.biz biz
  whois.eu eu xn--e1a4c xn--qxa6a
  whois.nic.fr fr re pm tf wf yt
  whois.denic.de de
  whois.nic.uk uk
  whois.nic.ac.uk ac.uk gov.uk
  whois.nic.ch ch
  whois.nic.li li
  whois.nic.at at
  whois.domain-registry.nl nl
  whois.dns.be be
  whois.dns.lu lu
  whois.nic.it it
  whois.dns.pt pt
  whois.weare.ie ie
  whois.punktum.dk dk
  whois.iis.se se
  whois.iis.nu nu
  whois.norid.no no
  whois.fi fi
  whois.isnic.is is
  whois.tld.ee ee
  whois.nic.lv lv
  whois.domreg.lt lt
  whois.dns.pl pl
  whois.nic.cz cz
  whois.sk-nic.sk sk
  whois.nic.hu hu
  whois.rotld.ro ro
  whois.register.bg bg
  whois.register.si si
  whois.dns.hr hr
  whois.rnids.rs rs xn--90a3ac
  whois.marnet.mk mk xn--d1alf
  whois.ua ua
  whois.cctld.by by xn--90ais
  whois.nic.md md
  whois.tcinet.ru ru su xn--p1ai
  whois.nic.kz kz xn--80ao21a
  whois.kg kg
  whois.cctld.uz uz
  whois.amnic.net am xn--y9a3aq
  whois.trabis.gov.tr tr
  whois.isoc.org.il il xn--4dbrk0ce
  whois.nic.ir ir
  whois.nic.net.sa sa
  whois.aeda.net.ae ae
  whois.registry.qa qa
  whois.registry.in in
  whois.cnnic.cn cn xn--fiqs8s xn--fiqz9s
  whois.jprs.jp jp
  whois.kr kr xn--3e0b707e
  whois.twnic.net.tw tw
  whois.hkirc.hk hk xn--j6w193g
  whois.sgnic.sg sg
  whois.mynic.my my
  whois.thains.co.th th
  whois.id id
  whois.auda.org.au au
  whois.irs.net.nz nz
  whois.nic.io io
  whois.nic.me me
  whois.nic.sh sh
  whois.nic.ac ac
  whois.nic.ai ai
  whois.registry.co co
  whois.nic.us us
  whois.cira.ca ca
  whois.mx mx
  whois.registro.br br
  whois.nic.ar ar
  whois.nic.cl cl
  kero.yachay.pe pe
  whois.nic.tm tm
  whois.gg gg
  whois.je je
  whois.nic.st st
  whois.nic.gl gl
  whois.registry.net.za co.za
  whois.kenic.or.ke ke
  whois.nic.net.ng ng
  whois.tznic.or.tz tz
`

const SERVERS: ReadonlyMap<string, string> = new Map(
  LIST.trim()
    .split('\n')
    .flatMap((line) => {
      const [server, ...suffixes] = line.trim().split(' ')
      return suffixes.map((suffix) => [suffix, server!] as const)
    }),
)

/** The server of the longest listed suffix; null when IANA must be asked. */
export function findKnownServer(domain: string): string | null {
  for (const suffix of listSuffixes(domain)) {
    const server = SERVERS.get(suffix)
    if (server) return server
  }
  return null
}
