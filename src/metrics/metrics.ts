/** `/metrics` of this server: counted from its start, and in a form to be read as soon as it has started. */
import type { MetricsOptions } from '../api/platform/metrics.ts'
import type { Config } from '../config/config.ts'
import { VERSION } from '../runtime/version.ts'
import type { Context } from '../services/platform/context.ts'
import type { BufferedMeter } from './buffered-meter.ts'
import type { Prometheus } from './prometheus.ts'

interface ServerMetrics extends MetricsOptions {
  /** Reads the library that keeps the counts, which the first reader would otherwise wait for. */
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
