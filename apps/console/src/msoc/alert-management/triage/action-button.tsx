import { Button } from '@blueprintjs/core'
import type { ReactElement, ReactNode } from 'react'
import { Kbd } from '../../../core/ui/kbd.tsx'
import { Tooltip } from '../../../core/ui/tooltip.tsx'
import { useAlertPage } from '../page-context.tsx'

interface ActionButtonProps {
  /** The key that does the same. */
  readonly keys?: string
  /** Stands alone, with its name in `label`. */
  readonly icon?: ReactElement
  readonly label?: string
  readonly primary?: boolean
  /** Something is under way on the alert already. */
  readonly busy?: boolean
  readonly onClick?: () => void
  readonly children?: ReactNode
}

/** Something that changes alerts. Who may not sees it all the same, and learns why. */
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
