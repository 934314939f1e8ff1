/** Which month, by which clock, and of which monitors. */
import { useQuery } from '@tanstack/react-query'
import { GroupPicker } from '../../parts/group-picker.tsx'
import { tagsQuery } from '../../parts/queries.ts'
import { ZonePicker } from '../../parts/zone-picker.tsx'
import { useLanguage, useText } from '../../text/text.tsx'
import { SelectField } from '../../ui/field.tsx'
import { monthOf, monthsBack } from './months.ts'
import type { Wish } from './queries.ts'

const MONTHS_OFFERED = 25

/** `October 2026`. */
export function useMonthName(): (month: string) => string {
  const { locale } = useLanguage()
  const format = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (month) => format.format(Date.parse(`${month}-01T00:00:00Z`))
}

export function WishBar({ wish, onChange }: { wish: Wish; onChange: (some: Partial<Wish>) => void }) {
  const { reports } = useText()
  const nameOf = useMonthName()
  const { data: tags = [] } = useQuery(tagsQuery)
  const months = monthsBack(monthOf(Date.now(), wish.zone), MONTHS_OFFERED)
  const offered = months.includes(wish.month) ? months : [...months, wish.month]
  return (
    <search className="mb-4 grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-4 print:hidden">
      <SelectField
        label={reports.month}
        value={wish.month}
        onChange={(event) => onChange({ month: event.target.value })}
        options={offered.map((value) => ({ value, label: nameOf(value) }))}
      />
      <ZonePicker label={reports.zone} value={wish.zone} onChange={(zone) => onChange({ zone })} />
      <GroupPicker
        label={reports.group}
        noneLabel={reports.allGroups}
        value={wish.group}
        onChange={(group) => onChange({ group })}
      />
      <SelectField
        label={reports.tag}
        value={wish.tag ?? ''}
        onChange={(event) => onChange({ tag: event.target.value || null })}
        options={[{ value: '', label: reports.allTags }, ...tags.map(({ name }) => ({ value: name, label: name }))]}
      />
    </search>
  )
}
