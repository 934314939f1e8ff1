/**
 * Specification of all metrics, and the interface that records them. Code that records metrics depends only on this
 * file; `metrics/prometheus.ts` serves `/metrics`. Names and units follow the conventions of Prometheus.
 */

import { PING_OUTCOMES } from './heartbeats/heartbeat-state.ts'
import { CHANNEL_NAMES } from './notifications/delivery.ts'
import { CHECK_STATUSES } from './results/verdict.ts'

/** All values of a label; null when they are known only at run time. */
export type LabelValues = readonly string[] | null

export interface CountedSpec {
  name: string
  help: string
  labels: Readonly<Record<string, LabelValues>>
}

export interface HistogramSpec extends CountedSpec {
  /** Upper bounds, in the unit of the metric's name. */
  buckets: readonly number[]
}

/** Histogram buckets in seconds, for work from reading one row to a report over a month. */
const WORK_SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** First digit of an HTTP status. */
const RESPONSE_CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const
export type ResponseClass = (typeof RESPONSE_CLASSES)[number]

const DELIVERY_OUTCOMES = ['delivered', 'retry', 'failed', 'bounced'] as const

export const COUNTERS = {
  responses: {
    name: 'watchkeeper_http_responses_total',
    help: 'Requests by the first digit of the response status. All five series exist from the start, so alert rules use this metric',
    labels: { class: RESPONSE_CLASSES },
  },
  requests: {
    name: 'watchkeeper_http_requests_total',
    help: 'Requests by route pattern ("none" for unknown routes). An event stream counts when it ends',
    labels: { method: null, route: null, status: null },
  },
  rateLimited: {
    name: 'watchkeeper_rate_limited_total',
    help: 'Requests rejected by the rate limit',
    labels: {},
  },
  results: {
    name: 'watchkeeper_results_total',
    help: 'Check results received, by region. A result that is sent twice counts twice',
    labels: { region: null, status: CHECK_STATUSES },
  },
  ingestFailures: {
    name: 'watchkeeper_ingest_failures_total',
    help: 'Batches of results that could not be stored. The probe keeps them and retries',
    labels: { region: null },
  },
  damagedBlocks: {
    name: 'watchkeeper_damaged_blocks_total',
    help: 'Reads that left out an hour of results because its block is damaged. Restore a backup when this is not 0',
    labels: {},
  },
  pings: {
    name: 'watchkeeper_heartbeat_pings_total',
    help: 'Heartbeat pings, by outcome',
    labels: { outcome: PING_OUTCOMES },
  },
  deliveries: {
    name: 'watchkeeper_deliveries_total',
    help: 'Delivery attempts to notification targets, by outcome: delivered, retry, failed, bounced',
    labels: { channel: CHANNEL_NAMES, outcome: DELIVERY_OUTCOMES },
  },
  loopRuns: {
    name: 'watchkeeper_loop_runs_total',
    help: 'Runs of background loops, including failed runs',
    labels: { loop: null },
  },
  loopFailures: {
    name: 'watchkeeper_loop_failures_total',
    help: 'Failed runs of background loops, which are retried',
    labels: { loop: null },
  },
} as const satisfies Record<string, CountedSpec>

export const HISTOGRAMS = {
  requestSeconds: {
    name: 'watchkeeper_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its response, without long polls',
    labels: { method: null, route: null },
    buckets: WORK_SECONDS,
  },
  ingestSeconds: {
    name: 'watchkeeper_ingest_duration_seconds',
    help: 'Time to store one batch of results with all its effects, until it is durable',
    labels: {},
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  },
  ingestBatch: {
    name: 'watchkeeper_ingest_batch_results',
    help: 'Number of results in one batch',
    labels: {},
    buckets: [1, 5, 20, 50, 100, 200, 350, 500],
  },
  latenessSeconds: {
    name: 'watchkeeper_check_lateness_seconds',
    help: 'Delay between the due time and the start of a check, measured for every tenth result of a batch, starting with the first',
    labels: { region: null },
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 5, 15, 60],
  },
  loopSeconds: {
    name: 'watchkeeper_loop_run_duration_seconds',
    help: 'Duration of one run of a background loop',
    labels: { loop: null },
    buckets: [0.005, 0.05, 0.25, 1, 5, 30],
  },
} as const satisfies Record<string, HistogramSpec>

export const GAUGES = {
  eventStreams: {
    name: 'watchkeeper_event_streams_open',
    help: 'Open event streams on this server',
    labels: {},
  },
  loopSucceededAt: {
    name: 'watchkeeper_loop_last_success_timestamp_seconds',
    help: 'Time of the last successful run of a loop, Unix time',
    labels: { loop: null },
  },
} as const satisfies Record<string, CountedSpec>

type CounterName = keyof typeof COUNTERS
type HistogramName = keyof typeof HISTOGRAMS
type GaugeName = keyof typeof GAUGES

/** Metrics whose series grow from 0. */
type Growing = typeof COUNTERS & typeof HISTOGRAMS

/** A value for each label of the metric. */
type LabelsOf<S extends CountedSpec> = {
  [Label in keyof S['labels']]: S['labels'][Label] extends readonly (infer Value extends string)[] ? Value : string
}

export interface Meter {
  /**
   * Makes a series exist at 0. A series that first appears with a count hides that count from `increase()`, so each is
   * declared as soon as its labels are known. Series whose labels are all listed exist without it.
   */
  declare<N extends keyof Growing>(name: N, labels: LabelsOf<Growing[N]>): void
  /** @param by 1 by default */
  add<C extends CounterName>(counter: C, labels: LabelsOf<(typeof COUNTERS)[C]>, by?: number): void
  observe<H extends HistogramName>(histogram: H, labels: LabelsOf<(typeof HISTOGRAMS)[H]>, value: number): void
  set<G extends GaugeName>(gauge: G, labels: LabelsOf<(typeof GAUGES)[G]>, value: number): void
}

/** Meter for code that records no metrics. */
export const NO_METER: Meter = { declare: () => {}, add: () => {}, observe: () => {}, set: () => {} }
