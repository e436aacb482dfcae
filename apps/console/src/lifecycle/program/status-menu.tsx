import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core'
import { ArrowRightIcon, CaretDownIcon, SmallTickIcon } from '@blueprintjs/icons'
import type { ArtefactStatus } from '@carapace/shared/graph/artefacts/statuses'
import { lifecycleStatuses } from '@carapace/shared/graph/programs/phases'
import { StatusBadge } from '../../core/ui/status-badge.tsx'

interface StatusMenuProps {
  /** What the status is of: "Concept Phase". */
  readonly of: string
  /** Null: not started. */
  readonly status: ArtefactStatus | null
  /** Why the user may not change it; undefined if they may. */
  readonly refusal: string | undefined
  readonly busy: boolean
  readonly onStatus: (status: ArtefactStatus) => void
  /** Makes it the current phase; undefined if it already is, or is no phase. */
  readonly onMove?: (() => void) | undefined
}

/** A status: a menu for users who may change it, for others only the text. */
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
        <span className="c-visually-hidden">{`Status of ${of}: `}</span>
        {word}
      </Button>
    </PopoverNext>
  )
}
