import { useState } from 'react'
import type { Schemas } from '../../api/types.ts'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useSubmit } from '../../ui/form.tsx'
import { AuthForm } from './auth-form.tsx'
import { check, filled } from './checks.ts'
import { Frame } from './frame.tsx'

interface CodeFormProps {
  send: (code: string) => Promise<Schemas['SignedIn']>
  onDone: (data: Schemas['SignedIn']) => void
  onBack: () => void
}

/** The second factor: a code of the app, or a recovery code. */
export function CodeForm({ send, onDone, onBack }: CodeFormProps) {
  const { auth, forms } = useText()
  const [code, setCode] = useState('')
  const [isRecovery, setRecovery] = useState(false)
  const form = useSubmit(
    async () => {
      check(forms.check, { totp: [code, filled] })
      return send(isRecovery ? code.trim() : code.replace(/\s/g, ''))
    },
    { onDone },
  )
  const words = auth.code
  const isWrong = form.problem?.code === 'INVALID_CREDENTIALS'
  return (
    <Frame
      title={words.title}
      intro={isRecovery ? words.recoveryIntro : words.intro}
      aside={
        <Button look="ghost" onClick={onBack}>
          {words.restart}
        </Button>
      }
    >
      <AuthForm form={form} fields={['totp']} words={() => (isWrong ? null : undefined)}>
        <TextField
          key={String(isRecovery)}
          label={isRecovery ? words.recoveryLabel : words.label}
          name="totp"
          autoFocus
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          inputMode={isRecovery ? 'text' : 'numeric'}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          error={form.errorOf('totp') ?? (isWrong ? (isRecovery ? words.wrongRecovery : words.wrong) : undefined)}
        />
        <Button type="submit" look="primary" isPending={form.isPending} className="min-h-10">
          {words.submit}
        </Button>
        <Button
          look="ghost"
          onClick={() => {
            setRecovery(!isRecovery)
            setCode('')
            form.reset()
          }}
        >
          {isRecovery ? words.useApp : words.useRecovery}
        </Button>
      </AuthForm>
    </Frame>
  )
}
