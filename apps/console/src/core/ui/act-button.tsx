import { Button, type ButtonProps } from '@blueprintjs/core'
import { Kbd } from './kbd.tsx'
import { Tooltip } from './tooltip.tsx'

interface ActButtonProps extends ButtonProps {
  /** The key that does the same. */
  readonly keys?: string
  /** Why this person may not; undefined when they may. */
  readonly refusal: string | undefined
}

/** Something that changes data. Who may not sees it all the same, and learns why. */
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
