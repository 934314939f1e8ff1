/** Dialogs of bulk actions: input before the action, and a list of refusals after it. */
import { lazy, Suspense, useState } from 'react'
import { loadChunk } from '../../api/chunk.ts'
import type { MonitorStore } from '../../app/monitor-store/monitor-store.ts'
import { TagInput } from '../../parts/forms/tag-input.tsx'
import { MAX_SILENCE_MS } from '../../parts/incidents/silence/use-silence.ts'
import { GroupPicker } from '../../parts/monitors/group-picker.tsx'
import UntilDialog from '../../parts/platform/until/until-dialog.tsx'
import { useFormat, useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { MultiField } from '../../ui/multi-field.tsx'
import type { Job, Refusal } from './bulk.ts'
import type { Bulk } from './use-bulk.tsx'
import type { DialogRequest } from './use-row-actions.ts'

const BulkEdit = lazy(() => loadChunk(() => import('./bulk-edit/bulk-edit.tsx')))

interface DialogsProps {
  store: MonitorStore
  bulk: Bulk
  dialog: DialogRequest | null
  onClose: () => void
}

export default function BulkDialogs({ store, bulk, dialog, onClose }: DialogsProps) {
  if (bulk.refused.length > 0) return <RefusedDialog refused={bulk.refused} onClose={bulk.clearRefused} />
  if (dialog === null) return null
  const lines = dialog.ids.map((id) => store.findMonitor(id)).filter((monitor) => monitor !== undefined)
  const common = {
    count: lines.length,
    onClose,
    onJob: (job: Job) => {
      onClose()
      void bulk.run(job, dialog.ids)
    },
  }
  switch (dialog.kind) {
    case 'move': {
      const groups = new Set(lines.map((monitor) => monitor.group_id))
      return <MoveDialog {...common} groupId={groups.size === 1 ? [...groups][0]! : null} />
    }
    case 'tag':
      return <TagDialog {...common} usedTags={[...new Set(lines.flatMap(({ tags }) => tags))].sort()} />
    case 'silence':
      return <SilenceDialog {...common} />
    case 'edit':
      return (
        <Suspense>
          <BulkEdit store={store} monitors={lines} onClose={onClose} />
        </Suspense>
      )
  }
}

interface BulkDialogProps {
  count: number
  onClose: () => void
  onJob: (job: Job) => void
}

function SilenceDialog({ count, onClose, onJob }: BulkDialogProps) {
  const text = useText().silence
  const { number } = useFormat()
  return (
    <UntilDialog
      title={text.titleMany(number(count))}
      description={text.description}
      action={text.silence}
      maxMs={MAX_SILENCE_MS}
      noteLabel={text.note}
      onSubmit={async (until, note) => onJob({ kind: 'silence', until, note })}
      onClose={onClose}
    />
  )
}

/** @param groupId common group of the monitors; null when they have none or different ones */
function MoveDialog({ count, onClose, onJob, groupId }: BulkDialogProps & { groupId: string | null }) {
  const { bulk } = useText().monitors
  const { common } = useText()
  const { number } = useFormat()
  const [target, setTarget] = useState<string | null>(groupId)
  return (
    <Dialog isOpen onClose={onClose} title={bulk.moveTitle(number(count))}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          onJob({ kind: 'move', groupId: target })
        }}
      >
        <GroupPicker label={bulk.target} noneLabel={bulk.noGroup} value={target} onChange={setTarget} />
        <Buttons onClose={onClose} cancel={common.cancel} action={bulk.moveAction} />
      </form>
    </Dialog>
  )
}

/** @param usedTags tags of at least one selected monitor */
function TagDialog({ count, onClose, onJob, usedTags }: BulkDialogProps & { usedTags: readonly string[] }) {
  const { bulk } = useText().monitors
  const { common } = useText()
  const { number } = useFormat()
  const [add, setAdd] = useState<string[]>([])
  const [remove, setRemove] = useState<string[]>([])
  return (
    <Dialog isOpen onClose={onClose} title={bulk.tagTitle(number(count))}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (add.length + remove.length > 0) onJob({ kind: 'tag', add, remove })
          else onClose()
        }}
      >
        <TagInput label={bulk.tagAdd} help={bulk.tagAddHelp} value={add} onChange={setAdd} />
        {usedTags.length > 0 && (
          <MultiField
            label={bulk.tagRemove}
            choices={usedTags.map((tag) => ({ value: tag, label: tag }))}
            value={remove}
            onChange={setRemove}
          />
        )}
        <Buttons onClose={onClose} cancel={common.cancel} action={bulk.tagAction} />
      </form>
    </Dialog>
  )
}

const Buttons = ({ onClose, cancel, action }: { onClose: () => void; cancel: string; action: string }) => (
  <DialogActions>
    <Button onClick={onClose}>{cancel}</Button>
    <Button type="submit" variant="primary">
      {action}
    </Button>
  </DialogActions>
)

function RefusedDialog({ refused, onClose }: { refused: readonly Refusal[]; onClose: () => void }) {
  const { bulk } = useText().monitors
  const { common } = useText()
  const { number } = useFormat()
  return (
    <Dialog isOpen onClose={onClose} title={bulk.failedTitle(number(refused.length))} description={bulk.failedText}>
      <ul className="divide-y divide-line">
        {refused.map(({ id, name, message }) => (
          <li key={id} className="py-2 first:pt-0">
            <p className="font-medium wrap-anywhere">{name}</p>
            <p className="text-sm text-muted wrap-anywhere">{message || bulk.gone}</p>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button onClick={onClose}>{common.close}</Button>
      </DialogActions>
    </Dialog>
  )
}
