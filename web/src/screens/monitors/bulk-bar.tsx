/** Actions for selected monitors. The bar floats, so that the page does not shift when it appears. */
import {
  Bell,
  BellOff,
  Check,
  ChevronDown,
  FolderInput,
  Pause,
  Play,
  SlidersHorizontal,
  Tags,
  Trash2,
  Unlink,
  X,
} from 'lucide-react'
import type { Managed } from '../../app/managed/ask.ts'
import { useRelease } from '../../app/managed/use-release.ts'
import { MAX_SILENCE_MS } from '../../parts/incidents/silence/use-silence.ts'
import { UntilMenu } from '../../parts/platform/until/until-menu.tsx'
import { useFormat, useText } from '../../text/text.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import type { Bulk } from './use-bulk.tsx'

export type BulkDialog = 'move' | 'tag' | 'silence' | 'edit'

interface BulkBarProps {
  bulk: Bulk
  /** Other roles only acknowledge and silence. */
  mayEdit: boolean
  ids: readonly string[]
  /** Selected monitors that a configuration document manages. */
  managed: readonly Managed[]
  isAnySilenced: boolean
  /** Number of monitors that can be selected. */
  shownCount: number
  onSelectAll: () => void
  onClear: () => void
  /** Null when no selected monitor has an open incident. */
  onAcknowledge: (() => void) | null
  onDialog: (dialogue: BulkDialog) => void
}

export default function BulkBar({
  bulk,
  mayEdit,
  ids,
  managed,
  isAnySilenced,
  shownCount,
  onSelectAll,
  onClear,
  onAcknowledge,
  onDialog,
}: BulkBarProps) {
  const { monitors, acknowledge } = useText()
  const { bulk: labels } = monitors
  const { number } = useFormat()
  const { progress } = bulk
  return (
    <section
      aria-label={labels.label}
      data-selection-bar
      className="fixed bottom-[calc(0.75rem+var(--bottom-bar))] left-1/2 z-30 flex w-max max-w-[calc(100vw-1rem)] -translate-x-1/2 flex-wrap items-center justify-center gap-x-1 gap-y-1 rounded-xl border border-line bg-raised px-2 py-1.5 shadow-raised lg:left-[calc(50%+7.5rem)] lg:max-w-[calc(100vw-16rem)]"
    >
      <span className="flex items-center gap-1">
        <span className="px-2 font-medium tabular" role="status">
          {progress
            ? labels.working(number(progress.finished), number(progress.total))
            : labels.selected(number(ids.length))}
        </span>
        {ids.length < shownCount && (
          <Button variant="ghost" size="small" onClick={onSelectAll} className="text-accent!">
            {labels.selectAll(number(shownCount))}
          </Button>
        )}
        <IconButton icon={X} label={labels.clear} onClick={onClear} className="sm:order-last" />
      </span>
      <span className="flex flex-wrap items-center justify-center gap-0.5">
        {onAcknowledge && (
          <BulkButton icon={Check} label={acknowledge.action} isOff={progress !== null} onClick={onAcknowledge} />
        )}
        {mayEdit && <BulkPause bulk={bulk} ids={ids} />}
        <BulkSilence bulk={bulk} ids={ids} isAnySilenced={isAnySilenced} />
        {mayEdit && <BulkChanges bulk={bulk} ids={ids} onDialog={onDialog} />}
        {mayEdit && managed.length > 0 && <BulkRelease bulk={bulk} managed={managed} />}
      </span>
    </section>
  )
}

function BulkPause({ bulk, ids }: Pick<BulkBarProps, 'bulk' | 'ids'>) {
  const { bulk: labels } = useText().monitors
  const isOff = bulk.progress !== null
  return (
    <>
      <BulkButton
        icon={Pause}
        label={labels.pause}
        isOff={isOff}
        onClick={() => void bulk.run({ kind: 'pause' }, ids)}
      />
      <PauseUntil isOff={isOff} onChoose={(until) => bulk.run({ kind: 'pause', until }, ids)} />
      <BulkButton
        icon={Play}
        label={labels.resume}
        isOff={isOff}
        onClick={() => void bulk.run({ kind: 'resume' }, ids)}
      />
    </>
  )
}

