import { Compass } from 'lucide-react'
import { useText } from '../text/text.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useWindowTitle } from '../ui/page.tsx'

export function NotFound() {
  const { common } = useText()
  useWindowTitle(common.notFoundTitle)
  return (
    <Notice icon={Compass} title={common.notFoundTitle} className="mt-8">
      <ButtonLink to="/" className="mt-4">
        {common.home}
      </ButtonLink>
    </Notice>
  )
}
