import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { encode } from 'uqr'
import { api, getData } from '../../api/client.ts'
import { FormActions, FormDialog } from '../../parts/forms/dialogs/form-dialog.tsx'
import { useFormat, useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyBox } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, FormProblem, useSubmit } from '../../ui/form.tsx'
import { LoadError, Skeleton } from '../../ui/notice.tsx'
import { Card } from '../../ui/page.tsx'
import { useToast } from '../../ui/toast.tsx'

/** Below this number of remaining codes the user is warned, because a lost phone could lock the account. */
const FEW_CODES = 3

interface Setup {
  secret: string
  otpauth_uri: string
}

export function TwoFactor() {
  const { account } = useText()
  const labels = account.twoFactor
  const format = useFormat()
  const [setup, setSetup] = useState<Setup | null>(null)
  const [isEnding, setEnding] = useState(false)
  const state = useQuery({ queryKey: ['totp'], queryFn: () => getData(api.GET('/api/auth/totp')) })
  const begin = useSubmit(() => getData(api.POST('/api/auth/totp/setup')), { onDone: setSetup })
  if (state.isPending) return <Skeleton />
  if (state.isLoadingError) return <LoadError error={state.error} onRetry={() => void state.refetch()} />
  const { is_enabled: isEnabled, recovery_codes_left: left } = state.data.totp
  return (
    <Card title={labels.title}>
      <FormProblem problem={begin.problem} />
      <p className="mb-3">{isEnabled ? labels.on(format.number(left)) : labels.off}</p>
      {isEnabled && left < FEW_CODES && <p className="mb-3 text-degraded">{labels.fewCodes}</p>}
      {isEnabled ? (
        <Button variant="danger" onClick={() => setEnding(true)}>
          {labels.disable}
        </Button>
      ) : (
        <Button variant="primary" onClick={begin.submit} isPending={begin.isPending}>
          {labels.setUp}
        </Button>
      )}
      {setup && <Enabling setup={setup} onClose={() => setSetup(null)} />}
      {isEnding && <Disabling onClose={() => setEnding(false)} />}
    </Card>
  )
}

function Enabling({ setup, onClose }: { setup: Setup; onClose: () => void }) {
  const labels = useText().account.twoFactor
  const client = useQueryClient()
  const [code, setCode] = useState('')
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const form = useSubmit(() => getData(api.POST('/api/auth/totp/enable', { body: { code: code.trim() } })), {
    onDone: (data) => {
      setCodes(data.recovery_codes)
      void client.invalidateQueries({ queryKey: ['totp'] })
    },
  })
  if (codes !== null)
    return (
      <Dialog isOpen onClose={onClose} title={labels.codesTitle}>
        <p className="mb-3">{labels.codesText}</p>
        <ul className="mb-3 grid grid-cols-2 gap-x-6 gap-y-1 font-mono text-sm">
          {codes.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
        <CopyBox value={codes.join(' ')} label={labels.copyAll} />
      </Dialog>
    )
  return (
    <Dialog isOpen onClose={onClose} title={labels.title} description={labels.scan}>
      <div className="mb-4 flex flex-wrap items-center gap-4">
        <QrCode text={setup.otpauth_uri} label={labels.qr} />
        <div className="min-w-0 flex-1 basis-56">
          <p className="mb-1 font-medium">{labels.secret}</p>
          <CopyBox value={setup.secret} label={labels.secret} />
        </div>
      </div>
      <Form form={form}>
        <TextField
          label={labels.code}
          value={code}
          inputMode="numeric"
          autoComplete="one-time-code"
          onChange={(event) => setCode(event.target.value)}
          error={form.findError('code')}
        />
        <FormActions form={form} submit={labels.enable} />
      </Form>
    </Dialog>
  )
}

function Disabling({ onClose }: { onClose: () => void }) {
  const labels = useText().account.twoFactor
  const client = useQueryClient()
  const toast = useToast()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const form = useSubmit(() => getData(api.POST('/api/auth/totp/disable', { body: { password, code: code.trim() } })), {
    onDone: () => {
      toast.done(labels.disabled)
      void client.invalidateQueries({ queryKey: ['totp'] })
      onClose()
    },
  })
  return (
    <FormDialog
      onClose={onClose}
      title={labels.disableTitle}
      description={labels.disableText}
      form={form}
      submit={labels.disable}
      isDanger
    >
      <TextField
        label={labels.password}
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={form.findError('password')}
      />
      <TextField
        label={labels.disableCode}
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={form.findError('code')}
      />
    </FormDialog>
  )
}

/** Width of the light margin, in modules, so that cameras find the edge. Source: ISO/IEC 18004 requires four */
const BORDER = 4

/** Dark on light in every theme, since many cameras read no other combination. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: BORDER })
  const dark = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg viewBox={`0 0 ${size} ${size}`} className="size-44 shrink-0 rounded bg-white" role="img" aria-label={label}>
      <path d={dark} className="fill-black" shapeRendering="crispEdges" />
    </svg>
  )
}
