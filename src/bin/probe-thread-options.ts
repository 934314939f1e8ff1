import { hostname } from 'node:os'
import type { Config } from './config.ts'
import type { ProbeThreadOptions } from './probe-thread.ts'
import { serverIdentity } from './server-identity.ts'
import { VERSION } from './version.ts'

/** The part of the configuration that a probe works by. */
export const probeThreadOptions = (config: Config): ProbeThreadOptions => {
  const { region, egress, dnsServers, caFile, dataDir } = config
  return {
    region,
    probeId: serverIdentity(config),
    name: hostname(),
    version: VERSION,
    egress,
    dnsServers,
    caFile,
    dataDir,
  }
}
