import { initialsOf } from './initials.ts'
import './ui.css'

interface AvatarProps {
  readonly name: string
  readonly email?: string
  /** Diameter in px; 20 by default. */
  readonly size?: number
}

/** A user as initials; the full name is the tooltip. */
export function Avatar({ name, email = '', size = 20 }: AvatarProps) {
  const label = name || email
  return (
    <span
      className="c-avatar"
      role="img"
      aria-label={label}
      title={label}
      style={{ width: size, height: size, fontSize: size * 0.42 }}
    >
      {initialsOf(name, email)}
    </span>
  )
}

/** Shown when no user is assigned. */
export function NoAvatar({ label = 'Unassigned' }: { readonly label?: string }) {
  return (
    <span className="c-avatar c-avatar-none" role="img" aria-label={label} title={label}>
      –
    </span>
  )
}
