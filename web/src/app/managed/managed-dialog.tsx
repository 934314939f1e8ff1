import { useText } from '../../text/text.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { type Question, setQuestion } from './ask.ts'
import { useManagedTitle } from './managed.tsx'

/** Asks before a change that the next apply undoes. */
export default function ManagedDialog({ question: { resources, onContinue } }: { question: Question }) {
  const labels = useText().common.managed
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
    >
      <p>{labels.question}</p>
    </Confirm>
  )
}
