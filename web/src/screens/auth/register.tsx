import { useText } from '../../text/text.tsx'
import { Page } from '../../ui/page.tsx'

export default function Register() {
  return <Page title={useText().auth.title}>{null}</Page>
}
