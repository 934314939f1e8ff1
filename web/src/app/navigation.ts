/** Destinations of the menu and the command palette. */
import { Activity, Bell, ChartColumn, Globe, type LucideIcon, Settings, Siren, Wrench } from 'lucide-react'
import { useText } from '../text/text.tsx'

interface Destination {
  to: string
  label: string
  icon: LucideIcon
  isExact?: boolean
}

export function useDestinations(): Destination[] {
  const { nav } = useText().shell
  return [
    { to: '/', label: nav.monitors, icon: Activity, isExact: true },
    { to: '/incidents', label: nav.incidents, icon: Siren },
    { to: '/status-pages', label: nav.statusPages, icon: Globe },
    { to: '/maintenance', label: nav.maintenance, icon: Wrench },
    { to: '/notifications', label: nav.notifications, icon: Bell },
    { to: '/reports', label: nav.reports, icon: ChartColumn },
    { to: '/settings', label: nav.settings, icon: Settings },
  ]
}
