/** `watchkeeper probe`: checks for a server elsewhere until a signal ends it. */
import type { CommandLine } from './command-line.ts'
import type { Environment } from './config.ts'
import { type Logger, makeLog } from './log.ts'
import { type ProbeSettings, readProbeSettings } from './probe-arguments.ts'
import type { RemoteProbe } from './remote-probe.ts'
import { makeReporter } from './reporter.ts'
import { VERSION } from './version.ts'

/** Whatever a stop waits for, it ends then. */
const LONGEST_STOP_MS = 9_500

export async function probeCommand(line: CommandLine, environment: Environment): Promise<void> {
  const settings = readProbeSettings(line, environment)
  const log = await makeLog(settings.logLevel, settings.logFormat)
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'a fault that nobody foresaw ends the probe')
    process.exit(1)
  })
  const { startRemoteProbe } = await import('./remote-probe.ts')
  const probe = startRemoteProbe(
    settings,
    makeReporter(log, () => performance.now()),
  )
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(probe, signal, log))
  await greet(probe, settings, log)
}

async function greet(probe: RemoteProbe, { server }: ProbeSettings, log: Logger): Promise<void> {
  const incapable = await probe.whyNoIcmp
  const welcome = await probe.begun
  if (welcome === null) return
  const { code, name } = welcome.region
  const region = name === code ? code : `${code} (${name})`
  const pings = incapable === null ? 'and pings' : 'but not pings'
  process.stdout.write(`Watchkeeper ${VERSION} probe checks from region ${region} for ${server.href}, ${pings}\n`)
  if (incapable !== null) log.warn(`ICMP monitors cannot be checked from here: ${incapable}`)
}

async function stop(probe: RemoteProbe, signal: NodeJS.Signals, log: Logger): Promise<void> {
  for (const again of ['SIGTERM', 'SIGINT'] as const) {
    process.removeAllListeners(again)
    process.on(again, () => process.exit(1))
  }
  log.info({ signal }, 'stopping')
  setTimeout(() => {
    log.warn('stopped before everything had ended')
    process.exit(0)
  }, LONGEST_STOP_MS).unref()
  await probe.stop()
  log.info('stopped')
  process.exit(0)
}
