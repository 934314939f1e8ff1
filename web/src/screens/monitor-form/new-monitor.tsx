import { useText } from '../../text/text.tsx'
import { Page } from '../../ui/page.tsx'

export default function NewMonitor() {
  return <Page title={useText().forms.title}>{null}</Page>
}
