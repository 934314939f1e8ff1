/** Devices of the user that receive push messages, and the button that adds this browser. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { api, getData } from '../../../api/client.ts'
import { useText } from '../../../text/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormProblem, useSubmit } from '../../../ui/form.tsx'
import { LoadError, Skeleton } from '../../../ui/notice.tsx'
import { Card } from '../../../ui/page.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { DeviceRow } from './device-row.tsx'
import { addThisDevice, type ContactMethod, DEVICES, findThisDevice, getSupport, isDevice } from './this-device.ts'

const devicesQuery = queryOptions({
  queryKey: [...DEVICES, 'devices'],
  queryFn: async () => {
    const { contact_methods: methods } = await getData(api.GET('/api/auth/contact-methods'))
    const devices = methods.filter(isDevice)
    return { devices, thisId: await findThisDevice(devices) }
  },
})

export function DeviceNotifications() {
  const labels = useText().account.devices
  const { data, error, refetch } = useQuery(devicesQuery)
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton />
  const { devices, thisId } = data
  return (
    <Card title={labels.title} isFlush>
      <div className="p-4">
        <p className="text-muted">{labels.intro}</p>
        {thisId === null && <AddDevice devices={devices} />}
      </div>
      {devices.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {devices.map((device) => (
            <DeviceRow key={device.id} device={device} isThis={device.id === thisId} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function AddDevice({ devices }: { devices: readonly ContactMethod[] }) {
  const labels = useText().account.devices
  const client = useQueryClient()
  const toast = useToast()
  const support = getSupport()
  const add = useSubmit(() => addThisDevice(devices), {
    onDone: () => {
      toast.done(labels.added)
      void client.invalidateQueries({ queryKey: DEVICES })
    },
  })
  if (support !== 'ready') return <p className="mt-3">{labels.support[support]}</p>
  return (
    <>
      <Button variant="primary" icon={BellRing} className="mt-3" onClick={add.submit} isPending={add.isPending}>
        {labels.add}
      </Button>
      <div role="status" className="mt-3 empty:hidden">
        {add.problem?.code === 'BLOCKED' ? (
          <p>{labels.notPermitted}</p>
        ) : add.problem?.code === 'UNEXPECTED' ? (
          <p className="text-error wrap-anywhere">{labels.failed(add.problem.message)}</p>
        ) : (
          <FormProblem problem={add.problem} />
        )}
      </div>
    </>
  )
}
