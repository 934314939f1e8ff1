import { useText } from '../../text/text.tsx'
import { Page } from '../../ui/page.tsx'

export default function IncidentScreen() {
  return <Page title={useText().incidents.title}>{null}</Page>
}
