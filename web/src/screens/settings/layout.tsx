/** Layout of the settings for the organization, and for the instance if the user is its admin. */
import { Outlet, useLocation } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { useMe, usePermission } from '../../app/me.ts'
import { SectionNav } from '../../parts/section-nav.tsx'
import { useText } from '../../text/text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'

/** Pages hidden from the navigation of other members. */
const FOR_ADMINS = ['/settings/api-keys', '/settings/audit-log']

export default function SettingsLayout() {
  const { settings } = useText()
  const mayManage = usePermission('can_manage_organization')
  const isInstanceAdmin = useMe().user.is_instance_admin
  const { nav } = settings
  const places = [
    { to: '/settings', label: nav.organization },
    { to: '/settings/projects', label: nav.projects },
    { to: '/settings/variables', label: nav.variables },
    { to: '/settings/configuration', label: nav.configuration },
    { to: '/settings/members', label: nav.members },
    ...(mayManage
      ? [
          { to: '/settings/api-keys', label: nav.apiKeys },
          { to: '/settings/audit-log', label: nav.auditLog },
        ]
      : []),
    { to: '/settings/plan', label: nav.plan },
    ...(isInstanceAdmin
      ? [
          { to: '/settings/email', label: nav.email },
          { to: '/settings/probes', label: nav.probes },
        ]
      : []),
  ]
  const { pathname } = useLocation()
  return (
    <Page title={settings.title}>
      <SectionNav label={settings.title} places={places} />
      {mayManage || !FOR_ADMINS.includes(pathname) ? <Outlet /> : <Notice icon={Lock} title={settings.onlyAdmins} />}
    </Page>
  )
}
