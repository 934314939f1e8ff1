/** Name and logo of the organization, on printed reports only. */
import { useQuery } from '@tanstack/react-query'
import { logoQuery } from '../../parts/platform/logo.ts'

/** @param name absent when the title of the report contains it */
export function Letterhead({ name }: { name?: string }) {
  const { data: logo } = useQuery(logoQuery)
  return (
    <div className="mb-4 hidden items-center justify-between gap-4 empty:hidden! print:flex">
      {name && <p className="text-lg font-semibold wrap-anywhere">{name}</p>}
      {logo && <img src={logo} alt="" className="max-h-12 max-w-1/3" />}
    </div>
  )
}
