/** The inputs that the process gives its commands. Commands read neither the environment nor the clock themselves. */
import type { Config, Environment } from '../config/config.ts'
import type { Clock } from '../runtime/context.ts'
import type { ProbeSettings } from './probe/settings.ts'

export interface Io {
  environment: Environment
  clock: Clock
  /** Runs the server until a signal ends it. */
  runServer(config: Config): Promise<void>
  /** Runs a probe until a signal ends it. */
  runProbe(settings: ProbeSettings): Promise<void>
}

/** The inputs of a command that runs to completion. */
export type CommandInputs = Pick<Io, 'environment' | 'clock'>

/**
 * Reads the configuration, and warns about likely mistakes.
 *
 * @throws ConfigError
 */
export async function configure({ environment }: Pick<Io, 'environment'>): Promise<Config> {
  // Imported when a command runs: help does not wait for it
  const { loadConfig } = await import('../config/config.ts')
  const { config, warnings } = loadConfig(environment)
  warn(warnings)
  return config
}

export function warn(warnings: readonly string[]): void {
  for (const warning of warnings) process.stderr.write(`watchkeeper: ${warning}\n`)
}

export const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}
