import { useState } from 'react'
import type { Schemas } from '../../api/types.ts'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useSubmit } from '../../ui/form.tsx'
import { AuthForm } from './auth-form.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { checkFilled, validateFields } from './checks.ts'

interface CodeFormProps {
  send: (code: string) => Promise<Schemas['SignedIn']>
  onDone: (data: Schemas['SignedIn']) => void
  onBack: () => void
}

/** The second factor: a code from the authenticator app, or a recovery code. */
export function CodeForm({ send, onDone, onBack }: CodeFormProps) {
  const { auth, forms } = useText()
  const [code, setCode] = useState('')
  const [isRecovery, setRecovery] = useState(false)
  const form = useSubmit(
    async () => {
      validateFields(forms.check, { totp: [code, checkFilled] })
      return send(isRecovery ? code.trim() : code.replace(/\s/g, ''))
    },
    { onDone },
  )
  const labels = auth.code
  const isWrong = form.problem?.code === 'INVALID_CREDENTIALS'
  return (
    <AuthLayout
      title={labels.title}
      intro={isRecovery ? labels.recoveryIntro : labels.intro}
      aside={
        <Button variant="ghost" onClick={onBack}>
          {labels.restart}
        </Button>
      }
    >
      <AuthForm form={form} fields={['totp']} describeProblem={() => (isWrong ? null : undefined)}>
        <TextField
          key={String(isRecovery)}
          label={isRecovery ? labels.recoveryLabel : labels.label}
          name="totp"
          autoFocus
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          inputMode={isRecovery ? 'text' : 'numeric'}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          error={form.findError('totp') ?? (isWrong ? (isRecovery ? labels.wrongRecovery : labels.wrong) : undefined)}
        />
        <Button type="submit" variant="primary" isPending={form.isPending} className="min-h-10">
          {labels.submit}
        </Button>
        <Button
          variant="ghost"
          onClick={() => {
            setRecovery(!isRecovery)
            setCode('')
            form.reset()
          }}
        >
          {isRecovery ? labels.useApp : labels.useRecovery}
        </Button>
      </AuthForm>
    </AuthLayout>
  )
}
