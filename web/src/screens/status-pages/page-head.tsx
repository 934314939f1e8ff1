/** State, address and further actions of a page, shared by the editor and the list. */
import { Ellipsis, ExternalLink, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../text/text.tsx'
import { IconButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Badge } from '../../ui/status.tsx'
import { DeletePage } from './delete-page.tsx'
import { getPageUrl, type StatusPage } from './page-draft.ts'

export function PublishBadge({ page }: { page: StatusPage }) {
  const labels = useText().statusPages
  return <Badge tone={page.is_published ? 'up' : 'quiet'}>{page.is_published ? labels.published : labels.draft}</Badge>
}

/** Address with a button to copy it. Only the address of a published page is a link. */
export function PageUrl({ page }: { page: StatusPage }) {
  const labels = useText().statusPages
  const url = getPageUrl(page, location.origin)
  return (
    <div className="flex min-w-0 items-center gap-1 text-muted">
      {page.is_published ? (
        <a
          href={url}
          target="_blank"
          rel="noopener"
          className="min-w-0 underline-offset-2 wrap-anywhere hover:underline"
        >
          {url}
          <ExternalLink className="ml-1.5 inline size-3.5" aria-hidden />
          <span className="sr-only"> ({labels.open})</span>
        </a>
      ) : (
        <span className="min-w-0 wrap-anywhere">{labels.urlOfDraft(url)}</span>
      )}
      <CopyButton value={url} label={labels.copyUrl} />
    </div>
  )
}

export function PageMenu({ page }: { page: StatusPage }) {
  const labels = useText().statusPages
  const { common } = useText()
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <Menu
        trigger={<IconButton icon={Ellipsis} label={common.more} variant="secondary" />}
        items={[{ label: labels.delete.action, icon: Trash2, isDanger: true, onSelect: () => setDeleting(true) }]}
      />
      {isDeleting && <DeletePage page={page} onClose={() => setDeleting(false)} />}
    </>
  )
}
