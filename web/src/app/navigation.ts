/** Destinations of the menu and the command palette. */
import {
  Activity,
  Bell,
  ChartColumn,
  ChartNoAxesGantt,
  Globe,
  type LucideIcon,
  PhoneCall,
  Settings,
  Siren,
  Wrench,
} from 'lucide-react'
import { useText } from '../text/text.tsx'
import { useMe, usePermission } from './me.ts'

export interface Destination {
  to: string
  label: string
  icon: LucideIcon
  isExact?: boolean
  /** Whether it has a place in the bottom bar of small screens. */
  isMain?: boolean
}

/** Pages of the settings, in the order of the tabs. The tabs and the command palette show this list. */
const SETTINGS_PAGES = [
  { name: 'organization', to: '/settings' },
  { name: 'projects', to: '/settings/projects' },
  { name: 'variables', to: '/settings/variables' },
  { name: 'configuration', to: '/settings/configuration' },
  { name: 'members', to: '/settings/members' },
  { name: 'apiKeys', to: '/settings/api-keys', for: 'organization' },
  { name: 'auditLog', to: '/settings/audit-log', for: 'organization' },
  { name: 'plan', to: '/settings/plan' },
  { name: 'email', to: '/settings/email', for: 'instance' },
  { name: 'probes', to: '/settings/probes', for: 'instance' },
] as const

/** Settings that the user may open. */
export function useSettingsPages(): { to: string; label: string }[] {
  const { settings } = useText().shell
  const isAdminOf = {
    organization: usePermission('can_manage_organization'),
    instance: useMe().user.is_instance_admin,
  }
  return SETTINGS_PAGES.filter((page) => !('for' in page) || isAdminOf[page.for]).map(({ name, to }) => ({
    to,
    label: settings[name],
  }))
}

export function useDestinations(): Destination[] {
  const { nav } = useText().shell
  return [
    { to: '/', label: nav.monitors, icon: Activity, isExact: true, isMain: true },
    { to: '/loom', label: nav.loom, icon: ChartNoAxesGantt },
    { to: '/incidents', label: nav.incidents, icon: Siren, isMain: true },
    { to: '/status-pages', label: nav.statusPages, icon: Globe, isMain: true },
    { to: '/maintenance', label: nav.maintenance, icon: Wrench },
    { to: '/on-call', label: nav.onCall, icon: PhoneCall },
    { to: '/notifications', label: nav.notifications, icon: Bell },
    { to: '/reports', label: nav.reports, icon: ChartColumn },
    { to: '/settings', label: nav.settings, icon: Settings },
  ]
}
