/** Resources that use another resource, as a refused deletion lists them. */
import { Link } from '@tanstack/react-router'
import type { ApiProblem } from '../../../api/problem.ts'
import { useFormat, useText } from '../../../text/text.tsx'

interface Users {
  count: number
  /** The first of them. */
  shown: readonly { kind: string; id: string; name: string }[]
}

/** Returns what uses the resource; null if the problem is another one. */
export function readUsers(problem: ApiProblem | null): Users | null {
  const { users, user_count: count } = (problem?.details ?? {}) as { users?: Users['shown']; user_count?: number }
  return users === undefined ? null : { count: count ?? users.length, shown: users }
}

const PLACES: Readonly<Record<string, string>> = {
  project: '/settings/projects',
  group: '/groups',
}

/** @param onLeave called when the user follows a link, which closes the dialog */
export function UserList({ users: { count, shown }, onLeave }: { users: Users; onLeave: () => void }) {
  const { users: labels } = useText().escalation
  const { number } = useFormat()
  const nameOf = ({ kind, name }: Users['shown'][number]): string => {
    if (kind === 'project') return labels.project
    return kind === 'group' ? labels.group(name) : labels.monitor(name)
  }
  return (
    <ul className="mb-4 list-disc pl-5">
      {shown.map((user) => (
        <li key={user.id} className="py-0.5 wrap-anywhere">
          <Link
            to={PLACES[user.kind] ?? `/monitors/${user.id}/edit`}
            onClick={onLeave}
            className="inline-flex min-h-7 items-center rounded text-accent underline underline-offset-2"
          >
            {nameOf(user)}
          </Link>
        </li>
      ))}
      {count > shown.length && <li>{labels.more(number(count - shown.length))}</li>}
    </ul>
  )
}
