/** Layout of the settings for the organization, and for the instance if the user is its admin. */
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useMe, usePermission } from '../../app/me.ts'
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
    ...(isInstanceAdmin ? [{ to: '/settings/probes', label: nav.probes }] : []),
  ]
  const bar = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a phone the current entry may be out of view
  useEffect(() => {
    bar.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [pathname])
  return (
    <Page title={settings.title}>
      <nav ref={bar} aria-label={settings.title} className="mb-5 overflow-x-auto border-b border-line">
        <ul className="flex gap-1">
          {places.map(({ to, label }) => (
            <li key={to}>
              <Link
                to={to}
                activeOptions={{ exact: true }}
                className="-mb-px flex min-h-10 items-center border-b-2 border-transparent px-3 whitespace-nowrap text-muted hover:text-ink"
                activeProps={{ className: '!border-accent font-semibold !text-ink' }}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {mayManage || !FOR_ADMINS.includes(pathname) ? <Outlet /> : <Notice icon={Lock} title={settings.onlyAdmins} />}
    </Page>
  )
}
