/**
 * `/metrics` of this server: counts from the start of the process, and is readable as soon as the server has started.
 */
import type { MetricsOptions } from '../api/platform/metrics.ts'
import type { Config } from '../config/config.ts'
import { VERSION } from '../runtime/version.ts'
import type { Context } from '../services/platform/context.ts'
import type { BufferedMeter } from './buffered-meter.ts'
import type { Prometheus } from './prometheus.ts'

interface ServerMetrics extends MetricsOptions {
  /** Imports the metrics library, which the first scrape would otherwise wait for. */
  load(): Promise<void>
}

export function createServerMetrics(
  waiting: BufferedMeter,
  context: Pick<Context, 'store' | 'now'>,
  { metricsToken, metricsMonitors }: Pick<Config, 'metricsToken' | 'metricsMonitors'>,
): ServerMetrics {
  let opening: Promise<Prometheus> | null = null
  const open = async (): Promise<Prometheus> => {
    const { openPrometheus } = await import('./prometheus.ts')
    const opened = openPrometheus({ context, monitors: metricsMonitors, version: VERSION })
    waiting.forwardTo(opened.meter)
    return opened
  }
  const opened = () => {
    opening ??= open()
    return opening
  }
  return {
    token: metricsToken,
    render: async () => (await opened()).render(),
    load: async () => void (await opened()),
  }
}
