/** Keyboard shortcuts of the list, opened with `?`. */
import { useText } from '../../text/text.tsx'
import { Dialog } from '../../ui/dialog.tsx'

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform)

export default function Shortcuts({ onClose }: { onClose: () => void }) {
  const { keys } = useText().monitors
  const command = isMac() ? '⌘' : 'Ctrl'
  const groups: [string, [string[], string][]][] = [
    [
      keys.everywhere,
      [
        [['/'], keys.search],
        [[`${command} K`], keys.palette],
        [['?'], keys.help],
      ],
    ],
    [
      keys.inList,
      [
        [['↑', '↓'], keys.move],
        [['PgUp', 'PgDn'], keys.page],
        [['Home', 'End'], keys.ends],
        [['Enter'], keys.open],
        [['←', '→'], keys.collapse],
        [['Space', 'x'], keys.select],
        [['⇧ ↑', '⇧ ↓'], keys.range],
        [[`${command} A`], keys.all],
        [['Esc'], keys.clear],
        [['a'], keys.acknowledge],
        [['i'], keys.incident],
        [['p'], keys.pause],
        [['m'], keys.group],
        [['s'], keys.silence],
        [['Del'], keys.delete],
      ],
    ],
  ]
  return (
    <Dialog isOpen onClose={onClose} title={keys.title}>
      {groups.map(([title, entries]) => (
        <section key={title} className="mb-4 last:mb-0">
          <h3 className="mb-1 text-sm font-semibold text-muted">{title}</h3>
          <dl className="divide-y divide-line">
            {entries.map(([names, meaning]) => (
              <div key={meaning} className="flex items-center justify-between gap-4 py-1.5">
                <dt>{meaning}</dt>
                <dd className="flex gap-1">
                  {names.map((name) => (
                    <kbd key={name} className="rounded border border-edge bg-sunken px-1.5 font-sans text-sm">
                      {name}
                    </kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
