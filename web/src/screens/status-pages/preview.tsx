/**
 * Preview of a page as readers will see it. The server renders the HTML, and a frame shows it. The frame gets its
 * styles as style sheet objects, since the dashboard's Content-Security-Policy blocks inline styles.
 */

import { Monitor, Smartphone } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useText } from '../../text/text.tsx'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/notice.tsx'
import { Card } from '../../ui/page.tsx'

export function Preview({ html, isStale }: { html: string | undefined; isStale: boolean }) {
  const { preview } = useText().statusPages
  const [isNarrow, setNarrow] = useState(false)
  const frame = useRef<HTMLIFrameElement>(null)
  useDocument(frame, html)
  return (
    <Card
      title={preview.title}
      isFlush
      actions={
        <>
          <IconButton icon={Monitor} label={preview.wide} aria-pressed={!isNarrow} onClick={() => setNarrow(false)} />
          <IconButton
            icon={Smartphone}
            label={preview.narrow}
            aria-pressed={isNarrow}
            onClick={() => setNarrow(true)}
          />
        </>
      }
    >
      {isStale && <p className="bg-degraded-soft px-4 py-2 text-sm text-degraded">{preview.stale}</p>}
      {html === undefined && <Skeleton className="p-4" lines={6} />}
      <iframe
        ref={frame}
        title={preview.frame}
        className={cx(
          'mx-auto block h-[70dvh] min-h-96 max-w-full',
          isNarrow ? 'w-90' : 'w-full',
          html === undefined && 'hidden',
        )}
      />
    </Card>
  )
}

function useDocument(frame: RefObject<HTMLIFrameElement | null>, html: string | undefined): void {
  useEffect(() => {
    const target = frame.current?.contentDocument
    const view = frame.current?.contentWindow
    if (html === undefined || !target || !view) return
    const { rest, styles } = extractStyles(html)
    const source = new DOMParser().parseFromString(rest, 'text/html')
    for (const unwanted of source.querySelectorAll('link, script, meta')) unwanted.remove()
    removeForeignImages(source)
    const scrolled = view.scrollY
    const root = target.importNode(source.documentElement, true)
    target.replaceChild(root, target.documentElement)
    target.adoptedStyleSheets = styles.map((text) => {
      const sheet = new (view as Window & typeof globalThis).CSSStyleSheet()
      sheet.replaceSync(text)
      return sheet
    })
    // A preview only: its links are inactive and it cannot take the focus
    root.inert = true
    view.scrollTo(0, scrolled)
  }, [frame, html])
}

/** Extracts styles before parsing, since the parser would report a violation of the policy for each. */
function extractStyles(html: string): { rest: string; styles: string[] } {
  const styles: string[] = []
  const rest = html.replace(/<style[^>]*>([\s\S]*?)<\/style>/g, (_, text: string) => {
    styles.push(text)
    return ''
  })
  return { rest, styles }
}

/** The dashboard requests nothing from other hosts, so a placeholder replaces the logo. */
function removeForeignImages(source: Document): void {
  for (const image of source.querySelectorAll('img')) {
    const placeholder = source.createElement('span')
    placeholder.textContent = image.alt || '▣'
    image.replaceWith(placeholder)
  }
}
