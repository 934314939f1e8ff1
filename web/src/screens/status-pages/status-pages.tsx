import { useText } from '../../text/text.tsx'
import { Page } from '../../ui/page.tsx'

export default function StatusPages() {
  return <Page title={useText().statusPages.title}>{null}</Page>
}
