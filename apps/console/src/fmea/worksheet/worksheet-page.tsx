import { Button } from '@blueprintjs/core'
import { AddIcon, TreeIcon } from '@blueprintjs/icons'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { useLeaveWarning } from '../../core/page/use-leave-warning.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { NewArtefact } from '../../graph/page/new-artefact.tsx'
import { usePageContext } from '../../graph/page/page-context.tsx'
import { ProgramPage } from '../../graph/page/program-page.tsx'
import { useGraph } from '../../graph/store/program-store.ts'
import { TableProvider, tableStore } from '../../graph/table/table-state.ts'
import { useProfile } from '../use-profile.ts'
import { fmeaFields, fmeaKinds } from './lines.ts'
import { whichFmea } from './which-fmea.ts'
import { type WorksheetPageProps, title } from './page-props.ts'
import { Sheet } from './sheet-body.tsx'
import './worksheet.css'

/** The kinds that it reads besides the lines. */
const related = fmeaKinds.filter((each) => each !== 'fmea-line')

/** The worksheet of an FMEA: its lines as a spreadsheet, with its actions and the failure net beside it. */
export function WorksheetPage({ search, go }: WorksheetPageProps) {
  return (
    <ProgramPage title={title} kind="fmea-line" related={related} search={search} go={go}>
      <WithTable>
        <Loaded search={search} go={go} />
      </WithTable>
    </ProgramPage>
  )
}

function WithTable({ children }: { readonly children: ReactNode }) {
  const { edits } = usePageContext()
  const [table] = useState(tableStore)
  useLeaveWarning(useStore(edits.state, ({ all }) => all.size > 0))
  return <TableProvider value={table}>{children}</TableProvider>
}

function Loaded({ search, go }: WorksheetPageProps) {
  const { program } = usePageContext()
  const graph = useGraph(program, (state) => state)
  const fmea = whichFmea(graph, search)
  const profile = useProfile(fmea ? fmeaFields(fmea).profile : null)
  if (!graph.isWhole && graph.problem !== undefined)
    return (
      <>
        <PageHead title={title} />
        <ErrorState title="The FMEA did not load" onRetry={program.reload}>
          {graph.problem}
        </ErrorState>
      </>
    )
  if (graph.isWhole && !fmea) return <NoFmea search={search} go={go} />
  if (!graph.isWhole || !fmea || !profile)
    return (
      <>
        <PageHead title={title} />
        <SkeletonRows rows={16} columns={['52px', '110px', '140px', '180px', '180px', '180px', '1fr']} />
      </>
    )
  return <Sheet key={fmea.uuid} fmea={fmea} profile={profile} search={search} go={go} />
}

function NoFmea({ search, go }: WorksheetPageProps) {
  const { refusal } = usePageContext()
  const [isMaking, setMaking] = useState(false)
  const action =
    refusal === undefined
      ? { action: <Button intent="primary" icon={<AddIcon />} onClick={() => setMaking(true)} text="New FMEA" /> }
      : {}
  return (
    <>
      <PageHead title={title} />
      <EmptyState icon={<TreeIcon size={24} />} title="No FMEA yet" {...action}>
        An FMEA finds how functions and components can fail, what causes it, and what it leads to.
      </EmptyState>
      {isMaking && (
        <NewArtefact
          kind="fmea"
          onClose={() => setMaking(false)}
          onMade={({ code }) => (setMaking(false), go({ ...search, fmea: code }))}
        />
      )}
    </>
  )
}
