import { FolderTree, Keyboard } from 'lucide-react'
import { useFormat, useText } from '../../../text/text.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'

interface FooterProps {
  found: number
  total: number
  isNarrowed: boolean
  isSorting: boolean
  hasMore: boolean
  onHelp: () => void
}

/** Number of monitors, announced by screen readers when it changes. */
export function Footer({ found, total, isNarrowed, isSorting, hasMore, onHelp }: FooterProps) {
  const { filter, list, keys, groupsLink } = useText().monitors
  const { number } = useFormat()
  const count = isNarrowed ? filter.found(number(found), number(total)) : filter.foundAll(number(total))
  return (
    <footer className="mt-2 flex flex-wrap items-center justify-between gap-x-4 px-1 pb-16 text-sm text-muted">
      <p role="status" className="tabular">
        {isSorting ? filter.sorting : count}
      </p>
      <ButtonLink to="/groups" variant="ghost" size="small" icon={FolderTree} className="text-muted! sm:hidden">
        {groupsLink}
      </ButtonLink>
      {hasMore && <p>{list.hasMore}</p>}
      <Button variant="ghost" size="small" icon={Keyboard} onClick={onHelp} className="text-muted! max-sm:hidden">
        {keys.show}
      </Button>
    </footer>
  )
}
