/** The list without monitors: three ways to get some. */
import { Activity, FileCode, Import, Plus } from 'lucide-react'
import { useText } from '../../text/text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

export default function Empty({ mayEdit }: { mayEdit: boolean }) {
  const { empty } = useText().forms.monitor
  return (
    <Notice icon={Activity} title={empty.title} className="rounded-lg border border-line bg-surface py-16!">
      <p>{empty.text}</p>
      {mayEdit && (
        <>
          <ButtonLink to="/monitors/new" variant="primary" icon={Plus} className="mt-4">
            {empty.action}
          </ButtonLink>
          <p className="mt-8 mb-3">{empty.others}</p>
          <div className="flex flex-wrap justify-center gap-2">
            <ButtonLink to="/settings/configuration" icon={Import}>
              {empty.move}
            </ButtonLink>
            <ButtonLink to="/settings/configuration" icon={FileCode}>
              {empty.apply}
            </ButtonLink>
          </div>
        </>
      )}
    </Notice>
  )
}
