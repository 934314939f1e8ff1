import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useIsDark } from '../../app/theme.ts'
import { useText } from '../../text/text.tsx'
import { CopyBox } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadError, Skeleton } from '../../ui/notice.tsx'
import { Segments } from '../../ui/segments.tsx'
import { badgesQuery } from './queries.ts'

type BadgeFormat = 'url' | 'markdown' | 'html'

const FORMATTERS: Record<BadgeFormat, (url: string, label: string) => string> = {
  url: (url) => url,
  markdown: (url, label) => `![${label}](${url})`,
  html: (url, label) => `<img src="${url.replaceAll('&', '&amp;')}" alt="${label}">`,
}

/** Images are loaded from this origin, whatever public name the server has. */
const toPath = (url: string): string => {
  const { pathname, search } = new URL(url)
  return pathname + search
}

export function BadgesDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { badges: text } = useText().monitor
  const { data, error, refetch } = useQuery(badgesQuery(id))
  const [format, setAs] = useState<BadgeFormat>('markdown')
  const theme = useIsDark() ? '&theme=dark' : ''
  return (
    <Dialog isOpen onClose={onClose} title={text.title} description={text.text}>
      {error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton />
      ) : (
        <div className="flex flex-col gap-4">
          <Segments
            label={text.form}
            value={format}
            onChange={setAs}
            options={(['markdown', 'html', 'url'] as const).map((value) => ({ value, label: text[value] }))}
          />
          {data.map(({ kind, url }) => (
            <div key={kind} className="flex flex-col gap-1.5">
              <div className="flex flex-wrap items-center justify-between gap-2">
                <span className="font-medium">{text.kind[kind]}</span>
                {kind !== 'year' && <img src={toPath(url)} alt={text.kind[kind]} height={20} className="h-5" />}
              </div>
              {kind === 'year' && (
                <>
                  <img src={toPath(url) + theme} alt={text.kind.year} className="w-full" />
                  <p className="text-xs text-muted">{text.yearHelp}</p>
                </>
              )}
              <CopyBox value={FORMATTERS[format](url, text.kind[kind])} label={text.address(text.kind[kind])} />
            </div>
          ))}
        </div>
      )}
    </Dialog>
  )
}
