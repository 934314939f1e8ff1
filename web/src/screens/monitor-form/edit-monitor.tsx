import { useText } from '../../text/text.tsx'
import { Page } from '../../ui/page.tsx'

export default function EditMonitor() {
  return <Page title={useText().forms.title}>{null}</Page>
}
