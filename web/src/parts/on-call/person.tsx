import { cx } from '../../ui/cx.ts'
import { getPersonLook } from './person-look.ts'

/** A dot in the colour of a user, beside the name. */
export function PersonMark({ id }: { id: string }) {
  const { className, style } = getPersonLook(id)
  return (
    <span
      className={cx('mr-0.5 inline-block size-2.5 rounded-full ring-1 ring-edge', className)}
      style={style}
      aria-hidden
    />
  )
}
