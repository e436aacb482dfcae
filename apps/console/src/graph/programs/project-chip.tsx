import { Button } from '@blueprintjs/core'
import { CrossIcon } from '@blueprintjs/icons'
import { getProject } from '@carapace/shared/graph/programs/projects.contract'
import { useEndpoint } from '../../core/call/query.ts'
import '../graph.css'

/** A chip for a filter or grouping, with a button to remove it. */
export function Chip({
  name,
  value,
  onClear,
}: {
  readonly name: string
  readonly value: string
  readonly onClear?: () => void
}) {
  return (
    <span className="c-filter c-filter-set">
      <span className="gr-chip-words">
        {name} <b>{value}</b>
      </span>
      {onClear && (
        <Button
          variant="minimal"
          icon={<CrossIcon size={12} />}
          aria-label={`No longer ${name} ${value}`}
          onClick={onClear}
        />
      )}
    </span>
  )
}

/** The project to which the page is limited (rule GRAPH-UI-18). */
export function ProjectNamed({ uuid, onClear }: { readonly uuid: string; readonly onClear: () => void }) {
  const { data } = useEndpoint(getProject, { project_uuid: uuid })
  return <Chip name="project" value={data?.project.name ?? '…'} onClear={onClear} />
}
