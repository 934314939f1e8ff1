/** Counters and gauges in the text format of Prometheus. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import {
  COUNTERS,
  type CountedSpec,
  GAUGES,
  HISTOGRAMS,
  type HistogramSpec,
  type LabelValues,
  type Meter,
} from '../core/meter.ts'
import { createInstanceGauges, type InstanceFacts } from './instance-gauges.ts'

/**
 * Gauges of the library whose names end like counters. Each is the sum over the gauge of the same name without the
 * ending, which is kept.
 */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

/**
 * Interval of the samples behind the lag of the event loop, which therefore is at least this value. Each sample wakes the
 * process; the library's default of 10 ms cost half a percent of a core.
 */
const LAG_SAMPLE_MS = 100

export interface Prometheus {
  meter: Meter
  render(): Promise<{ type: string; text: string }>
}

export function openPrometheus(facts: InstanceFacts): Prometheus {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_SAMPLE_MS })
  for (const name of MISNAMED) registry.removeSingleMetric(name)
  const meter = createMeter(registry)
  const refresh = createInstanceGauges(registry, meter, facts)
  return {
    meter,
    render: async () => {
      await refresh()
      return { type: registry.contentType, text: await registry.metrics() }
    },
  }
}

const toMetricConfig = ({ name, help, labels }: CountedSpec, registry: Registry) => ({
  name,
  help,
  labelNames: Object.keys(labels),
  registers: [registry],
})

function createMeter(registry: Registry): Meter {
  const counters = mapValues(COUNTERS, (spec: CountedSpec) => new Counter(toMetricConfig(spec, registry)))
  const gauges = mapValues(GAUGES, (spec: CountedSpec) => new Gauge(toMetricConfig(spec, registry)))
  const histograms = mapValues(
    HISTOGRAMS,
    (spec: HistogramSpec) => new Histogram({ ...toMetricConfig(spec, registry), buckets: [...spec.buckets] }),
  )
  for (const [key, { labels }] of Object.entries<CountedSpec>(COUNTERS))
    for (const one of listCombinations(labels)) counters[key as keyof typeof COUNTERS].inc(one, 0)
  const existing = new Set<string>()
  /** Returns whether a histogram series is new: the library resets an existing series to 0. */
  const isNew = (name: string, labels: Record<string, string>): boolean => {
    const key = [name, ...Object.values(labels)].join('\n')
    if (existing.has(key)) return false
    existing.add(key)
    return true
  }
  return {
    declare: (name, labels) => {
      if (name in counters) counters[name as keyof typeof counters].inc(labels, 0)
      else if (isNew(name, labels)) histograms[name as keyof typeof histograms].zero(labels)
    },
    add: (counter, labels, by = 1) => counters[counter].inc(labels, by),
    observe: (histogram, labels, value) => {
      isNew(histogram, labels)
      histograms[histogram].observe(labels, value)
    },
    set: (gauge, labels, value) => gauges[gauge].set(labels, value),
  }
}

/** Returns all combinations of the listed values; empty when the values of a label are not listed. */
function listCombinations(labels: Readonly<Record<string, LabelValues>>): Record<string, string>[] {
  let combinations: Record<string, string>[] = [{}]
  for (const [label, values] of Object.entries(labels))
    combinations = combinations.flatMap((one) => (values ?? []).map((value) => ({ ...one, [label]: value })))
  return combinations
}

const mapValues = <K extends string, S, R>(record: Readonly<Record<K, S>>, map: (spec: S) => R): Record<K, R> =>
  Object.fromEntries(Object.entries<S>(record).map(([key, spec]) => [key, map(spec)])) as Record<K, R>
