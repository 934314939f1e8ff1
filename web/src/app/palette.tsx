/** Anywhere in a few keys: monitors, pages and actions by name. */
import { useNavigate } from '@tanstack/react-router'
import { Plus, SunMoon } from 'lucide-react'
import { useText } from '../text/text.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useDestinations } from './navigation.ts'
import { toggleTheme } from './theme.ts'

export default function Palette({ onClose }: { onClose: () => void }) {
  const { shell } = useText()
  const navigate = useNavigate()
  const destinations = useDestinations()
  return (
    <Dialog isOpen onClose={onClose} title={shell.palette.title}>
      <ul>
        {destinations.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <button
              type="button"
              className="flex w-full items-center gap-2 rounded px-2 py-1.5 hover:bg-hover"
              onClick={() => {
                onClose()
                void navigate({ to })
              }}
            >
              <Icon className="size-4" aria-hidden /> {label}
            </button>
          </li>
        ))}
        <li>
          <button
            type="button"
            className="flex w-full items-center gap-2 rounded px-2 py-1.5 hover:bg-hover"
            onClick={() => {
              onClose()
              void navigate({ to: '/monitors/new' })
            }}
          >
            <Plus className="size-4" aria-hidden /> {shell.palette.newMonitor}
          </button>
        </li>
        <li>
          <button
            type="button"
            className="flex w-full items-center gap-2 rounded px-2 py-1.5 hover:bg-hover"
            onClick={toggleTheme}
          >
            <SunMoon className="size-4" aria-hidden /> {shell.palette.toggleTheme}
          </button>
        </li>
      </ul>
    </Dialog>
  )
}
