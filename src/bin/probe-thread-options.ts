import type { Config } from './config.ts'
import type { ProbeThreadOptions } from './probe-thread.ts'
import { VERSION } from './version.ts'

/** The part of the configuration that a probe works by. */
export const probeThreadOptions = ({ region, egress, dnsServers, caFile }: Config): ProbeThreadOptions => ({
  region,
  version: VERSION,
  egress,
  dnsServers,
  caFile,
})
