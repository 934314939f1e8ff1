import { ListPlus, Trash2 } from 'lucide-react'
import { GroupsPicker, useGroupChoices } from '../../parts/monitors/group-picker.tsx'
import { MonitorPicker, useMonitorChoices } from '../../parts/monitors/monitor-picker.tsx'
import { useText } from '../../text/text.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { useToast } from '../../ui/toast.tsx'
import { ComponentRow } from './component-row.tsx'
import { DragHandle, getMovingClass, StepButtons } from './drag-handle.tsx'
import { type ComponentDraft, createKey, type SectionDraft } from './page-draft.ts'
import { moveByStep, restoreComponent } from './reorder.ts'
import type { Reorder, Update } from './use-reorder.ts'

/** Maximum number of components on a page. */
const MAX_COMPONENTS = 500

interface SectionProps {
  section: SectionDraft
  sections: readonly SectionDraft[]
  index: number
  reorder: Reorder
  hintId: string
  error: string | undefined
  onUpdate: Update
  onRemove: () => void
}

export function SectionCard(props: SectionProps) {
  const { section, sections, index, reorder, hintId, error, onUpdate, onRemove } = props
  const { sections: labels } = useText().statusPages
  const { key, name } = section
  const change = (some: Partial<SectionDraft>) =>
    onUpdate((all) => all.map((one) => (one.key === key ? { ...one, ...some } : one)))
  return (
    <fieldset
      data-entry={key}
      className={cx('min-w-0 rounded-lg border border-line bg-surface p-3', getMovingClass(reorder, key))}
    >
      <legend className="sr-only">{name}</legend>
      <div className="mb-3 flex items-center gap-1">
        <DragHandle item={{ kind: 'section', key }} name={name} reorder={reorder} hintId={hintId} />
        <input
          className="control min-w-0 font-semibold"
          aria-label={labels.name}
          aria-invalid={error ? true : undefined}
          value={name}
          maxLength={80}
          onChange={(event) => change({ name: event.target.value })}
        />
        <StepButtons
          name={name}
          isFirst={index === 0}
          isLast={index === sections.length - 1}
          onStep={(by) => onUpdate((all) => moveByStep(all, { kind: 'section', key }, by))}
        />
        <IconButton icon={Trash2} label={labels.removeOf(name)} onClick={onRemove} />
      </div>
      {error && (
        <p className="mb-2 text-sm font-medium text-error" data-field-error>
          {error}
        </p>
      )}
      <Components {...props} />
      <AddComponents section={section} sections={sections} onChange={(next) => change({ components: next })} />
    </fieldset>
  )
}

function Components({ section, sections, reorder, hintId, onUpdate }: SectionProps) {
  const { sections: labels } = useText().statusPages
  const toast = useToast()
  const names = new Map([...useMonitorChoices(), ...useGroupChoices()].map(({ value, label }) => [value, label]))
  const change = (components: (before: ComponentDraft[]) => ComponentDraft[]) =>
    onUpdate((all) =>
      all.map((one) => (one.key === section.key ? { ...one, components: components(one.components) } : one)),
    )
  const remove = (component: ComponentDraft, name: string, index: number) => {
    change((before) => before.filter(({ key }) => key !== component.key))
    toast.done(labels.removed(name), undefined, async () =>
      onUpdate((all) => restoreComponent(all, component, { listKey: section.key, index })),
    )
  }
  return (
    <ul data-list={section.key} className="mb-3 flex flex-col divide-y divide-line">
      {section.components.map((component, index) => {
        const subjectName = names.get(component.monitorId ?? component.groupId ?? '') ?? ''
        const name = component.displayName || subjectName || '…'
        return (
          <ComponentRow
            key={component.key}
            component={component}
            name={name}
            subjectName={subjectName}
            section={section}
            sections={sections}
            reorder={reorder}
            hintId={hintId}
            onChange={(next) => change((before) => before.map((one) => (one.key === next.key ? next : one)))}
            onUpdate={onUpdate}
            onRemove={() => remove(component, name, index)}
          />
        )
      })}
    </ul>
  )
}

interface AddProps {
  section: SectionDraft
  sections: readonly SectionDraft[]
  onChange: (components: ComponentDraft[]) => void
}

/** Offers all monitors at once while the page has no component. */
function AddComponents({ section: { components }, sections, onChange }: AddProps) {
  const { sections: labels } = useText().statusPages
  const choices = useMonitorChoices()
  const isEmpty = sections.every((section) => section.components.length === 0)
  const listIds = (field: 'monitorId' | 'groupId') => components.flatMap((component) => component[field] ?? [])
  const choose = (field: 'monitorId' | 'groupId', ids: readonly string[]) => {
    const known = listIds(field)
    const kept = components.filter(({ [field]: id }) => id === undefined || ids.includes(id))
    const added = ids.filter((id) => !known.includes(id))
    onChange([...kept, ...added.map((id) => ({ key: createKey(), [field]: id, displayName: '', description: '' }))])
  }
  return (
    <>
      {isEmpty && choices.length > 0 && choices.length <= MAX_COMPONENTS && (
        <Button
          icon={ListPlus}
          className="mb-3"
          onClick={() =>
            choose(
              'monitorId',
              choices.map(({ value }) => value),
            )
          }
        >
          {labels.addAll(choices.length)}
        </Button>
      )}
      <div className="flex flex-col gap-3">
        <MonitorPicker
          label={labels.addMonitors}
          value={listIds('monitorId')}
          onChange={(ids) => choose('monitorId', ids)}
        />
        <GroupsPicker
          isWithStatus
          label={labels.addGroups}
          help={labels.addGroupsHelp}
          value={listIds('groupId')}
          onChange={(ids) => choose('groupId', ids)}
        />
      </div>
    </>
  )
}
