/** Layout of the settings for the organization, and for the instance if the user is its admin. */
import { Outlet, useLocation } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { usePermission } from '../../app/me.ts'
import { useSettingsPages } from '../../app/navigation.ts'
import { SectionNav } from '../../parts/platform/section-nav.tsx'
import { useText } from '../../text/text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'

/** Pages hidden from the navigation of other members. */
const FOR_ADMINS = ['/settings/api-keys', '/settings/audit-log']

export default function SettingsLayout() {
  const { settings } = useText()
  const mayManage = usePermission('can_manage_organization')
  const { pathname } = useLocation()
  return (
    <Page title={settings.title}>
      <SectionNav label={settings.title} places={useSettingsPages()} />
      {mayManage || !FOR_ADMINS.includes(pathname) ? <Outlet /> : <Notice icon={Lock} title={settings.onlyAdmins} />}
    </Page>
  )
}
