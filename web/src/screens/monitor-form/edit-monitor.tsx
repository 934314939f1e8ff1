import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { api, getData } from '../../api/client.ts'
import type { RequestBody } from '../../api/types.ts'
import { ManagedQuestion } from '../../app/managed/managed.tsx'
import { usePermission } from '../../app/me.ts'
import { formQuery } from '../../parts/forms/schema-form/form-query.ts'
import type { Variant } from '../../parts/forms/schema-form/schema.ts'
import { useSchemaForm } from '../../parts/forms/schema-form/use-schema-form.ts'
import { useText } from '../../text/text.tsx'
import { LoadError, Skeleton } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { Values } from './copy.ts'
import { MONITOR_PARTS, MonitorForm } from './monitor-form.tsx'
import { useMonitorValues } from './use-monitor-values.ts'

export default function EditMonitor() {
  const { forms, monitors, common } = useText()
  const mayEdit = usePermission('can_edit_monitors')
  const { id } = useParams({ strict: false }) as { id: string }
  const form = useQuery(formQuery('monitor'))
  const [isConfirmed, setConfirmed] = useState(false)
  const monitor = useQuery({
    queryKey: [`monitor:${id}`, 'source'],
    queryFn: () => getData(api.GET('/api/monitors/{id}', { params: { path: { id } } })),
  })
  const managed = monitor.data?.monitor
  const values = useMonitorValues(id)
  const error = form.error ?? values.error
  const name = values.data ? String(values.data.name) : ''
  const variant = form.data?.variants.find(({ value }) => value === values.data?.type)
  return (
    <Page
      title={forms.monitor.editTitle(name)}
      width="narrow"
      crumbs={[
        { label: monitors.title, to: '/' },
        { label: name || '…', to: `/monitors/${id}` },
      ]}
    >
      {!mayEdit ? (
        <p role="alert">{common.trouble.forbidden}</p>
      ) : error ? (
        <LoadError error={error} onRetry={() => void Promise.all([form.refetch(), values.refetch()])} />
      ) : managed?.managed_by && !isConfirmed ? (
        <ManagedQuestion resource={managed} onContinue={() => setConfirmed(true)} />
      ) : variant && values.data && !monitor.isPending ? (
        <EditMonitorForm key={id} id={id} variant={variant} values={values.data} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Page>
  )
}

function EditMonitorForm({ id, variant, values }: { id: string; variant: Variant; values: Values }) {
  const { common } = useText()
  const navigate = useNavigate()
  const client = useQueryClient()
  const toast = useToast()
  const form = useSchemaForm({
    name: 'monitor',
    variant: variant.value,
    schema: variant.schema,
    values,
    isNew: false,
    draftName: `monitor:${id}`,
    custom: MONITOR_PARTS,
    excludedIds: useMemo(() => [id], [id]),
    send: async (body) => {
      // Without changes there is nothing to report
      if (Object.keys(body).length === 0) return
      await getData(
        api.PUT('/api/monitors/{id}', {
          params: { path: { id } },
          body: body as RequestBody<'/api/monitors/{id}', 'put'>,
        }),
      )
    },
    onDone: () => {
      for (const word of [`monitor:${id}`, 'groups', 'tags']) void client.invalidateQueries({ queryKey: [word] })
      toast.done(common.saved)
      void navigate({ to: '/monitors/$id', params: { id } })
    },
  })
  return (
    <MonitorForm form={form} canTest={variant.value !== 'HEARTBEAT'} action={common.save} backTo={`/monitors/${id}`} />
  )
}
