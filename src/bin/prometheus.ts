/** What is counted, and what is looked up when somebody asks, in the text format of Prometheus. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { COUNTERS, type CountedSpec, GAUGES, HISTOGRAMS, type HistogramSpec, type Meter } from '../core/meter.ts'
import { type InstanceFacts, makeInstanceGauges } from './instance-gauges.ts'

export interface Prometheus {
  meter: Meter
  render(): Promise<{ type: string; text: string }>
}

export function openPrometheus(facts: InstanceFacts): Prometheus {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const refresh = makeInstanceGauges(registry, facts)
  return {
    meter: makeMeter(registry),
    render: async () => {
      await refresh()
      return { type: registry.contentType, text: await registry.metrics() }
    },
  }
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
