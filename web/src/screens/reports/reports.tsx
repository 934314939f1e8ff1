import { useText } from '../../text/text.tsx'
import { Page } from '../../ui/page.tsx'

export default function Reports() {
  return <Page title={useText().reports.title}>{null}</Page>
}
