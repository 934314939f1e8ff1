/**
 * Command palette: monitors, pages and actions by name. The focus stays in the field, and assistive technology is
 * notified of the active entry (ARIA Authoring Practices, combobox with a listbox).
 */
import { Dialog } from '@base-ui/react/dialog'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useFormat, useText } from '../text/text.tsx'
import { cx } from '../ui/cx.ts'
import { MONITOR_STYLE, TONE_TEXT } from '../ui/status.tsx'
import { filterAndSort } from './monitor-store/filter-monitors.ts'
import { getMonitorState, type MonitorSummary } from './monitor-store/monitor-summary.ts'
import { useMonitorStore, useOrderVersion } from './monitor-store/use-monitor-store.ts'
import { useActions, useOnCallEntries, usePages } from './palette/entries.ts'
import { searchEntries } from './palette/search-entries.ts'
import { type Entry, useAcknowledgeEntries, useVerbEntry } from './palette/verb-entries.ts'
import { parseCommand } from './palette/verbs.ts'

/** Maximum number of monitors shown; more letters narrow the search. */
const MAX_MONITORS = 8
/** Maximum number of monitors shown without a query. Monitors with problems come first. */
const MAX_WITHOUT_QUERY = 4

const MAX_ON_CALL = 5

const LIST_ID = 'palette-list'
const getOptionId = (entry: Entry): string => `palette-${entry.id.replace(/[^\w-]/g, '-')}`

interface Section {
  title: string
  entries: Entry[]
  more: number
}

