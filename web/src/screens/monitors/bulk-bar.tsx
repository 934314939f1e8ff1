/** What can be done with the monitors that are selected. It floats, so that nothing moves when it comes. */
import { FolderInput, Pause, Play, Tags, Trash2, X } from 'lucide-react'
import { useFormat, useText } from '../../text/text.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import type { Bulk } from './use-bulk.tsx'

export type Dialogue = 'move' | 'tag' | 'delete'

interface BulkBarProps {
  bulk: Bulk
  ids: readonly string[]
  /** How many could be selected. */
  shownCount: number
  onSelectAll: () => void
  onClear: () => void
  onDialogue: (dialogue: Dialogue) => void
}

export function BulkBar({ bulk, ids, shownCount, onSelectAll, onClear, onDialogue }: BulkBarProps) {
  const { bulk: words } = useText().monitors
  const { number } = useFormat()
  const { progress } = bulk
  return (
    <section
      aria-label={words.label}
      className="fixed bottom-3 left-1/2 z-30 flex w-max max-w-[calc(100vw-1rem)] -translate-x-1/2 flex-wrap items-center justify-center gap-x-1 gap-y-1 rounded-xl border border-line bg-raised px-2 py-1.5 shadow-raised lg:left-[calc(50%+7rem)]"
    >
      <span className="flex items-center gap-1">
        <span className="px-2 font-medium tabular" role="status">
          {progress ? words.working(number(progress.over), number(progress.total)) : words.selected(number(ids.length))}
        </span>
        {ids.length < shownCount && (
          <Button look="ghost" size="small" onClick={onSelectAll} className="text-accent!">
            {words.selectAll(number(shownCount))}
          </Button>
        )}
        <IconButton icon={X} label={words.clear} onClick={onClear} className="sm:order-last" />
      </span>
      <span className="flex flex-wrap items-center justify-center gap-0.5">
        <Act
          icon={Pause}
          label={words.pause}
          isOff={progress !== null}
          onClick={() => void bulk.run({ kind: 'pause' }, ids)}
        />
        <Act
          icon={Play}
          label={words.resume}
          isOff={progress !== null}
          onClick={() => void bulk.run({ kind: 'resume' }, ids)}
        />
        <Act icon={FolderInput} label={words.move} isOff={progress !== null} onClick={() => onDialogue('move')} />
        <Act icon={Tags} label={words.tag} isOff={progress !== null} onClick={() => onDialogue('tag')} />
        <Act
          icon={Trash2}
          label={words.delete}
          isOff={progress !== null}
          onClick={() => onDialogue('delete')}
          isDanger
        />
      </span>
    </section>
  )
}

interface ActProps {
  icon: typeof Pause
  label: string
  isOff: boolean
  onClick: () => void
  isDanger?: boolean
}

/** With its word where there is room for it. */
const Act = ({ icon, label, isOff, onClick, isDanger = false }: ActProps) => (
  <>
    <Button
      look="ghost"
      icon={icon}
      aria-disabled={isOff}
      onClick={() => !isOff && onClick()}
      className={`max-sm:hidden ${isDanger ? 'text-down!' : ''}`}
    >
      {label}
    </Button>
    <IconButton
      icon={icon}
      label={label}
      aria-disabled={isOff}
      onClick={() => !isOff && onClick()}
      className={`size-10! sm:hidden ${isDanger ? 'text-down!' : ''}`}
    />
  </>
)
