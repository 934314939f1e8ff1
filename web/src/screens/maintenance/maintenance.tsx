import { useText } from '../../text/text.tsx'
import { Page } from '../../ui/page.tsx'

export default function Maintenance() {
  return <Page title={useText().maintenance.title}>{null}</Page>
}
