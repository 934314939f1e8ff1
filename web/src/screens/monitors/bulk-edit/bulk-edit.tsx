/** Dialog of a bulk edit: the user selects fields, sees the effect on each monitor, and applies it. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MonitorStore } from '../../../app/monitor-store/monitor-store.ts'
import { formQuery } from '../../../parts/forms/schema-form/form-query.ts'
import { MAX_EDITED } from '../../../parts/monitors/monitor-edits.ts'
import { useFormat, useText } from '../../../text/text.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { LoadError, Skeleton } from '../../../ui/notice.tsx'
import { type EditedMonitor, listEditFields } from './edit-fields.ts'
import { EditForm, type PreparedEdit, useEditState } from './edit-form.tsx'
import { PreviewStep } from './preview-step.tsx'

interface BulkEditProps {
  store: MonitorStore
  monitors: readonly EditedMonitor[]
  onClose: () => void
}

export default function BulkEdit({ store, monitors, onClose }: BulkEditProps) {
  const text = useText().bulkEdit
  const { number } = useFormat()
  const form = useQuery(formQuery('monitor'))
  return (
    <Dialog isOpen isWide onClose={onClose} title={text.title(number(monitors.length))}>
      {monitors.length > MAX_EDITED ? (
        <p role="alert">{text.tooMany(number(MAX_EDITED))}</p>
      ) : form.error ? (
        <LoadError error={form.error} onRetry={() => void form.refetch()} />
      ) : form.data ? (
        <Steps store={store} monitors={monitors} variants={form.data.variants} onClose={onClose} />
      ) : (
        <Skeleton lines={4} />
      )}
    </Dialog>
  )
}

interface StepsProps extends BulkEditProps {
  variants: Parameters<typeof listEditFields>[0]
}

function Steps({ store, monitors, variants, onClose }: StepsProps) {
  const [fields] = useState(() => listEditFields(variants, new Set(monitors.map(({ type }) => type))))
  const state = useEditState(fields)
  const [prepared, setPrepared] = useState<PreparedEdit | null>(null)
  return prepared ? (
    <PreviewStep store={store} fields={fields} prepared={prepared} onBack={() => setPrepared(null)} onDone={onClose} />
  ) : (
    <EditForm fields={fields} monitors={monitors} state={state} onPrepared={setPrepared} onCancel={onClose} />
  )
}
