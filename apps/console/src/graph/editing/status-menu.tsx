import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { SmallTickIcon } from '@blueprintjs/icons'
import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import { type ArtefactStatus, decidedStatuses } from '@carapace/shared/graph/artefacts/statuses'
import { sentenceCase } from '../../core/format/format.ts'
import { StatusBadge } from '../../core/ui/status-badge.tsx'
import '../graph.css'

/**
 * The statuses that an editor of an artefact may set. Where there are reviews, only they set APPROVED and REJECTED
 * (rule GRAPH-8).
 */
export function statusesToSay(kind: string): readonly ArtefactStatus[] {
  const all = artefactKindNamed(kind)?.statuses ?? []
  return all.includes('UNDER_REVIEW')
    ? all.filter((status) => status !== 'UNDER_REVIEW' && !decidedStatuses.includes(status))
    : all
}

interface StatusMenuProps {
  readonly kind: string
  readonly code: string
  readonly status: ArtefactStatus
  /** A chosen status that is being saved: it is shown in the place of the current one. */
  readonly saving?: ArtefactStatus | undefined
  /** Why it may not be changed; undefined if it may. */
  readonly refusal: string | undefined
  readonly onChoose: (status: ArtefactStatus) => void
}

/** The status of an artefact, and the menu to change it. */
export function StatusMenu({ kind, code, status: current, saving, refusal, onChoose }: StatusMenuProps) {
  const status = saving ?? current
  if (refusal !== undefined) return <StatusBadge status={status} />
  return (
    <PopoverNext
      placement="bottom-start"
      arrow={false}
      animation="minimal"
      content={<StatusItems kind={kind} label={`Status of ${code}`} status={status} onChoose={onChoose} />}
    >
      <Button
        className="gr-status"
        variant="minimal"
        size="small"
        aria-busy={saving !== undefined}
        aria-label={`Status of ${code}: ${sentenceCase(status)}`}
      >
        <StatusBadge status={status} />
        {saving !== undefined && <span className="c-note"> (saving)</span>}
      </Button>
    </PopoverNext>
  )
}

interface StatusItemsProps {
  readonly kind: string
  readonly label: string
  readonly status?: ArtefactStatus
  readonly onChoose: (status: ArtefactStatus) => void
}

export function StatusItems({ kind, label, status, onChoose }: StatusItemsProps) {
  return (
    <Menu aria-label={label}>
      {statusesToSay(kind).map((each) => (
        <MenuItem
          key={each}
          roleStructure="menuitem"
          text={<StatusBadge status={each} />}
          labelElement={each === status ? <SmallTickIcon /> : undefined}
          onClick={() => onChoose(each)}
        />
      ))}
    </Menu>
  )
}
