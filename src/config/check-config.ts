/** The configuration values that `watchkeeper check` uses. Mistakes in other values do not prevent the check. */
import type { EgressOptions } from '../core/platform/egress.ts'
import { ConfigError, checkAuthorities, type Environment, listUnknownNames, readSetting } from './config.ts'
import { SETTINGS } from './settings.ts'

export interface CheckConfig {
  region: string
  egress: EgressOptions
  dnsServers: readonly string[]
  caFile: string | null
}

/**
 * @returns the configuration, and warnings about likely mistakes
 * @throws ConfigError
 */
export function loadCheckConfig(environment: Environment): { config: CheckConfig; warnings: string[] } {
  const mistakes: string[] = []
  const config = {
    region: readSetting(SETTINGS.region, environment, mistakes) ?? '',
    egress: {
      // A user who can run programs on this machine already has its network access
      mode: readSetting(SETTINGS.egress, environment, mistakes) ?? 'any',
      allow: readSetting(SETTINGS.egressAllow, environment, mistakes) ?? [],
      deny: readSetting(SETTINGS.egressDeny, environment, mistakes) ?? [],
    },
    dnsServers: readSetting(SETTINGS.dnsServers, environment, mistakes) ?? [],
    caFile: readSetting(SETTINGS.caFile, environment, mistakes),
  }
  checkAuthorities(config.caFile, mistakes)
  if (mistakes.length > 0) throw new ConfigError(mistakes)
  return { config, warnings: listUnknownNames(environment) }
}
