/** Filters: period, time zone and monitors. */
import { useQuery } from '@tanstack/react-query'
import { ZonePicker } from '../../parts/forms/zone-picker.tsx'
import { GroupPicker } from '../../parts/monitors/group-picker.tsx'
import { tagsQuery } from '../../parts/platform/queries.ts'
import type { Catalogue } from '../../text/catalogue.ts'
import { useFormat, useLanguage, useText } from '../../text/text.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { listMonths, toMonth } from './months.ts'
import { findRangeProblem, type Period, RUNNING_PERIODS, toDay } from './period.ts'
import type { ReportOptions } from './queries.ts'

export function ReportFilters({
  wish: options,
  onChange,
}: {
  wish: ReportOptions
  onChange: (some: Partial<ReportOptions>) => void
}) {
  const reports = useText().reports
  const { data: tags = [] } = useQuery(tagsQuery)
  return (
    <search className="mb-4 grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-4 print:hidden">
      <PeriodFields period={options.period} zone={options.zone} onChange={(period) => onChange({ period })} />
      <ZonePicker label={reports.zone} value={options.zone} onChange={(zone) => onChange({ zone })} />
      <GroupPicker
        label={reports.group}
        noneLabel={reports.allGroups}
        value={options.group}
        onChange={(group) => onChange({ group })}
      />
      <SelectField
        label={reports.tag}
        value={options.tag ?? ''}
        onChange={(event) => onChange({ tag: event.target.value || null })}
        options={[{ value: '', label: reports.allTags }, ...tags.map(({ name }) => ({ value: name, label: name }))]}
      />
    </search>
  )
}

const MONTHS_OFFERED = 25

/** Formats a month as `October 2026`. */
function useMonthName(): (month: string) => string {
  const { locale } = useLanguage()
  const format = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (month) => format.format(Date.parse(`${month}-01T00:00:00Z`))
}

/** Returns the title of a report. */
export function usePeriodHeading(): (period: Period) => string {
  const text = useText().reports
  const nameOf = useMonthName()
  const { utcDate } = useFormat()
  const nameDay = (day: string) => (day === '' ? '…' : utcDate(`${day}T00:00:00Z`))
  return (period) => {
    if (period.kind === 'month') return text.heading(nameOf(period.month))
    if (period.kind === 'range') return text.headingRange(nameDay(period.from), nameDay(period.to))
    return text.headingRunning[period.kind]
  }
}

interface PeriodFieldsProps {
  period: Period
  zone: string
  onChange: (period: Period) => void
}

function PeriodFields({ period, zone, onChange }: PeriodFieldsProps) {
  const text = useText().reports
  const now = Date.now()
  return (
    <>
      <SelectField
        label={text.period}
        value={period.kind === 'month' ? period.month : period.kind}
        onChange={(event) => onChange(toPeriod(event.target.value, now, zone))}
        options={useOptions(text, period, toMonth(now, zone))}
      />
      {period.kind === 'range' && <RangeFields range={period} zone={zone} onChange={onChange} />}
    </>
  )
}

function useOptions(text: Catalogue['reports'], period: Period, thisMonth: string) {
  const nameOf = useMonthName()
  const months = listMonths(thisMonth, MONTHS_OFFERED)
  const offered = period.kind !== 'month' || months.includes(period.month) ? months : [...months, period.month]
  return [
    { value: thisMonth, label: text.soFar(nameOf(thisMonth)) },
    ...RUNNING_PERIODS.map((value) => ({ value, label: text.running[value] })),
    { value: 'range', label: text.range },
    ...offered.filter((month) => month !== thisMonth).map((value) => ({ value, label: nameOf(value) })),
  ]
}

/** A new range begins with the current month, so that it has a report at once. */
function toPeriod(value: string, now: number, zone: string): Period {
  if (value === 'range') return { kind: 'range', from: `${toMonth(now, zone)}-01`, to: toDay(now, zone) }
  const running = RUNNING_PERIODS.find((period) => period === value)
  return running ? { kind: running } : { kind: 'month', month: value }
}

type Range = Extract<Period, { kind: 'range' }>

function RangeFields({ range, zone, onChange }: { range: Range; zone: string; onChange: (range: Range) => void }) {
  const text = useText().reports
  const today = toDay(Date.now(), zone)
  const problem = findRangeProblem(range, today)
  return (
    <div className="grid grid-cols-2 gap-3 sm:col-span-2">
      {(['from', 'to'] as const).map((field) => (
        <TextField
          key={field}
          type="date"
          label={text[field]}
          value={range[field]}
          max={field === 'from' ? today : undefined}
          onChange={(event) => onChange({ ...range, [field]: event.target.value })}
          error={problem?.field === field ? text.rangeProblem[problem.reason] : undefined}
        />
      ))}
    </div>
  )
}
