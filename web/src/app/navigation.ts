/** Destinations of the menu and the command palette. */
import { Activity, Bell, ChartColumn, Globe, type LucideIcon, PhoneCall, Settings, Siren, Wrench } from 'lucide-react'
import { useText } from '../text/text.tsx'

interface Destination {
  to: string
  label: string
  icon: LucideIcon
  isExact?: boolean
  /** Whether it has a place in the bottom bar of small screens. */
  isMain?: boolean
}

export function useDestinations(): Destination[] {
  const { nav } = useText().shell
  return [
    { to: '/', label: nav.monitors, icon: Activity, isExact: true, isMain: true },
    { to: '/incidents', label: nav.incidents, icon: Siren, isMain: true },
    { to: '/status-pages', label: nav.statusPages, icon: Globe, isMain: true },
    { to: '/maintenance', label: nav.maintenance, icon: Wrench },
    { to: '/on-call', label: nav.onCall, icon: PhoneCall },
    { to: '/notifications', label: nav.notifications, icon: Bell },
    { to: '/reports', label: nav.reports, icon: ChartColumn },
    { to: '/settings', label: nav.settings, icon: Settings },
  ]
}
