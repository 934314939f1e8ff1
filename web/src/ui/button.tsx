import { Link, type LinkComponentProps } from '@tanstack/react-router'
import { LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes, Ref } from 'react'
import { cx } from './cx.ts'

type Variant = 'primary' | 'secondary' | 'ghost' | 'danger'

const VARIANTS: Record<Variant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong border-transparent',
  secondary: 'bg-surface text-ink border-edge hover:bg-hover',
  ghost: 'bg-transparent text-ink border-transparent hover:bg-hover',
  danger: 'bg-surface text-error border-error hover:bg-error-soft',
}

const BASE =
  'inline-flex items-center justify-center gap-2 rounded-md border font-medium whitespace-nowrap no-underline transition-colors disabled:opacity-60 aria-disabled:opacity-60'

const SIZES = { small: 'min-h-8 px-2.5 text-sm', normal: 'min-h-9 px-3.5' }

export const getButtonClass = (
  variant: Variant = 'secondary',
  size: keyof typeof SIZES = 'normal',
  extra?: string,
): string => cx(BASE, VARIANTS[variant], SIZES[size], extra)

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: Variant
  size?: keyof typeof SIZES
  icon?: LucideIcon
  /** Shows progress and ignores clicks. */
  isPending?: boolean
  ref?: Ref<HTMLButtonElement>
}

export function Button({
  variant,
  size,
  icon: Icon,
  isPending = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={getButtonClass(variant, size, className)}
      // Not `disabled`, which would remove the focus from the pressed button
      aria-disabled={isPending || rest['aria-disabled']}
      aria-busy={isPending || undefined}
      onClick={(event) => {
        if (isPending) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {isPending ? (
        <LoaderCircle className="size-4 animate-spin" aria-hidden />
      ) : (
        Icon && <Icon className="size-4 shrink-0" aria-hidden />
      )}
      {children}
    </button>
  )
}

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon'> {
  icon: LucideIcon
  /** Accessible name, also shown as the tooltip. */
  label: string
}

export function IconButton({ icon: Icon, label, variant = 'ghost', className, isPending, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-busy={isPending || undefined}
      {...rest}
      className={cx(BASE, VARIANTS[variant], 'size-9 shrink-0', className)}
    >
      {isPending ? (
        <LoaderCircle className="size-4 animate-spin" aria-hidden />
      ) : (
        <Icon className="size-4.5" aria-hidden />
      )}
    </button>
  )
}

/** A link that looks like a button, for navigation. */
export function ButtonLink({
  variant,
  size,
  icon: Icon,
  className,
  children,
  ...rest
}: LinkComponentProps & { variant?: Variant; size?: keyof typeof SIZES; icon?: LucideIcon }) {
  return (
    <Link {...rest} className={getButtonClass(variant, size, typeof className === 'string' ? className : undefined)}>
      <>
        {Icon && <Icon className="size-4 shrink-0" aria-hidden />}
        {children}
      </>
    </Link>
  )
}
