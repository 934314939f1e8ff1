/**
 * The menu of a resource in a list. It edits and deletes the resource, and has further items:
 *
 *     <ResourceMenu resource={schedule} draftName={…} dialogs={{ edit: (close) => …, delete: (close) => … }} />
 */
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type Managed, runAsking } from '../../../app/managed/ask.ts'
import { useText } from '../../../text/text.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import type { MenuProps } from '../../../ui/menu-popup.tsx'
import { useIsInterrupted } from '../drafts/use-draft.ts'

/** Opens one of the dialogs. */
type OpenDialog = (name: string) => void

interface ResourceMenuProps {
  resource: Managed & { name: string }
  /** Name of the draft of its form. The form opens again after an interruption. */
  draftName: string
  /** Dialogs by name. Without `edit` or `delete`, the menu has no such item. */
  dialogs: Readonly<Record<string, ((close: () => void) => ReactNode) | false | undefined>>
  /** Items between editing and deleting. */
  items?: (open: OpenDialog) => MenuProps['items']
  /** Deletes the resource without its dialog. */
  onDelete?: ((open: OpenDialog) => void) | undefined
}

/** Editing asks first when a document manages the resource. The dialog of a deletion shows a note instead. */
export function ResourceMenu({ resource, draftName, dialogs, items, onDelete }: ResourceMenuProps) {
  const { common } = useText()
  const [dialog, setDialog] = useState<string | null>(useIsInterrupted(draftName) ? 'edit' : null)
  const first: MenuProps['items'] = [
    ...(dialogs.edit
      ? [{ label: common.edit, icon: Pencil, onSelect: () => runAsking([resource], () => setDialog('edit')) }]
      : []),
    ...(items?.(setDialog) ?? []),
  ]
  const remove = () => (onDelete ? onDelete(setDialog) : setDialog('delete'))
  const shown = dialog === null ? undefined : dialogs[dialog] || undefined
  return (
    <>
      <Menu
        trigger={
          <IconButton
            icon={Ellipsis}
            label={`${common.more}: ${resource.name}`}
            variant="secondary"
            className="max-sm:size-10"
          />
        }
        items={[
          ...first,
          ...(dialogs.delete && first.length > 0 ? [null] : []),
          ...(dialogs.delete
            ? [{ label: common.delete, icon: Trash2, isDanger: true as const, onSelect: remove }]
            : []),
        ]}
      />
      {shown?.(() => setDialog(null))}
    </>
  )
}
