import { phaseLabels } from '@carapace/shared/graph/programs/phases'
import { type ReactNode, useMemo } from 'react'
import { usePageFact } from '../../core/page/page-facts.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { editsOn } from '../editing/edits.ts'
import { NoProgram } from '../programs/no-program.tsx'
import { useAccess } from '../programs/use-access.ts'
import type { Computed } from '../store/graph-state.ts'
import { useProgram } from '../store/program-store.ts'
import type { AddressProps } from './search.ts'
import { useKindPartsWhenLoaded } from './kind-parts.ts'
import { type PageContext, PageContextProvider } from './page-context.tsx'

interface ProgramPageProps extends AddressProps {
  readonly title: string
  /** The kind of artefacts that the page is about. */
  readonly kind: string
  /** Other kinds whose fields it needs. */
  readonly related?: readonly string[]
  /** Values of modules that it needs. Keep it in a constant. */
  readonly computed?: readonly Computed<unknown>[]
  readonly children: ReactNode
}

/** The frame of a page about a program's artefacts: it opens the program, and gives its content the page context. */
export function ProgramPage({ search, go, children, ...of }: ProgramPageProps) {
  usePageTitle(of.title)
  if (search.programId === undefined) return <NoProgram page={of.title} />
  return (
    <OfProgram key={`${search.programId} ${of.kind}`} {...of} programUuid={search.programId} search={search} go={go}>
      {children}
    </OfProgram>
  )
}

function OfProgram({
  programUuid,
  search,
  go,
  title,
  kind,
  related,
  computed,
  children,
}: ProgramPageProps & { readonly programUuid: string }) {
  const parts = useKindPartsWhenLoaded()
  const { program: about, problem, refusal } = useAccess(programUuid)
  const program = useProgram(programUuid, [kind, ...(related ?? [])], computed)
  const edits = useMemo(() => editsOn(program), [program])
  const context = useMemo<PageContext>(
    () => ({ program, edits, refusal, kind, search, go: (change, replace) => go({ ...search, ...change }, replace) }),
    [program, edits, refusal, kind, search, go],
  )
  usePageFact('Program', about?.name)
  usePageFact('Phase', about && phaseLabels[about.current_phase])
  if (problem !== undefined)
    return (
      <>
        <PageHead title={title} />
        <ErrorState title="The program did not load" onRetry={program.reload}>
          {problem}
        </ErrorState>
      </>
    )
  if (!parts) return <PageHead title={title} />
  return (
    <PageContextProvider value={context}>
      {parts.pageFacts.map((Facts, index) => (
        <Facts key={index} />
      ))}
      {children}
    </PageContextProvider>
  )
}
