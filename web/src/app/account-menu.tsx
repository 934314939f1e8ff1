import { useNavigate } from '@tanstack/react-router'
import { BookOpen, ChevronsUpDown, LogOut, Moon, Sun, UserRound } from 'lucide-react'
import { useText } from '../text/text.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'
import { useMe } from './me.ts'
import { signOut } from './sign-out.ts'
import { toggleTheme, useIsDark } from './theme.ts'

export function AccountMenu() {
  const { shell } = useText()
  const { user, organization } = useMe()
  const navigate = useNavigate()
  const isDark = useIsDark()
  return (
    <Menu
      trigger={
        <button type="button" className={buttonClass('ghost', 'normal', 'w-full justify-start py-1.5 text-left')}>
          <UserRound className="size-5 shrink-0" aria-hidden />
          <span className="min-w-0 flex-1">
            <span className="block truncate">{user.name}</span>
            <span className="block truncate text-xs font-normal text-muted">{organization.name}</span>
          </span>
          <ChevronsUpDown className="size-4 shrink-0 text-faint" aria-hidden />
        </button>
      }
      items={[
        { label: shell.nav.account, icon: UserRound, onSelect: () => void navigate({ to: '/account' }) },
        { label: isDark ? shell.theme.light : shell.theme.dark, icon: isDark ? Sun : Moon, onSelect: toggleTheme },
        { label: shell.nav.docs, icon: BookOpen, onSelect: () => void open('/docs', '_blank', 'noopener') },
        null,
        { label: shell.signOut, icon: LogOut, onSelect: () => void signOut() },
      ]}
    />
  )
}
