import { Button, Tooltip as BlueprintTooltip } from '@blueprintjs/core'
import type { ReactElement } from 'react'
import { Kbd } from './kbd.tsx'
import './ui.css'

interface TooltipProps {
  readonly text: string
  /** The hotkey that does the same. */
  readonly keys?: string
  readonly placement?: 'top' | 'bottom' | 'left' | 'right'
  readonly children: ReactElement
}

/** A text on hover and on focus. Blueprint's tooltip already uses PopoverNext, which React 19 needs. */
export function Tooltip({ text, keys, placement = 'bottom', children }: TooltipProps) {
  const content =
    keys === undefined ? (
      text
    ) : (
      <span className="c-tip">
        {text}
        <Kbd keys={keys} />
      </span>
    )
  return (
    <BlueprintTooltip content={content} placement={placement} minimal hoverOpenDelay={300} compact>
      {children}
    </BlueprintTooltip>
  )
}

interface IconButtonProps {
  readonly icon: ReactElement
  /** Its function: the accessible name and the tooltip, because the icon has no text. */
  readonly label: string
  readonly keys?: string
  readonly onClick?: () => void
  readonly active?: boolean
  readonly disabled?: boolean
  readonly size?: 'small' | 'medium'
}

/** A button with only an icon. */
export function IconButton({ icon, label, keys, onClick, active, disabled, size = 'medium' }: IconButtonProps) {
  return (
    <Tooltip text={label} {...(keys !== undefined && { keys })}>
      <Button
        variant="minimal"
        icon={icon}
        aria-label={label}
        onClick={onClick}
        active={active}
        disabled={disabled}
        size={size}
      />
    </Tooltip>
  )
}
