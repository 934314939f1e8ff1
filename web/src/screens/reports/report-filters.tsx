/** Filters: month, time zone and monitors. */
import { useQuery } from '@tanstack/react-query'
import { GroupPicker } from '../../parts/group-picker.tsx'
import { tagsQuery } from '../../parts/queries.ts'
import { ZonePicker } from '../../parts/zone-picker.tsx'
import { useLanguage, useText } from '../../text/text.tsx'
import { SelectField } from '../../ui/field.tsx'
import { listMonths, toMonth } from './months.ts'
import type { ReportOptions } from './queries.ts'

const MONTHS_OFFERED = 25

/** Formats a month as `October 2026`. */
export function useMonthName(): (month: string) => string {
  const { locale } = useLanguage()
  const format = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (month) => format.format(Date.parse(`${month}-01T00:00:00Z`))
}

export function ReportFilters({
  wish: options,
  onChange,
}: {
  wish: ReportOptions
  onChange: (some: Partial<ReportOptions>) => void
}) {
  const { reports } = useText()
  const nameOf = useMonthName()
  const { data: tags = [] } = useQuery(tagsQuery)
  const months = listMonths(toMonth(Date.now(), options.zone), MONTHS_OFFERED)
  const offered = months.includes(options.month) ? months : [...months, options.month]
  return (
    <search className="mb-4 grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-4 print:hidden">
      <SelectField
        label={reports.month}
        value={options.month}
        onChange={(event) => onChange({ month: event.target.value })}
        options={offered.map((value) => ({ value, label: nameOf(value) }))}
      />
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
