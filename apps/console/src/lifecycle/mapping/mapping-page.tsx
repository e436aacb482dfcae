import { Button, HTMLSelect } from '@blueprintjs/core'
import { GridViewIcon } from '@blueprintjs/icons'
import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import { getTraceMatrix } from '@carapace/shared/lifecycle/compliance/gaps.contract'
import { number } from '../../core/format/format.ts'
import { usePageFact } from '../../core/page/page-facts.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { useEndpoint } from '../../core/call/query.ts'
import { NoProgram } from '../../graph/programs/no-program.tsx'
import { useProgramChanges } from '../../graph/programs/use-program-changes.ts'
import { useAccess } from '../../graph/programs/use-access.ts'
import { type Answer, gapsIn, kindsAfter, kindsBefore, pairOf } from './matrix.ts'
import { MatrixGrid } from './matrix-grid.tsx'
import type { MappingSearch } from './search.ts'
import './mapping.css'

interface MappingProps {
  readonly search: MappingSearch
  readonly go: (search: MappingSearch) => void
}

/** The trace matrix: which artefacts of one kind are linked with which of another, and where links are missing. */
export function MappingPage(props: MappingProps) {
  usePageTitle('Requirements Mapping')
  const { programId } = props.search
  if (programId === undefined) return <NoProgram page="Requirements Mapping" />
  return <OfProgram {...props} programUuid={programId} />
}

/** Maximum number of artefacts of each kind in the matrix. */
const mostAcross = 500

function OfProgram({ search, go, programUuid }: MappingProps & { readonly programUuid: string }) {
  const { program, refusal } = useAccess(programUuid)
  const { from, to } = pairOf(search)
  const { data, problem, refetch } = useEndpoint(getTraceMatrix, {
    program_uuid: programUuid,
    from_kind: from,
    to_kind: to,
    limit: mostAcross,
  })
  useProgramChanges(programUuid, refetch)
  usePageFact('Program', program?.name)
  const title = (kind: string) => artefactKindNamed(kind)?.plural ?? kind
  const options = (kinds: readonly string[]) => kinds.map((kind) => ({ value: kind, label: title(kind) }))
  const isCurrent = data !== undefined && (data.from[0]?.kind ?? from) === from && (data.to[0]?.kind ?? to) === to
  return (
    <div className="mx-page">
      <PageHead title="Requirements Mapping" />
      <div className="c-toolbar">
        <label className="mx-kind">
          Rows{' '}
          <HTMLSelect
            value={from}
            options={options(kindsBefore)}
            onChange={(event) => go({ ...search, from: event.currentTarget.value, to: undefined, gaps: undefined })}
          />
        </label>
        <label className="mx-kind">
          Columns{' '}
          <HTMLSelect
            value={to}
            options={options(kindsAfter(from))}
            onChange={(event) => go({ ...search, from, to: event.currentTarget.value, gaps: undefined })}
          />
        </label>
        {isCurrent && <Gaps data={data} from={title(from)} to={title(to)} search={search} go={go} />}
        {isCurrent && (
          <span className="c-toolbar-total num" role="status">
            {countText(data)}
          </span>
        )}
      </div>
      {problem !== undefined && !isCurrent && (
        <ErrorState title="The matrix did not load" onRetry={refetch}>
          {problem}
        </ErrorState>
      )}
      {problem === undefined && !isCurrent && <SkeletonRows rows={16} columns={['220px', '1fr']} />}
      {isCurrent && (data.from.length === 0 || data.to.length === 0) && (
        <EmptyState
          icon={<GridViewIcon size={24} />}
          title={`No ${title(data.from.length === 0 ? from : to).toLowerCase()} yet`}
        >
          There is nothing to hold against each other.
        </EmptyState>
      )}
      {isCurrent && data.from.length > 0 && data.to.length > 0 && (
        <MatrixGrid
          key={`${from} ${to}`}
          of={{ programUuid, projectId: search.projectId }}
          data={data}
          pair={{ from, to }}
          gaps={search.gaps}
          refusal={refusal}
          onDone={refetch}
        />
      )}
    </div>
  )
}

function countText({ from, to, from_total: rows, to_total: columns, cells }: Answer): string {
  const cut =
    from.length < rows || to.length < columns
      ? `, the first ${number(from.length)} by ${number(to.length)} of ${number(rows)} by ${number(columns)}`
      : ''
  return `${number(cells.length)} ${cells.length === 1 ? 'link' : 'links'}${cut}`
}

function Gaps({
  data,
  from,
  to,
  search,
  go,
}: MappingProps & { readonly data: Answer; readonly from: string; readonly to: string }) {
  const gaps = gapsIn(data)
  const turn = (side: 'from' | 'to') => go({ ...search, gaps: search.gaps === side ? undefined : side })
  return (
    <>
      <Button
        variant="outlined"
        active={search.gaps === 'from'}
        disabled={gaps.from.length === 0}
        onClick={() => turn('from')}
      >
        {from} without: {number(gaps.from.length)}
      </Button>
      <Button
        variant="outlined"
        active={search.gaps === 'to'}
        disabled={gaps.to.length === 0}
        onClick={() => turn('to')}
      >
        {to} without: {number(gaps.to.length)}
      </Button>
    </>
  )
}
