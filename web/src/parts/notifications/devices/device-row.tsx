import { useQueryClient } from '@tanstack/react-query'
import { BellOff, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api, getData } from '../../../api/client.ts'
import { useText } from '../../../text/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormProblem, useSubmit } from '../../../ui/form.tsx'
import { Badge } from '../../../ui/status.tsx'
import { Ago } from '../../../ui/time.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { ConfirmSubmit } from '../../forms/dialogs/confirm-request.tsx'
import { type Delivery, DeliveryBadge } from '../delivery/delivery.tsx'
import { type ContactMethod, DEVICES, deleteDevice } from './this-device.ts'

interface DeviceRowProps {
  device: ContactMethod
  /** Whether it is this browser. */
  isThis: boolean
}

export function DeviceRow({ device, isThis }: DeviceRowProps) {
  const labels = useText().account.devices
  const [isDeleting, setDeleting] = useState(false)
  const test = useTest(device.id)
  return (
    <li className="flex flex-col gap-3 px-4 py-3 sm:flex-row sm:items-start">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="font-medium wrap-anywhere">{device.name}</h3>
          {isThis && <Badge tone="accent">{labels.here}</Badge>}
          {!device.is_enabled && (
            <Badge tone="quiet" icon={BellOff}>
              {labels.disabled}
            </Badge>
          )}
        </div>
        <Health device={device} />
        <div role="status" className="mt-1 text-sm empty:hidden">
          <FormProblem problem={test.problem} />
          {test.outcome && (
            <p className="flex flex-wrap items-center gap-2">
              <DeliveryBadge status={test.outcome.status} />
              <span className="wrap-anywhere">{test.outcome.error_message ?? labels.tested}</span>
            </p>
          )}
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {device.is_enabled && (
          <Button
            size="small"
            icon={Send}
            className="max-sm:min-h-10"
            aria-label={labels.testOf(device.name)}
            isPending={test.isPending}
            onClick={test.submit}
          >
            {labels.test}
          </Button>
        )}
        <Button
          size="small"
          icon={Trash2}
          className="max-sm:min-h-10"
          aria-label={labels.deleteOf(device.name)}
          onClick={() => setDeleting(true)}
        >
          {labels.delete}
        </Button>
      </div>
      {isDeleting && <DeleteDevice device={device} onClose={() => setDeleting(false)} />}
    </li>
  )
}

function Health({ device }: { device: ContactMethod }) {
  const labels = useText().account.devices
  const {
    disabled_reason: reason,
    last_delivered_at: deliveredAt,
    last_failed_at: failedAt,
    last_error: error,
  } = device
  const hasFailed = failedAt !== null && (deliveredAt === null || failedAt > deliveredAt)
  if (reason === 'receiver_gone') return <p className="text-sm text-error">{labels.gone}</p>
  if (hasFailed) return <p className="text-sm text-error wrap-anywhere">{labels.lastError(error ?? '')}</p>
  return (
    <p className="text-sm text-muted">
      {deliveredAt === null ? (
        labels.neverUsed
      ) : (
        <>
          {labels.lastDelivered} <Ago at={deliveredAt} />
        </>
      )}
    </p>
  )
}

function useTest(id: string) {
  const client = useQueryClient()
  const [outcome, setOutcome] = useState<Delivery | null>(null)
  const test = useSubmit(
    async () => {
      setOutcome(null)
      return getData(api.POST('/api/auth/contact-methods/{id}/test', { params: { path: { id } } }))
    },
    {
      onDone: ({ delivery }) => {
        setOutcome(delivery)
        void client.invalidateQueries({ queryKey: DEVICES })
      },
    },
  )
  return { ...test, outcome }
}

function DeleteDevice({ device, onClose }: { device: ContactMethod; onClose: () => void }) {
  const labels = useText().account.devices
  const client = useQueryClient()
  const toast = useToast()
  const form = useSubmit(() => deleteDevice(device.id), {
    onDone: () => {
      void client.invalidateQueries({ queryKey: DEVICES })
      toast.done(labels.deleted(device.name))
      onClose()
    },
  })
  return (
    <ConfirmSubmit form={form} onClose={onClose} title={labels.deleteTitle(device.name)} action={labels.delete}>
      <p>{labels.deleteHelp}</p>
    </ConfirmSubmit>
  )
}
