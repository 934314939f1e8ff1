import { useText } from '../../text/text.tsx'
import { Page } from '../../ui/page.tsx'

export default function Monitors() {
  return <Page title={useText().monitors.title}>{null}</Page>
}
