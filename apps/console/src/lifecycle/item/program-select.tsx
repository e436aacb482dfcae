import { HTMLSelect } from '@blueprintjs/core'
import { ProjectsIcon } from '@blueprintjs/icons'
import { getPrograms } from '@carapace/shared/graph/programs/programs.contract'
import { usePageTitle } from '../../core/page/page-title.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { useEndpoint } from '../../core/call/query.ts'

interface ProgramSelectProps {
  readonly programId: string | undefined
  readonly onChoose: (programId: string) => void
}

/** Selects the program of a page whose address need not name one. */
export function ProgramSelect({ programId, onChoose }: ProgramSelectProps) {
  const { data } = useEndpoint(getPrograms, { perPage: 100 })
  const options = [
    ...(programId === undefined ? [{ value: '', label: 'Choose a program' }] : []),
    ...(data?.programs ?? []).map(({ uuid, name }) => ({ value: uuid, label: name })),
  ]
  return (
    <HTMLSelect
      aria-label="Program"
      value={programId ?? ''}
      options={options}
      onChange={(event) => event.target.value !== '' && onChoose(event.target.value)}
    />
  )
}

/** Asks the user for a program if the address names none. */
export function ChooseProgram({
  title,
  why,
  onChoose,
}: {
  readonly title: string
  readonly why: string
  readonly onChoose: ProgramSelectProps['onChoose']
}) {
  usePageTitle(title)
  const { data, problem, refetch } = useEndpoint(getPrograms, { perPage: 1 })
  return (
    <>
      <PageHead title={title} />
      {problem !== undefined && data === undefined ? (
        <ErrorState title="The programs did not load" onRetry={refetch}>
          {problem}
        </ErrorState>
      ) : (
        <EmptyState
          icon={<ProjectsIcon size={24} />}
          title={data?.total === 0 ? 'No programs yet' : 'Of which program?'}
          {...(data?.total !== 0 && { action: <ProgramSelect programId={undefined} onChoose={onChoose} /> })}
        >
          {why}
        </EmptyState>
      )}
    </>
  )
}
