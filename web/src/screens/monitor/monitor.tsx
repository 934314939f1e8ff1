import { useText } from '../../text/text.tsx'
import { Page } from '../../ui/page.tsx'

export default function MonitorScreen() {
  return <Page title={useText().monitor.title}>{null}</Page>
}
