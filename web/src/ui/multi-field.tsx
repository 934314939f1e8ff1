/** Field for several values from a list, or free text: type to search, shown as chips, usable by keyboard. */
import { Combobox } from '@base-ui/react/combobox'
import type { BaseUIEvent } from '@base-ui/react/types'
import { Check, Plus, X } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { useFormat, useText } from '../text/text.tsx'
import { cx } from './cx.ts'
import { Field, type FieldProps } from './field.tsx'

export interface Choice {
  value: string
  label: string
  /** Shown faintly after the label. */
  detail?: string
  /** Shown before the label. */
  mark?: ReactNode
  /** Level of indentation. */
  level?: number
}

interface MultiFieldProps extends FieldProps {
  choices: readonly Choice[]
  value: readonly string[]
  onChange: (value: string[]) => void
  placeholder?: string | undefined
  /** Whether values outside the list can be added. */
  isFree?: boolean
  /** Shown when the list has no choices and nothing was typed. */
  emptyText?: ReactNode
  inputMode?: 'text' | 'numeric'
  isDisabled?: boolean
}

/** Maximum number of choices shown at once; typing narrows the list. */
const MAX_SHOWN = 80

const NEW = '\u0000new'

const splitValues = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

function isFound({ value, label, detail = '' }: Choice, query: string): boolean {
  if (value === NEW) return true
  const text = `${label} ${detail}`.toLowerCase()
  return splitValues(query).every((word) => text.includes(word))
}

export function MultiField({
  choices,
  value,
  onChange,
  placeholder,
  isFree = false,
  emptyText,
  inputMode,
  isDisabled = false,
  ...field
}: MultiFieldProps) {
  const { picker } = useText().forms
  const { number } = useFormat()
  const [query, setQuery] = useState('')
  const [isOpen, setOpen] = useState(false)
  const group = useRef<HTMLDivElement>(null)
  const byValue = useMemo(() => new Map(choices.map((choice) => [choice.value, choice])), [choices])
  const chosen = value.map((id) => byValue.get(id) ?? { value: id, label: id })
  const typed = query.trim()
  const canAdd = isFree && typed !== '' && !byValue.has(typed) && !value.includes(typed)
  const shown = canAdd ? [{ value: NEW, label: picker.addTyped(typed) }, ...choices] : choices
  const found = shown.filter((choice) => isFound(choice, query))

  const add = (text: string) => {
    const words = text.split(/[,\n]/).map((word) => word.trim())
    onChange([...new Set([...value, ...words.filter(Boolean)])])
    setQuery('')
  }
  const press = (event: BaseUIEvent<KeyboardEvent<HTMLInputElement>>) => {
    // With the list closed, Escape would clear the whole selection
    if (event.key === 'Escape' && !isOpen) event.preventBaseUIHandler()
    // A text that matches nothing must not send the form
    if (event.key === 'Enter' && typed !== '') event.preventDefault()
    if (!isFree || event.key !== ',' || typed === '') return
    event.preventDefault()
    add(typed)
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text')
    if (!isFree || !/[,\n]/.test(text)) return
    event.preventDefault()
    add(text)
  }

  return (
    <Field {...field}>
      {(tied) => (
        <Combobox.Root
          multiple
          disabled={isDisabled}
          items={shown}
          filteredItems={found.slice(0, MAX_SHOWN)}
          filter={null}
          autoHighlight
          value={chosen}
          isItemEqualToValue={(a: Choice, b: Choice) => a.value === b.value}
          inputValue={query}
          open={isOpen}
          onOpenChange={setOpen}
          onInputValueChange={setQuery}
          onValueChange={(next: Choice[]) => {
            if (next.some((choice) => choice.value === NEW)) return add(typed)
            onChange(next.map((choice) => choice.value))
            setQuery('')
          }}
        >
          <Combobox.InputGroup
            ref={group}
            className={cx(
              'control flex max-h-44 cursor-text flex-wrap items-center gap-1 overflow-y-auto focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus',
              field.error && 'border-error',
            )}
          >
            <Combobox.Chips className="flex w-full flex-wrap items-center gap-1">
              {chosen.map((choice) => (
                <Chip key={choice.value} choice={choice} />
              ))}
              <Combobox.Input
                {...tied}
                aria-label={field.label} // in a dialog, the open list hides the visible label from assistive technology
                inputMode={inputMode}
                placeholder={chosen.length > 0 ? '' : placeholder}
                className="min-h-6 min-w-24 flex-1 bg-transparent outline-none placeholder:text-faint"
                onKeyDown={press}
                onPaste={paste}
                onBlur={() => canAdd && add(typed)}
              />
            </Combobox.Chips>
          </Combobox.InputGroup>
          <Combobox.Portal>
            <Combobox.Positioner sideOffset={4} anchor={group} className="z-60">
              <Combobox.Popup
                className={cx(
                  'w-(--anchor-width) rounded-lg border border-line bg-raised shadow-raised',
                  isFree && found.length === 0 && 'hidden',
                )}
              >
                <Combobox.Empty>
                  <div className="px-3 py-2.5 text-sm text-muted empty:hidden">
                    {!isFree && (typed === '' ? (emptyText ?? picker.nothing) : picker.notFound(typed))}
                  </div>
                </Combobox.Empty>
                <Combobox.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto overscroll-contain py-1 data-empty:p-0">
                  {(choice: Choice) => <Item key={choice.value} choice={choice} />}
                </Combobox.List>
                {found.length > MAX_SHOWN && (
                  <p className="border-t border-line px-3 py-1.5 text-sm text-muted">
                    {picker.more(number(found.length - MAX_SHOWN))}
                  </p>
                )}
              </Combobox.Popup>
            </Combobox.Positioner>
          </Combobox.Portal>
        </Combobox.Root>
      )}
    </Field>
  )
}

function Chip({ choice: { label, mark } }: { choice: Choice }) {
  const { picker } = useText().forms
  return (
    <Combobox.Chip
      aria-label={label}
      className="flex min-h-6.5 max-w-full items-center gap-1 rounded bg-quiet-soft pl-2 text-sm outline-none focus-within:ring-2 focus-within:ring-focus data-highlighted:ring-2 data-highlighted:ring-focus"
    >
      {mark}
      <span className="truncate">{label}</span>
      <Combobox.ChipRemove
        aria-label={picker.remove(label)}
        className="inline-flex size-6.5 shrink-0 items-center justify-center rounded text-muted hover:bg-hover hover:text-ink"
      >
        <X className="size-3.5" aria-hidden />
      </Combobox.ChipRemove>
    </Combobox.Chip>
  )
}

function Item({ choice }: { choice: Choice }) {
  const { value, label, detail, mark, level = 0 } = choice
  return (
    <Combobox.Item
      value={choice}
      className="flex min-h-9 cursor-pointer items-center gap-2 px-3 py-1.5 outline-none select-none data-highlighted:bg-hover"
    >
      <span className="flex size-4 shrink-0 items-center">
        {value === NEW ? (
          <Plus className="size-4" aria-hidden />
        ) : (
          <Combobox.ItemIndicator>
            <Check className="size-4 text-accent" aria-hidden />
          </Combobox.ItemIndicator>
        )}
      </span>
      {level > 0 && <span style={{ width: `${level}rem` }} className="shrink-0" aria-hidden />}
      {mark}
      <span className="min-w-0 flex-1">
        <span className="block truncate">{label}</span>
        {detail && <span className="block truncate text-sm text-muted">{detail}</span>}
      </span>
    </Combobox.Item>
  )
}
