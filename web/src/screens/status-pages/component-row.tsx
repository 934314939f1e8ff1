import { X } from 'lucide-react'
import { useText } from '../../text/text.tsx'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Options } from '../../ui/field.tsx'
import { DragHandle, getMovingClass, StepButtons } from './drag-handle.tsx'
import type { ComponentDraft, SectionDraft } from './page-draft.ts'
import { moveByStep, moveToSlot } from './reorder.ts'
import type { Reorder, Update } from './use-reorder.ts'

interface ComponentProps {
  component: ComponentDraft
  name: string
  /** Name of the monitor or group. */
  subjectName: string
  section: SectionDraft
  sections: readonly SectionDraft[]
  reorder: Reorder
  hintId: string
  onChange: (component: ComponentDraft) => void
  onUpdate: Update
  onRemove: () => void
}

export function ComponentRow(props: ComponentProps) {
  const { component, name, subjectName, reorder, hintId, onChange } = props
  const { sections: labels } = useText().statusPages
  return (
    <li
      data-entry={component.key}
      className={cx('flex gap-1 bg-surface py-2.5', getMovingClass(reorder, component.key))}
    >
      <DragHandle item={{ kind: 'component', key: component.key }} name={name} reorder={reorder} hintId={hintId} />
      <div className="flex min-w-0 flex-1 flex-wrap gap-1.5">
        <input
          className="control min-w-36 flex-1"
          aria-label={labels.displayName(subjectName)}
          placeholder={subjectName}
          value={component.displayName}
          maxLength={80}
          onChange={(event) => onChange({ ...component, displayName: event.target.value })}
        />
        <input
          className="control min-w-36 flex-[2]"
          aria-label={labels.componentDescription(name)}
          placeholder={labels.descriptionPlaceholder}
          value={component.description}
          maxLength={500}
          onChange={(event) => onChange({ ...component, description: event.target.value })}
        />
        <RowActions {...props} />
      </div>
    </li>
  )
}

function RowActions({ component, name, section, sections, onUpdate, onRemove }: ComponentProps) {
  const { sections: labels } = useText().statusPages
  const item = { kind: 'component', key: component.key } as const
  const isIn = (one: SectionDraft | undefined, at: number) => one?.components.at(at)?.key === component.key
  const transfer = (listKey: string) => {
    const index = sections.find(({ key }) => key === listKey)?.components.length ?? 0
    onUpdate((all) => moveToSlot(all, item, { listKey, index }))
  }
  return (
    <div className="ml-auto flex min-w-0 items-center gap-1.5">
      {sections.length > 1 && (
        <select
          className="control max-w-56 min-w-0"
          aria-label={labels.toSection(name)}
          value={section.key}
          onChange={(event) => transfer(event.target.value)}
        >
          <Options options={sections.map(({ key, name: label }) => ({ value: key, label }))} />
        </select>
      )}
      <div className="flex">
        <StepButtons
          name={name}
          isFirst={isIn(sections[0], 0)}
          isLast={isIn(sections.at(-1), -1)}
          onStep={(by) => onUpdate((all) => moveByStep(all, item, by))}
        />
        <IconButton icon={X} label={labels.removeComponent(name)} onClick={onRemove} />
      </div>
    </div>
  )
}
