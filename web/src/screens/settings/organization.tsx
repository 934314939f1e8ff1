import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import { selectProjectId } from '../../api/project.ts'
import { COOKIE_HEADER, startSession } from '../../api/session.ts'
import { meQuery, useMe, usePermission } from '../../app/me.ts'
import { closeSession } from '../../app/sign-out.ts'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, FormProblem, useSubmit } from '../../ui/form.tsx'
import { LoadError, Skeleton } from '../../ui/notice.tsx'
import { Card, Facts, useWindowTitle } from '../../ui/page.tsx'
import { Badge } from '../../ui/status.tsx'
import { DateTime } from '../../ui/time.tsx'
import { useToast } from '../../ui/toast.tsx'
import { LogoCard } from './logo-card.tsx'

export default function Organization() {
  const { settings } = useText()
  useWindowTitle(settings.nav.organization)
  const mayManage = usePermission('can_manage_organization')
  return (
    <div className="flex max-w-3xl flex-col gap-5">
      {mayManage ? <NameForm /> : <About />}
      {mayManage && <LogoCard />}
      <OrganizationList />
      {usePermission('can_manage_owners') && <Deletion />}
    </div>
  )
}

function About() {
  const { settings } = useText()
  const { organization } = useMe()
  return (
    <Card title={organization.name}>
      <Facts
        facts={[
          { term: settings.organization.slug, value: <code>{organization.slug}</code> },
          { term: settings.organization.created, value: <DateTime at={organization.created_at} /> },
        ]}
      />
    </Card>
  )
}

function NameForm() {
  const { settings, common } = useText()
  const { organization } = useMe()
  const client = useQueryClient()
  const toast = useToast()
  const [name, setName] = useState(organization.name)
  const rename = async (to: string) => {
    await getData(api.PATCH('/api/organization', { body: { name: to } }))
    setName(to)
    void client.invalidateQueries(meQuery)
  }
  const form = useSubmit(() => rename(name), {
    onDone: () => toast.done(common.saved, undefined, () => rename(organization.name)),
  })
  return (
    <Card title={settings.nav.organization}>
      <Form form={form}>
        <TextField
          label={settings.organization.name}
          help={settings.organization.nameHelp}
          value={name}
          maxLength={100}
          onChange={(event) => setName(event.target.value)}
          error={form.findError('name')}
        />
        <div>
          <Button type="submit" variant="primary" isPending={form.isPending}>
            {common.save}
          </Button>
        </div>
      </Form>
    </Card>
  )
}

/** Organizations of the account, with a switch to each. */
function OrganizationList() {
  const { settings, status } = useText()
  const { organization } = useMe()
  const list = useQuery({ queryKey: ['organizations'], queryFn: () => getData(api.GET('/api/organizations')) })
  if (list.isPending) return <Skeleton />
  if (list.isLoadingError) return <LoadError error={list.error} onRetry={() => void list.refetch()} />
  const { organizations } = list.data
  if (organizations.length < 2) return null
  return (
    <Card title={settings.organization.switchTitle} isFlush>
      <ul className="divide-y divide-line">
        {organizations.map(({ id, name, role }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2 px-4 py-2.5">
            <span>
              <span className="font-medium">{name}</span> <span className="text-muted">{status.role[role]}</span>
            </span>
            {id === organization.id ? (
              <Badge tone="accent">{settings.organization.here}</Badge>
            ) : (
              <SwitchButton id={id} name={name} />
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function SwitchButton({ id, name }: { id: string; name: string }) {
  const { settings } = useText()
  const client = useQueryClient()
  const change = useSubmit(
    () => getData(api.POST('/api/auth/switch-organization', { headers: COOKIE_HEADER, body: { organization_id: id } })),
    {
      onDone: (pair) => {
        startSession(pair)
        selectProjectId(null)
        void client.resetQueries()
      },
    },
  )
  return (
    <div>
      <Button size="small" onClick={change.submit} isPending={change.isPending}>
        {settings.organization.switchTo(name)}
      </Button>
      <FormProblem problem={change.problem} />
    </div>
  )
}

function Deletion() {
  const { settings } = useText()
  const labels = settings.organization
  const { organization } = useMe()
  const [isConfirming, setConfirming] = useState(false)
  const toast = useToast()
  const deletion = useSubmit(() => getData(api.DELETE('/api/organization', { body: { confirm: true } })), {
    onDone: () => {
      toast.done(labels.deleted)
      closeSession()
    },
    onFailed: () => setConfirming(false),
  })
  return (
    <Card title={labels.deleteTitle}>
      <FormProblem problem={deletion.problem} />
      <p className="mb-3 text-muted">{labels.deleteText}</p>
      <Button variant="danger" onClick={() => setConfirming(true)}>
        {labels.deleteAction}
      </Button>
      <Confirm
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={deletion.submit}
        isPending={deletion.isPending}
        title={labels.deleteConfirm(organization.name)}
        action={labels.deleteAction}
      >
        {labels.deleteText}
      </Confirm>
    </Card>
  )
}
