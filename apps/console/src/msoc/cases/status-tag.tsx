import type { StatusColour } from '@carapace/shared/msoc/cases/cases'
import type { Case } from '@carapace/shared/msoc/cases/cases.contract'
import { StatusBadge } from '../../core/ui/status-badge.tsx'

/** A status of the organisation in its colour. */
export function StatusTag({ name, colour }: { readonly name: string; readonly colour: StatusColour }) {
  return <span className={`c-badge cs-colour-${colour}`}>{name}</span>
}

/** The stage of a case, or the organisation's status under it. */
export function CaseStatusBadge({ row: { stage, status } }: { readonly row: Pick<Case, 'stage' | 'status'> }) {
  return status === null ? <StatusBadge status={stage} /> : <StatusTag name={status.name} colour={status.colour} />
}
