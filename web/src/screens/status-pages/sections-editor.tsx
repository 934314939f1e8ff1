/** Sections and their components: naming, ordering and moving, with buttons that work by keyboard and touch. */
import { ArrowDown, ArrowUp, Plus, Trash2, X } from 'lucide-react'
import { MonitorPicker, useMonitorChoices } from '../../parts/monitor-picker.tsx'
import { useStatusPagesText } from '../../text/status-pages.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Options } from '../../ui/field.tsx'
import { type ComponentDraft, moveItem, moveToSection, type SectionDraft } from './page-draft.ts'

interface EditorProps {
  sections: readonly SectionDraft[]
  onChange: (sections: SectionDraft[]) => void
  /** Returns the API's error for a field below `sections`. */
  errorOf: (field: string) => string | undefined
}

const createKey = (): string => crypto.getRandomValues(new Uint32Array(2)).join('-')

export function SectionsEditor({ sections, onChange, errorOf }: EditorProps) {
  const { sections: labels } = useStatusPagesText()
  const add = () => onChange([...sections, { key: createKey(), name: labels.unnamed, components: [] }])
  const replace = (index: number, section: SectionDraft) =>
    onChange(sections.map((one, at) => (at === index ? section : one)))
  return (
    <div className="flex flex-col gap-4">
      {sections.length === 0 && <p className="text-muted">{labels.none}</p>}
      {sections.map((section, index) => (
        <SectionCard
          key={section.key}
          section={section}
          sections={sections}
          error={errorOf(`sections.${index}.name`)}
          onChange={(next) => replace(index, next)}
          onMove={(by) => onChange(moveItem(sections, index, by))}
          onRemove={() => onChange(sections.filter((one) => one.key !== section.key))}
          onTransfer={(key, to) => onChange(moveToSection(sections, key, to))}
          isFirst={index === 0}
          isLast={index === sections.length - 1}
        />
      ))}
      <div>
        <Button icon={Plus} onClick={add}>
          {labels.add}
        </Button>
      </div>
      <p className="text-sm text-muted">{labels.note}</p>
    </div>
  )
}

interface SectionProps {
  section: SectionDraft
  sections: readonly SectionDraft[]
  error: string | undefined
  onChange: (section: SectionDraft) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
  onTransfer: (componentKey: string, sectionKey: string) => void
  isFirst: boolean
  isLast: boolean
}

function SectionCard({
  section,
  sections,
  error,
  onChange,
  onMove,
  onRemove,
  onTransfer,
  isFirst,
  isLast,
}: SectionProps) {
  const { sections: labels } = useStatusPagesText()
  const { name, components } = section
  const names = useMonitorNames()
  const shownAs = (component: ComponentDraft) => component.displayName || names.get(component.monitorId) || '…'
  const change = (next: ComponentDraft[]) => onChange({ ...section, components: next })
  const choose = (ids: string[]) => {
    const kept = components.filter(({ monitorId }) => ids.includes(monitorId))
    const added = ids.filter((id) => !components.some(({ monitorId }) => monitorId === id))
    change([...kept, ...added.map((monitorId) => ({ key: createKey(), monitorId, displayName: '', description: '' }))])
  }
  return (
    <fieldset className="min-w-0 rounded-lg border border-line p-3">
      <legend className="sr-only">{name}</legend>
      <div className="mb-3 flex items-center gap-1">
        <input
          className="control font-semibold"
          aria-label={labels.name}
          aria-invalid={error ? true : undefined}
          value={name}
          maxLength={100}
          onChange={(event) => onChange({ ...section, name: event.target.value })}
        />
        <IconButton icon={ArrowUp} label={labels.up(name)} disabled={isFirst} onClick={() => onMove(-1)} />
        <IconButton icon={ArrowDown} label={labels.down(name)} disabled={isLast} onClick={() => onMove(1)} />
        <IconButton icon={Trash2} label={labels.removeOf(name)} onClick={onRemove} />
      </div>
      {error && (
        <p className="mb-2 text-sm font-medium text-down" data-field-error>
          {error}
        </p>
      )}
      <ul className="mb-3 flex flex-col divide-y divide-line">
        {components.map((component, index) => (
          <ComponentRow
            key={component.key}
            component={component}
            name={shownAs(component)}
            monitorName={names.get(component.monitorId) ?? ''}
            sections={sections}
            sectionKey={section.key}
            onChange={(next) => change(components.map((one, at) => (at === index ? next : one)))}
            onMove={(by) => change(moveItem(components, index, by))}
            onRemove={() => change(components.filter((one) => one.key !== component.key))}
            onTransfer={(to) => onTransfer(component.key, to)}
            isFirst={index === 0}
            isLast={index === components.length - 1}
          />
        ))}
      </ul>
      <MonitorPicker
        label={labels.addMonitors}
        value={components.map(({ monitorId }) => monitorId)}
        onChange={choose}
      />
    </fieldset>
  )
}

function useMonitorNames(): ReadonlyMap<string, string> {
  return new Map(useMonitorChoices().map(({ value, label }) => [value, label]))
}

interface ComponentProps {
  component: ComponentDraft
  name: string
  monitorName: string
  sections: readonly SectionDraft[]
  sectionKey: string
  onChange: (component: ComponentDraft) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
  onTransfer: (sectionKey: string) => void
  isFirst: boolean
  isLast: boolean
}

function ComponentRow(props: ComponentProps) {
  const { component, name, monitorName, sections, sectionKey, onChange, onMove, onRemove, onTransfer } = props
  const { sections: labels } = useStatusPagesText()
  return (
    <li className="flex flex-col gap-1.5 py-2.5">
      <div className="flex flex-wrap gap-1.5">
        <input
          className="control min-w-36 flex-1"
          aria-label={labels.displayName(monitorName)}
          placeholder={monitorName}
          value={component.displayName}
          maxLength={100}
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
      </div>
      <div className="flex items-center gap-1.5">
        {sections.length > 1 && (
          <select
            className="control max-w-56"
            aria-label={labels.toSection(name)}
            value={sectionKey}
            onChange={(event) => onTransfer(event.target.value)}
          >
            <Options options={sections.map((section) => ({ value: section.key, label: section.name }))} />
          </select>
        )}
        <div className="ml-auto flex">
          <IconButton icon={ArrowUp} label={labels.up(name)} disabled={props.isFirst} onClick={() => onMove(-1)} />
          <IconButton icon={ArrowDown} label={labels.down(name)} disabled={props.isLast} onClick={() => onMove(1)} />
          <IconButton icon={X} label={labels.removeComponent(name)} onClick={onRemove} />
        </div>
      </div>
    </li>
  )
}
