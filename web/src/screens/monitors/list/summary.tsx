/** Project summary: number of monitors per state, which also act as filters, and three figures. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BellOff, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { api, getData } from '../../../api/client.ts'
import { countProblems } from '../../../app/incident-counts.ts'
import type { FilteredMonitors } from '../../../app/monitor-store/filter-monitors.ts'
import { STATES } from '../../../app/monitor-store/monitor-summary.ts'
import { openIncidentsQuery } from '../../../app/open-incidents.tsx'
import { useFormat, useText } from '../../../text/text.tsx'
import { cx } from '../../../ui/cx.ts'
import { MONITOR_STYLE, type MonitorState, TONE_TEXT } from '../../../ui/status.tsx'
import type { Filter } from '../filter.ts'
import { useStripCache } from './use-strips.ts'

interface SummaryProps {
  shown: Pick<FilteredMonitors, 'counts' | 'silenced'>
  filter: Filter
  onChange: (change: Pick<Filter, 'states'> | Pick<Filter, 'isSilenced'>) => void
}

/** States that need a look. */
const PROBLEMS: readonly MonitorState[] = ['down', 'flapping', 'degraded', 'unknown']

/** States that are always shown, because zero monitors down is useful information. */
const ALWAYS: readonly MonitorState[] = ['down', 'up']

export function Summary({ shown: { counts, silenced }, filter: { states, isSilenced }, onChange }: SummaryProps) {
  const { summary } = useText().monitors
  const choose = (chosen: readonly MonitorState[]) => onChange({ states: chosen })
  const problems = PROBLEMS.reduce((sum, state) => sum + (counts.get(state) ?? 0), 0)
  const isProblems = states.length === PROBLEMS.length && PROBLEMS.every((state) => states.includes(state))
  const shown = STATES.filter((state) => ALWAYS.includes(state) || counts.has(state) || states.includes(state))
  return (
    <section
      aria-label={summary.label}
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 rounded-lg border border-line bg-surface px-1.5 py-2 sm:px-3 sm:py-3"
    >
      <div role="group" aria-label={summary.states} className="flex flex-wrap sm:gap-1">
        {(problems > (counts.get('down') ?? 0) || isProblems) && (
          <FilterButton isOn={isProblems} onToggle={() => choose(isProblems ? [] : PROBLEMS)}>
            <TriangleAlert className="size-4.5 text-muted" aria-hidden />
            <Count isQuiet={false} count={problems} word={summary.problems} />
          </FilterButton>
        )}
        {shown.map((state) => (
          <StateButton
            key={state}
            state={state}
            count={counts.get(state) ?? 0}
            isOn={states.includes(state)}
            onToggle={() => choose(states.includes(state) ? states.filter((one) => one !== state) : [...states, state])}
          />
        ))}
        {(silenced > 0 || isSilenced) && (
          <FilterButton isOn={isSilenced} onToggle={() => onChange({ isSilenced: !isSilenced })}>
            <BellOff className="size-4.5 text-muted" aria-hidden />
            <Count isQuiet={silenced === 0} count={silenced} word={summary.silenced} />
          </FilterButton>
        )}
      </div>
      <Figures />
    </section>
  )
}

interface StateButtonProps {
  state: MonitorState
  count: number
  isOn: boolean
  onToggle: () => void
}

function StateButton({ state, count, isOn, onToggle }: StateButtonProps) {
  const word = useText().status.monitor[state]
  const { tone, icon: Icon } = MONITOR_STYLE[state]
  const isQuiet = count === 0 && !isOn
  return (
    <FilterButton isOn={isOn} onToggle={onToggle}>
      <Icon className={cx('size-4.5', isQuiet ? 'text-faint' : TONE_TEXT[tone])} aria-hidden />
      <Count isQuiet={isQuiet} count={count} word={word} />
    </FilterButton>
  )
}

const FilterButton = ({ isOn, onToggle, children }: { isOn: boolean; onToggle: () => void; children: ReactNode }) => (
  <button
    type="button"
    aria-pressed={isOn}
    onClick={onToggle}
    className={cx(
      'flex min-h-10 items-center gap-1.5 rounded-md border px-2 sm:min-h-9 sm:gap-2 sm:px-2.5',
      isOn ? 'border-accent bg-accent-soft' : 'border-transparent hover:bg-hover',
    )}
  >
    {children}
  </button>
)

const Count = ({ isQuiet, count, word }: { isQuiet: boolean; count: number; word: string }) => (
  <>
    <span className={cx('text-lg leading-none font-semibold tabular', isQuiet && 'text-faint')}>
      {useFormat().number(count)}
    </span>
    <span className="text-sm text-muted">{word}</span>
  </>
)

function Figures() {
  const { monitors, acknowledge } = useText()
  const { summary } = monitors
  const format = useFormat()
  const strips = useStripCache()
  const { data, dataUpdatedAt } = useQuery({
    queryKey: ['overview'],
    queryFn: () => getData(api.GET('/api/dashboard/overview')),
    refetchInterval: 60_000,
  })
  useEffect(() => {
    if (dataUpdatedAt > 0) strips.refresh()
  }, [strips, dataUpdatedAt])
  const incidents = useQuery(openIncidentsQuery).data
  // The same number as the badge
  const problems = incidents ? countProblems(incidents) : 0
  const isFolded = incidents !== undefined && problems < incidents.open
  const details = [
    isFolded && summary.incidents(format.number(incidents.open)),
    incidents && incidents.acknowledged > 0 && acknowledge.counts.acknowledged(format.number(incidents.acknowledged)),
  ].filter((text) => typeof text === 'string')
  const uptime = data?.uptime_30d ?? null
  const response = data?.avg_response_time_24h ?? null
  return (
    <dl className="grid w-full grid-cols-3 gap-x-3 border-t border-line px-2 pt-2 sm:w-auto sm:gap-x-6 sm:border-t-0 sm:px-2.5 sm:pt-0">
      <Figure
        term={
          <>
            {isFolded ? summary.openProblems : summary.openIncidents}
            {details.length > 0 && <span className="max-sm:hidden">, {details.join(', ')}</span>}
          </>
        }
      >
        <Link to="/incidents" className="rounded text-ink underline-offset-4 hover:underline">
          {incidents === undefined ? summary.noData : format.number(problems)}
        </Link>
      </Figure>
      <Figure term={summary.uptime}>{uptime === null ? summary.noData : format.percent(uptime)}</Figure>
      <Figure term={summary.response}>{response === null ? summary.noData : format.ms(response)}</Figure>
    </dl>
  )
}

const Figure = ({ term, children }: { term: ReactNode; children: ReactNode }) => (
  <div className="flex flex-col-reverse justify-end">
    <dt className="text-xs whitespace-nowrap text-muted">{term}</dt>
    <dd className="leading-snug font-semibold whitespace-nowrap tabular sm:text-lg">{children}</dd>
  </div>
)
