import { useMe } from '../../app/me.ts'
import { useText } from '../../text/text.tsx'

/** Section of the API reference that describes the settings of the mail server. */
const MAIL_DOCS = '/docs#description/email'

/** Why emails cannot be sent, and who can change it. */
export function MailHelp() {
  const { mail } = useText().formNotes
  const isAdmin = useMe().user.is_instance_admin
  if (!isAdmin) return mail.askAdmin
  return (
    <>
      {mail.setUp}{' '}
      <a href={MAIL_DOCS} target="_blank" rel="noopener" className="rounded underline underline-offset-2">
        {mail.howTo}
      </a>
    </>
  )
}
