import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core'
import { ArrowRightIcon, CaretDownIcon, SmallTickIcon } from '@blueprintjs/icons'
import { type LifecycleStatus, lifecycleStatuses } from '@carapace/shared/graph/programs/phases'
import { StatusBadge } from '../../core/ui/status-badge.tsx'

interface StatusMenuProps {
  /** What has the status: "Concept Phase". */
  readonly of: string
  /** Null: not begun. */
  readonly status: LifecycleStatus | null
  /** Why this person may not change it. */
  readonly refusal: string | undefined
  readonly busy: boolean
  readonly onStatus: (status: LifecycleStatus) => void
  /** Makes it the current phase; undefined where it is that, or is no phase. */
  readonly onMove?: (() => void) | undefined
}

/** How far something is; for who may change it a menu, for others the word alone. */
export function StatusMenu({ of, status, refusal, busy, onStatus, onMove }: StatusMenuProps) {
  const word = status === null ? <span className="pg-note">Not begun</span> : <StatusBadge status={status} />
  if (refusal !== undefined) return <span title={refusal}>{word}</span>
  const items = lifecycleStatuses.map((each) => (
    <MenuItem
      key={each}
      text={<StatusBadge status={each} />}
      aria-current={each === status}
      labelElement={each === status ? <SmallTickIcon /> : undefined}
      onClick={() => each !== status && onStatus(each)}
    />
  ))
  const menu = (
    <Menu aria-label={`Status of ${of}`}>
      {items}
      {onMove && <MenuDivider />}
      {onMove && <MenuItem icon={<ArrowRightIcon />} text="Make it the current phase" onClick={onMove} />}
    </Menu>
  )
  return (
    <PopoverNext content={menu} placement="bottom-end" arrow={false} animation="minimal">
      <Button
        className="pg-status"
        size="small"
        variant="minimal"
        disabled={busy}
        endIcon={<CaretDownIcon size={12} />}
        aria-haspopup="menu"
      >
        <span className="c-said">{`Status of ${of}: `}</span>
        {word}
      </Button>
    </PopoverNext>
  )
}
