/** Filters of the incident list. On a phone only the status is visible; a button opens the rest. */
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { MonitorPicker } from '../../parts/monitors/monitor-picker.tsx'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { countFilters, type Filter, SEVERITIES, SOURCES, STATUSES, TYPES } from './filter.ts'

interface FilterBarProps {
  filter: Filter
  onChange: (some: Partial<Filter>) => void
  onClear: () => void
}

export function FilterBar({ filter, onChange, onClear }: FilterBarProps) {
  const { incidents, status } = useText()
  const { list } = incidents
  const count = countFilters(filter)
  const [isOpen, setOpen] = useState(count > 0)
  const statusNames = { unresolved: list.unresolved, all: list.everything, ...status.incident }
  const any = { value: '', label: list.any }
  const choices = <T extends string>(words: readonly T[], names: Readonly<Record<T, string>>) => [
    any,
    ...words.map((value) => ({ value, label: names[value] })),
  ]
  return (
    <search aria-label={list.label} className="mb-4 flex flex-col gap-3">
      <div className="flex items-end gap-2">
        <SelectField
          label={list.status}
          value={filter.status}
          onChange={(event) => onChange({ status: event.target.value as Filter['status'] })}
          options={STATUSES.map((value) => ({ value, label: statusNames[value] }))}
          className="flex-1 sm:max-w-56"
        />
        <Button icon={SlidersHorizontal} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {count > 0 ? list.more(String(count)) : list.label}
        </Button>
        {count > 0 && (
          <Button variant="ghost" onClick={onClear} className="max-sm:hidden">
            {list.clear}
          </Button>
        )}
      </div>
      <div className={cx('grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6', isOpen ? 'grid' : 'hidden')}>
        <SelectField
          label={list.severity}
          value={filter.severity ?? ''}
          onChange={(event) => onChange({ severity: (event.target.value || null) as Filter['severity'] })}
          options={choices(SEVERITIES, status.severity)}
        />
        <SelectField
          label={list.type}
          value={filter.type ?? ''}
          onChange={(event) => onChange({ type: (event.target.value || null) as Filter['type'] })}
          options={choices(TYPES, incidents.type)}
        />
        <SelectField
          label={list.source}
          value={filter.source ?? ''}
          onChange={(event) => onChange({ source: (event.target.value || null) as Filter['source'] })}
          options={choices(SOURCES, incidents.source)}
        />
        <MonitorPicker
          label={list.monitor}
          value={filter.monitor ? [filter.monitor] : []}
          onChange={(ids) => onChange({ monitor: ids.at(-1) ?? null })}
        />
        <TextField
          label={list.from}
          type="date"
          value={filter.from ?? ''}
          max={filter.to ?? undefined}
          onChange={(event) => onChange({ from: event.target.value || null })}
        />
        <TextField
          label={list.to}
          type="date"
          value={filter.to ?? ''}
          min={filter.from ?? undefined}
          onChange={(event) => onChange({ to: event.target.value || null })}
        />
        {count > 0 && (
          <Button variant="ghost" onClick={onClear} className="col-span-2 sm:hidden">
            {list.clear}
          </Button>
        )}
      </div>
    </search>
  )
}
