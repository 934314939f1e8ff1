/** Palette entries besides monitors: pages and global actions. */

import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import {
  BookOpen,
  Contact,
  FolderKanban,
  FolderTree,
  Languages,
  LogOut,
  type LucideIcon,
  Moon,
  PhoneCall,
  Plus,
  Route,
  Settings,
  Siren,
  Sun,
  UserRound,
} from 'lucide-react'
import { api, getData } from '../../api/client.ts'
import { LANGUAGES, type Language } from '../../text/languages.ts'
import { useLanguage, useText } from '../../text/text.tsx'
import { useMe, usePermission, useProject } from '../me.ts'
import { useMonitorStore } from '../monitor-store/use-monitor-store.ts'
import { useDestinations, useSettingsPages } from '../navigation.ts'
import { useSignOut } from '../sign-out.ts'
import { useSwitchProject } from '../switch-project.ts'
import { toggleTheme, useIsDark } from '../theme.ts'
import { type Entry, useVerbEntry } from './verb-entries.ts'

const MAX_SCHEDULES = 50

export function usePages(): Entry[] {
  const { shell, palette: labels } = useText()
  const navigate = useNavigate()
  const destinations = useDestinations()
  const synonyms: Readonly<Record<string, string>> = labels.synonyms
  const page = (to: string, label: string, icon: LucideIcon, hash = ''): Entry => ({
    id: `page:${to}#${hash}`,
    label,
    keywords: synonyms[hash || to],
    icon,
    run: () => void navigate({ to, ...(hash && { hash }) }),
  })
  const settingsPages = useSettingsPages()
  return [
    ...destinations.map(({ to, label, icon }) => page(to, label, icon)),
    page('/notifications/escalation', labels.policies, Route),
    page('/groups', labels.groups, FolderTree),
    ...settingsPages
      .filter(({ to }) => !destinations.some((one) => one.to === to))
      .map(({ to, label }) => page(to, `${shell.nav.settings}: ${label}`, Settings)),
    page('/account', shell.nav.account, UserRound),
    page('/account', labels.contactMethods, Contact, 'contact-methods'),
    {
      id: 'page:docs',
      label: shell.nav.docs,
      keywords: synonyms['/docs'],
      icon: BookOpen,
      run: () => void open('/docs', '_blank', 'noopener'),
    },
  ]
}

/** Returns the user on call of each schedule. */
export function useOnCallEntries(): Entry[] {
  const { palette: labels } = useText()
  const navigate = useNavigate()
  const { data } = useQuery({
    queryKey: ['on-call', 'palette'],
    queryFn: () => getData(api.GET('/api/on-call-schedules', { params: { query: { limit: MAX_SCHEDULES } } })),
  })
  return (data?.on_call_schedules ?? []).map(({ id, name, on_call: user }) => ({
    id: `on-call:${id}`,
    label: user ? labels.onCall(user.name, name) : labels.nobodyOnCall(name),
    keywords: labels.whoIsOnCall,
    icon: PhoneCall,
    run: () => void navigate({ to: '/on-call' }),
  }))
}

export function useActions(): Entry[] {
  const { shell, palette: labels } = useText()
  const navigate = useNavigate()
  const isDark = useIsDark()
  const { projects } = useMe()
  const project = useProject()
  const { language, choose } = useLanguage()
  const switchProject = useSwitchProject()
  const mayEdit = usePermission('can_edit_monitors')
  const mayReport = usePermission('can_manage_incidents')
  const signOut = useSignOut()
  return [
    ...useThisMonitor(),
    ...(mayEdit
      ? [{ id: 'new', label: labels.newMonitor, icon: Plus, run: () => void navigate({ to: '/monitors/new' }) }]
      : []),
    ...(mayReport
      ? [
          {
            id: 'report',
            label: labels.reportIncident,
            icon: Siren,
            run: () => void navigate({ to: '/incidents', search: { new: true } }),
          },
        ]
      : []),
    {
      id: 'theme',
      label: `${shell.theme.label}: ${isDark ? shell.theme.light : shell.theme.dark}`,
      icon: isDark ? Sun : Moon,
      run: toggleTheme,
    },
    ...(Object.keys(LANGUAGES) as Language[])
      .filter((other) => other !== language)
      .map((other) => ({
        id: `language:${other}`,
        label: `${shell.language}: ${LANGUAGES[other].name}`,
        keywords: 'language sprache',
        icon: Languages,
        run: () => choose(other),
      })),
    ...projects
      .filter(({ id }) => id !== project.id)
      .map(({ id, name }) => ({
        id: `project:${id}`,
        label: labels.switchTo(name),
        icon: FolderKanban,
        run: () => switchProject(id),
      })),
    { id: 'sign-out', label: shell.signOut, icon: LogOut, run: signOut },
  ]
}

/** Actions for the monitor on the current page. */
function useThisMonitor(): Entry[] {
  const { pathname } = useLocation()
  const monitor = useMonitorStore().findMonitor(/^\/monitors\/([0-9a-f-]{36})/.exec(pathname)?.[1] ?? '')
  const toEntry = useVerbEntry()
  if (!monitor) return []
  return toEntry(monitor, { verb: monitor.status === 'active' ? 'pause' : 'resume', minutes: null })
}
