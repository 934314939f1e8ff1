import { useText } from '../../text/text.tsx'
import { Page } from '../../ui/page.tsx'

export default function StatusPageScreen() {
  return <Page title={useText().statusPages.title}>{null}</Page>
}
