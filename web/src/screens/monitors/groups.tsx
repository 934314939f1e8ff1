import { useText } from '../../text/text.tsx'
import { Page } from '../../ui/page.tsx'

export default function Groups() {
  return <Page title={useText().monitors.title}>{null}</Page>
}
