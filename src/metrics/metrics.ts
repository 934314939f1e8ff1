/**
 * `/metrics` of this server: counts from the start of the process, and is readable as soon as the server has started.
 */
import type { MetricsOptions } from '../api/platform/metrics.ts'
import type { Config } from '../config/config.ts'
import type { Meter } from '../core/meter.ts'
import { VERSION } from '../runtime/version.ts'
import type { Context } from '../services/platform/context.ts'
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

interface BufferedMeter {
  meter: Meter
  /** Replays the buffered metrics to `to` and then forwards all new ones. */
  forwardTo(to: Meter): void
}

/** Buffers metrics until the metrics library is loaded: loading it takes a tenth of the server's start. */
export function createBufferedMeter(): BufferedMeter {
  let target: Meter | null = null
  let bufferedCalls: ((meter: Meter) => void)[] = []
  return {
    meter: {
      declare: (name, labels) => {
        if (target === null) bufferedCalls.push((meter) => meter.declare(name, labels))
        else target.declare(name, labels)
      },
      add: (counter, labels, by = 1) => {
        if (target === null) bufferedCalls.push((meter) => meter.add(counter, labels, by))
        else target.add(counter, labels, by)
      },
      observe: (histogram, labels, value) => {
        if (target === null) bufferedCalls.push((meter) => meter.observe(histogram, labels, value))
        else target.observe(histogram, labels, value)
      },
      set: (gauge, labels, value) => {
        if (target === null) bufferedCalls.push((meter) => meter.set(gauge, labels, value))
        else target.set(gauge, labels, value)
      },
    },
    forwardTo: (to) => {
      target = to
      for (const replay of bufferedCalls) replay(to)
      bufferedCalls = []
    },
  }
}
