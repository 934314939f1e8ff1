/** `/metrics`: what is counted, and what is looked up when somebody asks, in the text format of Prometheus. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { MetricsOptions } from '../api/metrics.ts'
import { COUNTERS, type CountedSpec, GAUGES, HISTOGRAMS, type HistogramSpec, type Meter } from '../core/meter.ts'
import type { Context } from '../services/context.ts'
import type { Config } from './config.ts'
import { makeInstanceGauges } from './instance-gauges.ts'
import { VERSION } from './version.ts'

export interface Metrics {
  /** Counts for it. */
  meter: Meter
  registry: Registry
}

export function makeMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return { meter: makeMeter(registry), registry }
}

/** What `/metrics` answers. */
export function metricsOptions(
  { registry }: Metrics,
  context: Pick<Context, 'store' | 'now'>,
  { metricsToken, metricsMonitors }: Pick<Config, 'metricsToken' | 'metricsMonitors'>,
): MetricsOptions {
  const refresh = makeInstanceGauges({ registry, context, monitors: metricsMonitors, version: VERSION })
  const render = async () => {
    await refresh()
    return { type: registry.contentType, text: await registry.metrics() }
  }
  return { token: metricsToken, render }
}

const commonOf = ({ name, help, labels }: CountedSpec, registry: Registry) => ({
  name,
  help,
  labelNames: [...labels],
  registers: [registry],
})

function makeMeter(registry: Registry): Meter {
  const counters = mapValues(COUNTERS, (spec: CountedSpec) => new Counter(commonOf(spec, registry)))
  const gauges = mapValues(GAUGES, (spec: CountedSpec) => new Gauge(commonOf(spec, registry)))
  const histograms = mapValues(
    HISTOGRAMS,
    (spec: HistogramSpec) => new Histogram({ ...commonOf(spec, registry), buckets: [...spec.buckets] }),
  )
  return {
    add: (counter, labels, by = 1) => counters[counter].inc(labels, by),
    observe: (histogram, labels, value) => histograms[histogram].observe(labels, value),
    set: (gauge, labels, value) => gauges[gauge].set(labels, value),
  }
}

const mapValues = <K extends string, S, R>(record: Readonly<Record<K, S>>, map: (spec: S) => R): Record<K, R> =>
  Object.fromEntries(Object.entries<S>(record).map(([key, spec]) => [key, map(spec)])) as Record<K, R>
