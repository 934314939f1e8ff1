import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { useText } from '../../text/text.tsx'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import type { Item } from './reorder.ts'
import type { Reorder } from './use-reorder.ts'

/** Returns the look of an entry while it is dragged or lifted. */
export const getMovingClass = ({ liftedKey }: Reorder, key: string): string =>
  cx(
    'data-dragged:pointer-events-none data-dragged:relative data-dragged:z-20 data-dragged:opacity-90 data-dragged:shadow-raised',
    liftedKey === key && 'rounded-md outline-2 outline-accent',
  )

interface HandleProps {
  item: Item
  /** Name of the section or component. */
  name: string
  reorder: Reorder
  /** Id of the text about the keys. */
  hintId: string
}

export function DragHandle({ item, name, reorder, hintId }: HandleProps) {
  const { reorder: labels } = useText().statusPages
  const isLifted = reorder.liftedKey === item.key
  return (
    <IconButton
      icon={GripVertical}
      label={labels.handle(name)}
      aria-describedby={hintId}
      // A touch on the handle drags, and does not scroll
      className={cx('cursor-grab touch-none text-muted active:cursor-grabbing', isLifted && 'bg-accent-soft')}
      {...reorder.toHandleProps(item, name)}
    />
  )
}

interface StepProps {
  name: string
  isFirst: boolean
  isLast: boolean
  onStep: (by: -1 | 1) => void
}

/** Moves by single clicks, for users who cannot drag. */
export function StepButtons({ name, isFirst, isLast, onStep }: StepProps) {
  const { sections: labels } = useText().statusPages
  return (
    <>
      <IconButton icon={ArrowUp} label={labels.up(name)} disabled={isFirst} onClick={() => onStep(-1)} />
      <IconButton icon={ArrowDown} label={labels.down(name)} disabled={isLast} onClick={() => onStep(1)} />
    </>
  )
}
