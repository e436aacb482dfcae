import { Button } from '@blueprintjs/core'
import type { ReactElement, ReactNode } from 'react'
import { Kbd } from '../../../core/ui/kbd.tsx'
import { Tooltip } from '../../../core/ui/tooltip.tsx'
import { useAlertPage } from '../page-context.tsx'

interface ActionButtonProps {
  /** The keyboard shortcut of the action. */
  readonly keys?: string
  /** Shown alone; the name is in `label`. */
  readonly icon?: ReactElement
  readonly label?: string
  readonly primary?: boolean
  /** Whether an action on the alert is already running. */
  readonly busy?: boolean
  readonly onClick?: () => void
  readonly children?: ReactNode
}

/** A button that changes alerts. Users without permission see it disabled, with the reason. */
export function ActionButton({
  keys,
  icon,
  label,
  primary = false,
  busy = false,
  onClick,
  children,
}: ActionButtonProps) {
  const { readOnly } = useAlertPage()
  const button = (
    <Button
      size="small"
      variant={primary ? 'solid' : 'outlined'}
      intent={primary ? 'primary' : 'none'}
      disabled={readOnly !== undefined || busy}
      icon={icon}
      aria-label={label}
      endIcon={keys !== undefined && <Kbd keys={keys} />}
      onClick={onClick}
    >
      {children}
    </Button>
  )
  return readOnly === undefined ? button : <Tooltip text={readOnly}>{button}</Tooltip>
}