function BulkChanges({ bulk, ids, onDialog }: Pick<BulkBarProps, 'bulk' | 'ids' | 'onDialog'>) {
  const { bulk: labels } = useText().monitors
  const isOff = bulk.progress !== null
  return (
    <>
      <BulkButton icon={FolderInput} label={labels.move} isOff={isOff} onClick={() => onDialog('move')} />
      <BulkButton icon={Tags} label={labels.tag} isOff={isOff} onClick={() => onDialog('tag')} />
      <BulkButton icon={SlidersHorizontal} label={labels.edit} isOff={isOff} onClick={() => onDialog('edit')} />
      <BulkButton
        icon={Trash2}
        label={labels.delete}
        isOff={isOff}
        onClick={() => bulk.ask(ids, () => void bulk.run({ kind: 'delete' }, ids))}
        isDanger
      />
    </>
  )
}

function BulkRelease({ bulk, managed }: Pick<BulkBarProps, 'bulk' | 'managed'>) {
  const { stop } = useText().common.managed
  const { release, isPending } = useRelease()
  return (
    <BulkButton
      icon={Unlink}
      label={stop}
      isOff={isPending || bulk.progress !== null}
      onClick={() => release(managed)}
    />
  )
}

function BulkSilence({ bulk, ids, isAnySilenced }: Pick<BulkBarProps, 'bulk' | 'ids' | 'isAnySilenced'>) {
  const text = useText().silence
  const { number } = useFormat()
  const end = { label: text.end, icon: Bell, onSelect: () => void bulk.run({ kind: 'unsilence' }, ids) }
  return (
    <UntilMenu
      trigger={
        <Button variant="ghost" icon={BellOff} disabled={bulk.progress !== null} className="max-sm:size-10 max-sm:px-0">
          <span className="max-sm:sr-only">{text.silence}</span>
        </Button>
      }
      first={isAnySilenced ? [end] : []}
      title={text.titleMany(number(ids.length))}
      description={text.description}
      action={text.silence}
      maxMs={MAX_SILENCE_MS}
      noteLabel={text.note}
      onChoose={(until, _isFromDialog, note) => bulk.run({ kind: 'silence', until, note }, ids)}
    />
  )
}

interface BulkButtonProps {
  icon: typeof Pause
  label: string
  isOff: boolean
  onClick: () => void
  isDanger?: boolean
}

/** Shows its label if there is room. */
const BulkButton = ({ icon, label, isOff, onClick, isDanger = false }: BulkButtonProps) => (
  <>
    <Button
      variant="ghost"
      icon={icon}
      aria-disabled={isOff}
      onClick={() => !isOff && onClick()}
      className={`max-sm:hidden ${isDanger ? 'text-error!' : ''}`}
    >
      {label}
    </Button>
    <IconButton
      icon={icon}
      label={label}
      aria-disabled={isOff}
      onClick={() => !isOff && onClick()}
      className={`size-10! sm:hidden ${isDanger ? 'text-error!' : ''}`}
    />
  </>
)

const YEAR_MS = 366 * 86_400_000

interface PauseUntilProps {
  isOff: boolean
  onChoose: (until: string) => Promise<void>
}

/** The choice of an end beside "Pause". */
function PauseUntil({ isOff, onChoose }: PauseUntilProps) {
  const { bulk } = useText().monitors
  const { pause } = useText().until
  return (
    <UntilMenu
      trigger={
        <IconButton icon={ChevronDown} label={pause.menu} aria-disabled={isOff} className="-ml-1.5 max-sm:size-10!" />
      }
      title={pause.title}
      description={pause.description}
      action={bulk.pause}
      maxMs={YEAR_MS}
      onChoose={onChoose}
    />
  )
}
