import type { TlsTrust } from '../tls/tls.ts'

export const IP_VERSIONS = ['auto', '4', '6'] as const

export type IpVersion = (typeof IP_VERSIONS)[number]

/** Whether only the first address of a name is tried, or one after another until one answers. */
export const ADDRESS_CHOICES = ['first', 'any'] as const

export type AddressChoice = (typeof ADDRESS_CHOICES)[number]

export interface TlsRequirements {
  /** Whether an invalid certificate is a failure. */
  verify: boolean
  alpn?: Uint8Array
  /** Name for SNI and for the certificate, when it is not the host of the target. */
  serverName?: string
  /** Contexts with the TLS options of the monitor, in place of the contexts of the probe. */
  own?: TlsTrust
}
export interface DialTarget {
  /** A name or a literal address, without brackets. */
  host: string
  port: number
  ipVersion: IpVersion
  /** `first` if absent. */
  address?: AddressChoice | undefined
  /** Null for plain TCP. */
  tls: TlsRequirements | null
  /** Whether this is a proxy on the way to the target of the check. Its certificate is not the target's. */
  isProxy?: boolean
}
