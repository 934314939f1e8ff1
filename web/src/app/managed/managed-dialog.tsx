import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { type Question, setQuestion } from './ask.ts'
import { useManagedTitle } from './managed.tsx'
import { useRelease } from './use-release.ts'

/** Asks before a change that the next apply undoes. */
export default function ManagedDialog({ question: { resources, onContinue } }: { question: Question }) {
  const labels = useText().common.managed
  const { release, isPending } = useRelease()
  const proceed = () => {
    setQuestion(null)
    onContinue()
  }
  return (
    <Confirm
      isOpen
      onClose={() => setQuestion(null)}
      onConfirm={proceed}
      title={useManagedTitle(resources)}
      action={labels.proceed}
      isDanger={false}
      other={
        <Button isPending={isPending} onClick={() => release(resources, proceed)}>
          {labels.stopAndProceed}
        </Button>
      }
    >
      <p>{labels.question}</p>
      <p className="mt-2">{labels.stopHelp}</p>
    </Confirm>
  )
}
