import { useText } from '../../text/text.tsx'
import { Page } from '../../ui/page.tsx'

export default function AuditLog() {
  return <Page title={useText().settings.title}>{null}</Page>
}
