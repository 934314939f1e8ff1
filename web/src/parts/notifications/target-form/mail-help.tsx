import { Link } from '@tanstack/react-router'
import { useMe } from '../../../app/me.ts'
import { useText } from '../../../text/text.tsx'

/** Why emails cannot be sent, and who can change it. */
export function MailHelp() {
  const { mail } = useText().formNotes
  const isAdmin = useMe().user.is_instance_admin
  if (!isAdmin) return mail.askAdmin
  return (
    <>
      {mail.setUp}{' '}
      <Link to="/settings/email" className="rounded underline underline-offset-2">
        {mail.howTo}
      </Link>
    </>
  )
}
