/** Second step of a bulk edit: the effect on the monitors, and the button that applies it. */
import { useQueryClient } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { MonitorStore } from '../../../app/monitor-store/monitor-store.ts'
import { restoreValues, sendEdits } from '../../../parts/monitors/monitor-edits.ts'
import { toPlainMessage } from '../../../text/api-names/api-names.ts'
import { useFormat, useText } from '../../../text/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { DialogActions } from '../../../ui/dialog.tsx'
import { Form, useSubmit } from '../../../ui/form.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { toUndo } from '../../../ui/toast-messages.ts'
import type { EditField } from './edit-fields.ts'
import type { PreparedEdit } from './edit-form.tsx'
import { type ChangeGroup, listInnerChanges, summarizePreview } from './edit-preview.ts'
import { useValueText } from './value-text.ts'

interface PreviewStepProps {
  store: MonitorStore
  fields: readonly EditField[]
  prepared: PreparedEdit
  onBack: () => void
  onDone: () => void
}

/** Different values of a field that are listed. */
const MAX_GROUPS = 6

export function PreviewStep({ store, fields, prepared, onBack, onDone }: PreviewStepProps) {
  const texts = useText()
  const text = texts.bulkEdit
  const { number } = useFormat()
  const { labelOf, textOf } = useValueText(fields, store)
  const { result, otherTypeCount } = prepared
  const preview = summarizePreview(result)
  const form = useApply(store, prepared, onDone)
  const total = result.total + otherTypeCount
  const refusedCount = preview.refusals.reduce((sum, { names }) => sum + names.length, 0)
  return (
    <Form form={form}>
      <p ref={setFocus} tabIndex={-1} role="status" className="rounded font-semibold">
        {preview.changing > 0 ? text.changing(number(preview.changing), number(total)) : text.noneChanging}
      </p>
      {preview.fields.map(({ field, groups }) => (
        <section key={field} className="rounded-lg border border-line p-3">
          <h3 className="mb-1 font-medium">{labelOf(field)}</h3>
          <ul className="divide-y divide-line">
            {groups.slice(0, MAX_GROUPS).map((group, index) => (
              <Entry key={index} names={group.names}>
                <ChangeText field={field} group={group} labelOf={labelOf} textOf={textOf} />
              </Entry>
            ))}
          </ul>
          {groups.length > MAX_GROUPS && (
            <p className="text-sm text-muted">{text.moreGroups(number(groups.length - MAX_GROUPS))}</p>
          )}
        </section>
      ))}
      {refusedCount > 0 && (
        <section className="rounded-lg border border-error bg-error-soft p-3">
          <h3 className="mb-1 font-medium text-error">{text.refused(number(refusedCount))}</h3>
          <ul className="divide-y divide-line">
            {preview.refusals.map(({ message, names }) => (
              <Entry key={message} names={names}>
                {toPlainMessage(texts, message)}
              </Entry>
            ))}
          </ul>
        </section>
      )}
      <div className="flex flex-col gap-1 text-muted empty:hidden">
        {preview.unchanged > 0 && <p>{text.unchanged(number(preview.unchanged))}</p>}
        {otherTypeCount > 0 && <p>{text.otherType(number(otherTypeCount))}</p>}
        {preview.changing > 0 && !result.is_undoable && <p className="text-degraded">{text.notUndoable}</p>}
      </div>
      <DialogActions>
        <Button onClick={onBack}>{text.back}</Button>
        {preview.changing > 0 && (
          <Button type="submit" variant="primary" isPending={form.isPending}>
            {text.apply(number(preview.changing))}
          </Button>
        )}
      </DialogActions>
    </Form>
  )
}

/** Replaces the focus that was on the button of the step before. */
const setFocus = (element: HTMLElement | null) => element?.focus()

const idsOf = (edits: readonly { monitor_ids: readonly string[] }[]) => edits.flatMap((edit) => edit.monitor_ids)

function useApply(store: MonitorStore, { edits }: PreparedEdit, onDone: () => void) {
  const text = useText().bulkEdit
  const { number } = useFormat()
  const toast = useToast()
  const client = useQueryClient()
  const refresh = () => {
    store.scheduleReload()
    for (const key of ['groups', 'tags', 'monitor-form']) void client.invalidateQueries({ queryKey: [key] })
  }
  return useSubmit(() => sendEdits(edits), {
    onDone: ({ succeeded, failed, undo }) => {
      refresh()
      onDone()
      toast.done(
        text.done(number(succeeded)),
        failed > 0 ? text.doneRefused(number(failed)) : undefined,
        undo && toUndo('values', idsOf(undo.edits), () => restoreValues([undo]).finally(refresh)),
      )
    },
  })
}

/** A line with the number of its monitors, which opens their names. */
function Entry({ names, children }: { names: readonly string[]; children: ReactNode }) {
  const text = useText().bulkEdit
  const { number, list } = useFormat()
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 py-1.5">
      <span className="min-w-0 wrap-anywhere">{children}</span>
      <details className="text-sm text-muted open:basis-full">
        <summary className="cursor-pointer rounded">{text.group(number(names.length))}</summary>
        <p className="wrap-anywhere">{list([...names])}</p>
      </details>
    </li>
  )
}

interface ChangeTextProps extends ReturnType<typeof useValueText> {
  field: string
  group: ChangeGroup
}

function ChangeText({ field, group, labelOf, textOf }: ChangeTextProps) {
  if (group.entries) {
    const { added, removed } = group.entries
    return (
      <>
        {added.length > 0 && <span className="mr-3 text-up">+ {textOf(field, added)}</span>}
        {removed.length > 0 && <span className="text-error">− {textOf(field, removed)}</span>}
        {added.length + removed.length === 0 && textOf(field, group.after)}
      </>
    )
  }
  return listInnerChanges(group).map(({ key, before, after }) => (
    <span key={key ?? ''} className="block">
      {key !== null && `${labelOf(key, field)}: `}
      <span className="text-muted">{textOf(key ?? field, before)}</span>
      <ArrowRight className="mx-1.5 inline size-4 text-muted" aria-hidden />
      {textOf(key ?? field, after)}
    </span>
  ))
}
