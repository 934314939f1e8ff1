/** An ordered list in a form: entries are added, moved and removed by buttons. */
import { ArrowDown, ArrowUp, type LucideIcon, Plus, Trash2 } from 'lucide-react'
import { type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { useFormat, useText } from '../../text/text.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'

interface EntryListProps<Entry> {
  entries: readonly Entry[]
  /** Name of an entry, for its buttons and its heading. */
  nameOf: (entry: Entry, index: number) => string
  addLabel: string
  /** Absent when the list has its maximum length. */
  onAdd?: (() => void) | undefined
  /** Shown instead of the button to add an entry. */
  fullText?: string
  onRemove: (index: number) => void
  /** Absent when the order has no meaning. */
  onMove?: (index: number, by: -1 | 1) => void
  /** Minimum number of entries. */
  least?: number
  /** Whether an entry is one line without a heading. */
  isCompact?: boolean
  children: (entry: Entry, index: number) => ReactNode
}

export function EntryList<Entry>({
  entries,
  nameOf,
  addLabel,
  onAdd,
  fullText,
  onRemove,
  onMove,
  least = 0,
  isCompact = false,
  children,
}: EntryListProps<Entry>) {
  const { entries: labels } = useText().forms
  const { number } = useFormat()
  const frame = useRef<HTMLDivElement>(null)
  const [moved, setMoved] = useState('')
  const keys = useEntryKeys(entries.length)
  const move = (index: number, by: -1 | 1) => {
    keys.move(index, by)
    onMove?.(index, by)
    setMoved(labels.moved(number(index + by + 1), number(entries.length)))
  }
  const remove = (index: number) => {
    keys.remove(index)
    onRemove(index)
    // The pressed button is gone
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>('[data-add]')?.focus())
  }
  const add = () => {
    onAdd?.()
    requestAnimationFrame(() => {
      const last = frame.current?.querySelector(':scope > ol > li:last-child')
      last?.querySelector<HTMLElement>('input, select')?.focus()
    })
  }
  return (
    <div ref={frame} className="flex flex-col gap-2">
      <ol className={cx('flex flex-col empty:hidden', isCompact ? 'gap-1.5' : 'gap-3')}>
        {entries.map((entry, index) => {
          const name = nameOf(entry, index)
          const buttons = (
            <EntryButtons
              key={keys.of(index)}
              name={name}
              isFirst={index === 0}
              isLast={index === entries.length - 1}
              onMove={onMove && ((by) => move(index, by))}
              onRemove={entries.length > least ? () => remove(index) : undefined}
            />
          )
          return isCompact ? (
            <li key={keys.of(index)} className="flex items-center gap-2">
              <div className="min-w-0 flex-1">{children(entry, index)}</div>
              {buttons}
            </li>
          ) : (
            <li key={keys.of(index)}>
              <fieldset className="min-w-0 rounded-lg border border-line p-3">
                <legend className="sr-only">{name}</legend>
                <div className="mb-2 flex min-h-9 items-center justify-between gap-2">
                  <span aria-hidden className="min-w-0 font-semibold wrap-anywhere">
                    {name}
                  </span>
                  {buttons}
                </div>
                <div className="flex flex-col gap-4">{children(entry, index)}</div>
              </fieldset>
            </li>
          )
        })}
      </ol>
      <p role="status" className="sr-only">
        {moved}
      </p>
      {onAdd ? (
        <Button data-add size="small" icon={Plus} className="self-start max-sm:min-h-10" onClick={add}>
          {addLabel}
        </Button>
      ) : (
        <p data-add tabIndex={-1} className="text-sm text-muted">
          {fullText}
        </p>
      )}
    </div>
  )
}

/** Keys of the entries for React. They stay with their entries when these move, so that fields keep their focus. */
function useEntryKeys(count: number) {
  const keys = useRef<number[]>([])
  const last = useRef(0)
  while (keys.current.length < count) keys.current.push(last.current++)
  keys.current.length = count
  return {
    of: (index: number) => keys.current[index],
    move: (index: number, by: -1 | 1) => keys.current.splice(index + by, 0, ...keys.current.splice(index, 1)),
    remove: (index: number) => keys.current.splice(index, 1),
  }
}

interface EntryButtonsProps {
  name: string
  isFirst: boolean
  isLast: boolean
  onMove: ((by: -1 | 1) => void) | undefined
  onRemove: (() => void) | undefined
}

function EntryButtons({ name, isFirst, isLast, onMove, onRemove }: EntryButtonsProps) {
  const { entries: labels } = useText().forms
  return (
    <div className="flex shrink-0">
      {onMove && !(isFirst && isLast) && (
        <>
          <MoveButton icon={ArrowUp} label={labels.up(name)} isEnd={isFirst} onMove={() => onMove(-1)} />
          <MoveButton icon={ArrowDown} label={labels.down(name)} isEnd={isLast} onMove={() => onMove(1)} />
        </>
      )}
      {onRemove && (
        <IconButton icon={Trash2} label={labels.remove(name)} onClick={onRemove} className="max-sm:size-10" />
      )}
    </div>
  )
}

interface MoveButtonProps {
  icon: LucideIcon
  label: string
  /** Whether the entry cannot move further. */
  isEnd: boolean
  onMove: () => void
}

/** Stays focused, so that an entry can move several positions. */
function MoveButton({ icon, label, isEnd, onMove }: MoveButtonProps) {
  const move = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    if (isEnd) return
    onMove()
    requestAnimationFrame(() => currentTarget.focus())
  }
  return (
    <IconButton
      icon={icon}
      label={label}
      aria-disabled={isEnd || undefined}
      onClick={move}
      className="max-sm:size-10"
    />
  )
}
