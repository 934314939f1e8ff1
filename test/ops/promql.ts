/** Parses PromQL expressions with the grammar of the Prometheus editor. */
import { parser } from '@prometheus-io/lezer-promql'
import type { Sample } from '../support/api/exposition.ts'

export interface Selector {
  metric: string
  matchers: { label: string; operator: string; value: string }[]
}

export interface Expression {
  selectors: Selector[]
  /** The text around each position that is not valid PromQL. */
  mistakes: string[]
}

/** Fills in the variables that Grafana replaces before it sends a range query. */
const filled = (expr: string): string => expr.replaceAll('$__rate_interval', '5m')

export function readPromql(expr: string): Expression {
  const text = filled(expr)
  const selectors: Selector[] = []
  const mistakes: string[] = []
  parser.parse(text).iterate({
    enter: ({ type, from, to, node }) => {
      const words = text.slice(from, to)
      if (type.isError) mistakes.push(`${text.slice(0, from)}⟨here⟩${text.slice(from)}`)
      if (type.name === 'Identifier' && node.parent?.name === 'VectorSelector')
        selectors.push({ metric: words, matchers: [] })
      if (type.name !== 'UnquotedLabelMatcher') return
      const [, label, operator, value] = /^(\w+)\s*(=~|!~|!=|=)\s*"(.*)"$/s.exec(words)!
      selectors.at(-1)!.matchers.push({ label: label!, operator: operator!, value: value! })
    },
  })
  return { selectors, mistakes }
}

/** Labels that Prometheus adds to every scraped series. */
const ADDED = ['job', 'instance']

const OPERATORS: Record<string, (actual: string, wanted: string) => boolean> = {
  '=': (actual, wanted) => actual === wanted,
  '!=': (actual, wanted) => actual !== wanted,
  '=~': (actual, wanted) => new RegExp(`^(?:${wanted})$`).test(actual),
  '!~': (actual, wanted) => !new RegExp(`^(?:${wanted})$`).test(actual),
}

export const selects = ({ metric, matchers }: Selector, { name, labels }: Sample): boolean =>
  metric === name &&
  matchers
    .filter(({ label }) => !ADDED.includes(label))
    .every(({ label, operator, value }) => OPERATORS[operator]!(labels[label] ?? '', value))
