/** Search, filters and sort order. Search comes first because it is used most. On a phone a button shows the filters. */
import { useQuery } from '@tanstack/react-query'
import { Folder, ListChecks, Rows4, Search, SlidersHorizontal, X } from 'lucide-react'
import { type Ref, useEffect, useRef, useState } from 'react'
import { chooseCompact, useIsCompact } from '../../app/density.ts'
import { SORTS } from '../../app/monitor-store/filter-monitors.ts'
import { tagsQuery } from '../../parts/platform/queries.ts'
import { useText } from '../../text/text.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { type Option, Options } from '../../ui/field.tsx'
import { isNarrowed, NO_GROUP, TYPES } from './filter.ts'
import type { GroupTree } from './groups/tree.ts'
import type { FilterControl } from './use-filter.ts'

const PRESSED = 'border-accent! bg-accent-soft!'

interface ToolbarProps {
  control: FilterControl
  tree: GroupTree
  isGrouped: boolean
  onGrouped: (isGrouped: boolean) => void
  isSelecting: boolean
  onSelecting: ((isSelecting: boolean) => void) | null
  searchRef: Ref<HTMLInputElement>
}

/** Returns whether rows slide under a bar that stays at the top of the window. */
function useIsStuck(): [Ref<HTMLDivElement>, boolean] {
  const bar = useRef<HTMLDivElement>(null)
  const [isStuck, setStuck] = useState(false)
  useEffect(() => {
    // A bar at the top of the window is cut by a margin of one pixel
    const options = { threshold: 1, rootMargin: '-1px 0px 0px 0px' }
    const observer = new IntersectionObserver(([entry]) => setStuck(entry!.boundingClientRect.top <= 0), options)
    observer.observe(bar.current!)
    return () => observer.disconnect()
  }, [])
  return [bar, isStuck]
}

export function Toolbar({ control, tree, isGrouped, onGrouped, isSelecting, onSelecting, searchRef }: ToolbarProps) {
  const { monitors, status } = useText()
  const labels = monitors.filter
  const { filter, change, clear } = control
  const { data: tags = [] } = useQuery(tagsQuery)
  const [isOpen, setOpen] = useState(false)
  const isCompact = useIsCompact()
  const [bar, isStuck] = useIsStuck()
  const typeOptions = TYPES.map((type) => ({ value: type, label: status.type[type] }))
  const groupOptions = [
    ...tree.list.map(({ id, name, level }) => ({ value: id, label: `${'\u2003'.repeat(level - 1)}${name}` })),
    { value: NO_GROUP, label: labels.noGroup },
  ]
  const tagOptions = tags.map(({ name }) => ({ value: name, label: name }))
  return (
    <div
      ref={bar}
      className={cx(
        'sticky top-0 z-20 -mx-1 flex flex-wrap items-center gap-2 border-b bg-ground px-1 py-3',
        isStuck ? 'border-line' : 'border-transparent',
      )}
    >
      <SearchField text={filter.text} onChange={(text) => change({ text })} inputRef={searchRef} />
      <IconButton
        icon={SlidersHorizontal}
        label={labels.label}
        variant="secondary"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className={cx('sm:hidden', (isOpen || isNarrowed({ ...filter, text: '' })) && PRESSED)}
      />
      {onSelecting && (
        <IconButton
          icon={ListChecks}
          label={labels.select}
          variant="secondary"
          aria-pressed={isSelecting}
          onClick={() => onSelecting(!isSelecting)}
          className={cx('sm:hidden', isSelecting && PRESSED)}
        />
      )}
      <div
        className={cx(
          'max-w-full flex-1 flex-wrap items-center gap-2 max-lg:basis-full sm:flex',
          isOpen ? 'flex' : 'hidden',
        )}
      >
        <Choose
          label={labels.type}
          all={labels.allTypes}
          value={filter.type}
          options={typeOptions}
          onChange={(type) => change({ type })}
        />
        {tree.list.length > 0 && (
          <Choose
            label={labels.group}
            all={labels.allGroups}
            value={filter.group}
            options={groupOptions}
            onChange={(group) => change({ group })}
          />
        )}
        {tags.length > 0 && (
          <Choose
            label={labels.tag}
            all={labels.allTags}
            value={filter.tag}
            options={tagOptions}
            onChange={(tag) => change({ tag })}
          />
        )}
        {isNarrowed(filter) && (
          <Button variant="ghost" icon={X} onClick={clear} title={labels.clear} className="shrink-0">
            <span className="sm:max-lg:sr-only">{labels.clear}</span>
          </Button>
        )}
        <span className="flex-1 max-sm:hidden" />
        <label className="flex shrink-0 items-center gap-2 text-sm text-muted">
          <span className="hidden 2xl:inline">{labels.sort}</span>
          <select
            className="control w-auto max-w-52 sm:max-lg:max-w-40"
            aria-label={labels.sort}
            value={filter.sort}
            onChange={({ target }) => change({ sort: SORTS.find((sort) => sort === target.value) ?? 'state' })}
          >
            <Options options={SORTS.map((sort) => ({ value: sort, label: labels.sorts[sort] }))} />
          </select>
        </label>
        <IconButton
          icon={Folder}
          label={labels.isGrouped}
          variant="secondary"
          aria-pressed={isGrouped}
          onClick={() => onGrouped(!isGrouped)}
          className={cx(isGrouped && PRESSED)}
        />
        <IconButton
          icon={Rows4}
          label={labels.isCompact}
          variant="secondary"
          aria-pressed={isCompact}
          onClick={() => chooseCompact(!isCompact)}
          className={cx(isCompact && PRESSED)}
        />
      </div>
    </div>
  )
}

interface SearchProps {
  text: string
  onChange: (text: string) => void
  inputRef: Ref<HTMLInputElement>
}

function SearchField({ text, onChange, inputRef }: SearchProps) {
  const { search } = useText().monitors.filter
  return (
    <div className="relative min-w-0 flex-1 lg:w-72 lg:flex-none">
      <Search
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted"
        aria-hidden
      />
      <input
        ref={inputRef}
        type="search"
        value={text}
        placeholder={search}
        aria-label={search}
        aria-keyshortcuts="/"
        autoComplete="off"
        spellCheck={false}
        className="control pl-8!"
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          if (text) onChange('')
          else event.currentTarget.blur()
        }}
      />
    </div>
  )
}

interface ChooseProps {
  label: string
  /** Label of "no filter". */
  all: string
  value: string | null
  options: readonly Option[]
  onChange: (value: string | null) => void
}

const Choose = ({ label, all, value, options, onChange }: ChooseProps) => (
  <select
    aria-label={label}
    className={cx('control w-auto max-w-44 shrink-0', value !== null && PRESSED)}
    value={value ?? ''}
    onChange={({ target }) => onChange(target.value || null)}
  >
    <Options options={[{ value: '', label: all }, ...options]} />
  </select>
)
