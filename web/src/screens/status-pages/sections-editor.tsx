/** Sections and their components: naming, ordering and moving by pointer, touch and keyboard. */

import { Plus } from 'lucide-react'
import { useId, useRef } from 'react'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'
import { createKey, type SectionDraft } from './page-draft.ts'
import { SectionCard } from './section-card.tsx'
import { type Update, useReorder } from './use-reorder.ts'

interface EditorProps {
  sections: readonly SectionDraft[]
  onUpdate: Update
  /** Returns the API's error for a field below `sections`. */
  errorOf: (field: string) => string | undefined
}

export function SectionsEditor({ sections, onUpdate, errorOf }: EditorProps) {
  const { sections: labels, reorder: reorderLabels } = useText().statusPages
  const toast = useToast()
  const root = useRef<HTMLDivElement>(null)
  const hintId = useId()
  const reorder = useReorder(root, sections, onUpdate)
  const add = () => onUpdate((all) => [...all, { key: createKey(), name: labels.unnamed, components: [] }])
  const remove = (section: SectionDraft, index: number) => {
    onUpdate((all) => all.filter(({ key }) => key !== section.key))
    toast.done(labels.removed(section.name), undefined, async () => onUpdate((all) => all.toSpliced(index, 0, section)))
  }
  return (
    <div ref={root} className="flex flex-col gap-4">
      <p id={hintId} className="sr-only">
        {reorderLabels.hint}
      </p>
      {sections.length === 0 && <p className="text-muted">{labels.none}</p>}
      <div data-list="" className="flex flex-col gap-4">
        {sections.map((section, index) => (
          <SectionCard
            key={section.key}
            section={section}
            sections={sections}
            index={index}
            reorder={reorder}
            hintId={hintId}
            error={errorOf(`sections.${index}.name`)}
            onUpdate={onUpdate}
            onRemove={() => remove(section, index)}
          />
        ))}
      </div>
      <div>
        <Button icon={Plus} onClick={add}>
          {labels.add}
        </Button>
      </div>
      <p className="text-sm text-muted">{labels.note}</p>
    </div>
  )
}
