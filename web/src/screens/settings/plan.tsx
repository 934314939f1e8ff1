import { useQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { api, getData } from '../../api/client.ts'
import type { Schemas } from '../../api/types.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import { useFormat, useText } from '../../text/text.tsx'
import { cx } from '../../ui/cx.ts'
import { LoadError, Skeleton } from '../../ui/notice.tsx'
import { Card, type Fact, Facts, useWindowTitle } from '../../ui/page.tsx'

type Limits = Schemas['PlanLimits']
type Usage = Schemas['PlanUsage']
type Counted = keyof Catalogue['settings']['plan']['counts']

const COUNTS: readonly Counted[] = [
  'active_monitors',
  'projects',
  'groups',
  'members',
  'api_keys',
  'notification_targets',
  'status_pages',
]

const FEATURES = [
  'pinned_locations',
  'ssl_monitoring',
  'domain_monitoring',
  'dns_monitoring',
  'heartbeat_monitoring',
  'slow_response_alerts',
] as const

const SECOND_MS = 1_000
const DAY_MS = 86_400_000

export default function Plan() {
  const { settings, status } = useText()
  const labels = settings.plan
  const billing = useQuery({ queryKey: ['billing'], queryFn: () => getData(api.GET('/api/billing')) })
  useWindowTitle(settings.nav.plan)
  if (billing.isPending) return <Skeleton />
  if (billing.isLoadingError) return <LoadError error={billing.error} onRetry={() => void billing.refetch()} />
  const { plan, limits, usage } = billing.data
  return (
    <div className="flex max-w-3xl flex-col gap-5">
      <p>{labels.intro(status.plan[plan as keyof typeof status.plan] ?? plan)}</p>
      <Card title={labels.usage}>
        <ul className="flex flex-col gap-4">
          {COUNTS.map((what) => (
            <Meter key={what} what={what} limits={limits} usage={usage} />
          ))}
        </ul>
      </Card>
      <Allowed limits={limits} />
    </div>
  )
}

function Meter({ what, limits, usage }: { what: Counted; limits: Limits; usage: Usage }) {
  const labels = useText().settings.plan
  const { number } = useFormat()
  const [used, limit] = [usage[what], limits[what]]
  if (limit === null)
    return (
      <li className="flex flex-wrap justify-between gap-2">
        <span>{labels.counts[what]}</span>
        <span className="tabular">{labels.unlimited(number(used))}</span>
      </li>
    )
  const share = limit > 0 ? Math.min(1, used / limit) : 1
  return (
    <li>
      <div className="mb-1 flex flex-wrap justify-between gap-2">
        <span>{labels.counts[what]}</span>
        <span className="tabular">
          {used >= limit && <span className="mr-2 font-medium text-degraded">{labels.full}</span>}
          {labels.used(number(used), number(limit))}
        </span>
      </div>
      <div className="h-2 overflow-hidden rounded-full bg-sunken" aria-hidden>
        <div
          className={cx('h-full rounded-full', used >= limit ? 'bg-degraded-mark' : 'bg-accent')}
          style={{ width: `${share * 100}%` }}
        />
      </div>
    </li>
  )
}

function Allowed({ limits }: { limits: Limits }) {
  const labels = useText().settings.plan
  const format = useFormat()
  const facts: Fact[] = [
    { term: labels.features.min_interval, value: format.duration(limits.min_interval_seconds * SECOND_MS) },
    { term: labels.features.raw_results, value: format.duration(limits.raw_result_days * DAY_MS) },
    { term: labels.features.rollups, value: format.duration(limits.rollup_days * DAY_MS) },
    ...FEATURES.map((feature) => ({
      term: labels.features[feature],
      value: <Included isIncluded={limits[feature]} />,
    })),
  ]
  return (
    <Card title={labels.limits}>
      <Facts facts={facts} />
    </Card>
  )
}

function Included({ isIncluded }: { isIncluded: boolean }) {
  const labels = useText().settings.plan
  const Icon = isIncluded ? Check : X
  return (
    <span className={cx('inline-flex items-center gap-1.5', isIncluded ? 'text-up' : 'text-muted')}>
      <Icon className="size-4" aria-hidden />
      {isIncluded ? labels.included : labels.notIncluded}
    </span>
  )
}