export default function Palette({ onClose }: { onClose: () => void }) {
  const { palette } = useText()
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const sections = useSections(query)
  const entries = sections.flatMap((section) => section.entries)
  const index = Math.min(at, entries.length - 1)
  const selected = entries[index]
  const list = useRef<HTMLDivElement>(null)
  const chosenId = selected && getOptionId(selected)
  useEffect(() => {
    if (chosenId) list.current?.querySelector(`#${chosenId}`)?.scrollIntoView({ block: 'nearest' })
  }, [chosenId])

  const take = (entry: Entry) => {
    onClose()
    entry.run()
  }
  const press = (event: KeyboardEvent) => {
    const to = { ArrowDown: index + 1, ArrowUp: index - 1, PageDown: index + 8, PageUp: index - 8 }[event.key]
    if (to !== undefined) {
      event.preventDefault()
      const isStep = Math.abs(to - index) === 1
      setAt(isStep ? (to + entries.length) % entries.length : Math.max(0, Math.min(entries.length - 1, to)))
    } else if (event.key === 'Enter' && selected && !event.nativeEvent.isComposing) {
      event.preventDefault()
      take(selected)
    }
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop fixed inset-0 z-40 bg-black/45" />
        <Dialog.Popup className="fixed inset-x-2 top-2 z-50 mx-auto flex max-h-[calc(100dvh-1rem)] max-w-xl flex-col overflow-hidden rounded-xl border border-line bg-raised text-ink shadow-raised sm:top-[12vh] sm:max-h-[70vh]">
          <Dialog.Title className="sr-only">{palette.title}</Dialog.Title>
          <div className="flex items-center gap-2.5 border-b border-line px-4">
            <Search className="size-5 shrink-0 text-muted" aria-hidden />
            <input
              value={query}
              placeholder={palette.placeholder}
              aria-label={palette.title}
              role="combobox"
              aria-expanded="true"
              aria-controls={LIST_ID}
              aria-activedescendant={chosenId}
              aria-autocomplete="list"
              autoComplete="off"
              spellCheck={false}
              className="min-h-13 w-full bg-transparent text-base outline-none placeholder:text-faint"
              onChange={({ target }) => {
                setQuery(target.value)
                setAt(0)
              }}
              onKeyDown={press}
            />
          </div>
          <div ref={list} id={LIST_ID} role="listbox" aria-label={palette.title} className="overflow-y-auto p-2">
            {sections.map((section) => (
              <SectionList key={section.entries[0]!.id} section={section} selected={selected} onSelect={take} />
            ))}
          </div>
          <p role="status" className={cx('px-4 text-muted', entries.length === 0 && 'pb-6 text-center')}>
            {entries.length === 0 && palette.empty}
          </p>
          <p className="hidden border-t border-line px-4 py-2 text-xs text-muted sm:block" aria-hidden>
            {palette.hint}
          </p>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function useSections(query: string): Section[] {
  const { palette, shell } = useText()
  const monitors = useMonitorEntries()
  const actions = useActions()
  const pages = usePages()
  const hasQuery = query.trim() !== ''
  const found = searchEntries(monitors, query, hasQuery ? MAX_MONITORS : MAX_WITHOUT_QUERY)
  const more = hasQuery ? found.total - found.entries.length : 0
  const commands = { title: palette.actions, entries: useCommandEntries(query, monitors), more: 0 }
  const onCall = searchEntries(useOnCallEntries(), query, MAX_ON_CALL).entries
  const foundPages = searchEntries(pages, query, pages.length).entries
  // A monitor or page whose name begins with the query is more likely: "maintenance"
  const start = query.trim().toLowerCase()
  const isName = [...found.entries, ...foundPages].some(({ label }) => label.toLowerCase().startsWith(start))
  const sections = [
    ...(isName ? [] : [commands]),
    { title: shell.nav.onCall, entries: hasQuery ? onCall : [], more: 0 },
    { title: palette.monitors, entries: found.entries, more },
    { title: palette.actions, entries: searchEntries(actions, query, actions.length).entries, more: 0 },
    { title: palette.pages, entries: foundPages, more: 0 },
    ...(isName ? [commands] : []),
  ]
  return sections.filter(({ entries }) => entries.length > 0)
}

/** `silence checkout` lists the action for each monitor that matches, `silence` for all, those with problems first. */
function useCommandEntries(query: string, monitors: MonitorEntry[]): Entry[] {
  const { palette } = useText()
  const toEntry = useVerbEntry()
  const acknowledgements = useAcknowledgeEntries()
  const command = parseCommand(query, palette.verbs)
  if (!command) return []
  const { verb, minutes, words } = command
  if (verb === 'acknowledge') return searchEntries(acknowledgements, words, MAX_MONITORS).entries
  const { entries } = searchEntries(monitors, words, monitors.length)
  return entries.flatMap(({ monitor }) => toEntry(monitor, { verb, minutes })).slice(0, MAX_MONITORS)
}

/** Monitors with problems come first. */
function useMonitorEntries(): MonitorEntry[] {
  const store = useMonitorStore()
  const orderVersion = useOrderVersion(store)
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version represents the content of the store
  return useMemo(() => {
    const options = {
      text: '',
      states: [],
      isSilenced: false,
      types: [],
      tag: null,
      groups: null,
      sort: 'state',
    } as const
    return filterAndSort(store.listMonitors(), options).ids.map((id) =>
      toMonitorEntry(store.findMonitor(id)!, () => void navigate({ to: '/monitors/$id', params: { id } })),
    )
  }, [store, orderVersion, navigate])
}

const toMonitorEntry = (monitor: MonitorSummary, run: () => void): MonitorEntry => ({
  id: monitor.id,
  label: monitor.name,
  keywords: [monitor.target, ...monitor.tags].join(' '),
  icon: MONITOR_STYLE[getMonitorState(monitor)].icon,
  monitor,
  run,
})

interface MonitorEntry extends Entry {
  monitor: MonitorSummary
}

interface SectionListProps {
  section: Section
  selected: Entry | undefined
  onSelect: (entry: Entry) => void
}

function SectionList({ section: { title, entries, more }, selected, onSelect }: SectionListProps) {
  const { palette } = useText()
  const { number } = useFormat()
  return (
    <div role="group" aria-label={title} className="pb-2 last:pb-0">
      <p className="px-2.5 pt-1 pb-1 text-xs font-semibold text-muted" aria-hidden>
        {title}
      </p>
      {entries.map((entry) => (
        <Option key={entry.id} entry={entry} isChosen={entry === selected} onTake={() => onSelect(entry)} />
      ))}
      {more > 0 && <p className="px-2.5 py-1 text-sm text-muted">{palette.more(number(more))}</p>}
    </div>
  )
}

function Option({ entry, isChosen, onTake: onSelect }: { entry: Entry; isChosen: boolean; onTake: () => void }) {
  const { status } = useText()
  const monitor = 'monitor' in entry ? (entry as MonitorEntry).monitor : null
  const state = monitor && getMonitorState(monitor)
  const Icon = entry.icon
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the focused field handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant refers to it
    <div
      id={getOptionId(entry)}
      role="option"
      aria-selected={isChosen}
      onClick={onSelect}
      onPointerDown={(event) => event.preventDefault()}
      className={cx(
        'flex min-h-10 cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1',
        isChosen ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <Icon
        className={cx('size-4.5 shrink-0', state ? TONE_TEXT[MONITOR_STYLE[state].tone] : 'text-muted')}
        aria-hidden
      />
      <span className="min-w-0 flex-1 truncate">{entry.label}</span>
      {monitor && (
        <span className="max-w-[45%] shrink truncate text-right text-sm text-muted">
          {state !== 'up' && state ? (
            `${status.monitor[state]} · `
          ) : (
            <span className="sr-only">{status.monitor.up}</span>
          )}
          {monitor.type === 'HEARTBEAT' || !monitor.target ? status.type[monitor.type] : monitor.target}
        </span>
      )}
    </div>
  )
}
