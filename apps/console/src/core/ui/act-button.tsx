import { Button, type ButtonProps } from '@blueprintjs/core'
import { Kbd } from './kbd.tsx'
import { Tooltip } from './tooltip.tsx'

interface ActButtonProps extends ButtonProps {
  /** The hotkey that does the same. */
  readonly keys?: string
  /** Why this user may not; undefined when they may. */
  readonly refusal: string | undefined
}

/** A button that changes data. A user without the permission sees it disabled, with the reason. */
export function ActButton({ keys, refusal, disabled = false, ...button }: ActButtonProps) {
  const drawn = (
    <Button
      size="small"
      variant="outlined"
      {...button}
      disabled={disabled || refusal !== undefined}
      endIcon={keys === undefined ? button.endIcon : <Kbd keys={keys} />}
    />
  )
  return refusal === undefined ? drawn : <Tooltip text={refusal}>{drawn}</Tooltip>
}
