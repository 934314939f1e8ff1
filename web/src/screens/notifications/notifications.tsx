import { useText } from '../../text/text.tsx'
import { Page } from '../../ui/page.tsx'

export default function Notifications() {
  return <Page title={useText().notifications.title}>{null}</Page>
}
