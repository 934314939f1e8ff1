import { useText } from '../../text/text.tsx'
import { Page } from '../../ui/page.tsx'

export default function Account() {
  return <Page title={useText().account.title}>{null}</Page>
}
