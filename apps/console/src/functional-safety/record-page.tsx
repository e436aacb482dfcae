import { SearchIcon } from '@blueprintjs/icons'
import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { useOpenCode } from '../core/page/page-title.ts'
import { useLeaveWarning } from '../core/page/use-leave-warning.ts'
import { EmptyState } from '../core/ui/empty-state.tsx'
import { ErrorState } from '../core/ui/error-state.tsx'
import { PageHead } from '../core/ui/page-head.tsx'
import { SkeletonRows } from '../core/ui/skeleton.tsx'
import { Details } from '../graph/drawer/details.tsx'
import { Trace } from '../graph/drawer/trace.tsx'
import { useDetail } from '../graph/drawer/use-detail.ts'
import { EditTrouble } from '../graph/editing/conflict.tsx'
import { OrphanedEdits } from '../graph/editing/orphaned-edits.tsx'
import { StatusMenu } from '../graph/editing/status-menu.tsx'
import { PageLink } from '../graph/links/page-link.tsx'
import type { AddressProps } from '../graph/page/search.ts'
import { setPart, usePageContext, usePageGraph } from '../graph/page/page-context.tsx'
import { ProgramPage } from '../graph/page/program-page.tsx'
import { artefactOf, type Computed } from '../graph/store/graph-state.ts'
import '../graph/graph.css'
import '../graph/drawer/drawer.css'
import './safety.css'

interface RecordPageProps extends AddressProps {
  readonly title: string
  readonly kind: string
  readonly related?: readonly string[]
  /** Values of modules that it needs. Keep it in a constant. */
  readonly computed?: readonly Computed<unknown>[]
  /** Beside the fields: what the page knows of the record. */
  readonly side?: (artefact: Artefact) => ReactNode
  /** Replaces the form of all fields. */
  readonly main?: (artefact: Artefact) => ReactNode
  /** The path of the list that contains it; absent: the page of its kind. */
  readonly list?: string
}

/** A page of one artefact, which `open` in the address names: its fields, and at the right what follows from it. */
export function RecordPage(props: RecordPageProps) {
  const { main: _main, side: _side, list: _list, ...page } = props
  return (
    <ProgramPage {...page}>
      <Record {...props} />
    </ProgramPage>
  )
}

function Record({ title, kind, search, side, main, list }: RecordPageProps) {
  const { edits, program } = usePageContext()
  const found = usePageGraph((graph) => artefactOf(graph, search.open))
  const artefact = found?.kind === kind ? found : undefined
  const { isWhole, problem } = usePageGraph((graph) => graph)
  useOpenCode(artefact?.code)
  useLeaveWarning(useStore(edits.state, ({ all }) => all.size > 0))
  const named = artefactKindNamed(kind)!
  const back = <PageLink to={list ?? named.page} title={`All ${named.plural.toLowerCase()}`} />
  return (
    <div className="fs-record">
      <PageHead title={title} tabs={artefact && <Identity artefact={artefact} />}>
        {back}
      </PageHead>
      <OrphanedEdits />
      {artefact && <EditTrouble uuid={artefact.uuid} part="@status" />}
      {artefact ? (
        <div className="fs-record-body">
          <section className="fs-record-main" aria-label={title}>
            <h2 className="c-visually-hidden">{artefact.title}</h2>
            {main ? main(artefact) : <AllFields artefact={artefact} />}
          </section>
          <aside className="fs-record-side" aria-label={`About ${artefact.code}`}>
            <h2 className="c-visually-hidden">About {artefact.code}</h2>
            {side?.(artefact)}
            <section className="fs-section" aria-label="Trace">
              <h3>Trace</h3>
              <Trace artefact={artefact} />
            </section>
          </aside>
        </div>
      ) : problem !== undefined ? (
        <ErrorState title={`${title} did not load`} onRetry={program.reload}>
          {problem}
        </ErrorState>
      ) : isWhole ? (
        <EmptyState icon={<SearchIcon size={24} />} title={`No such ${named.title.toLowerCase()}`} action={back}>
          {search.open === undefined
            ? 'The address names none.'
            : `${search.open} is not in this program. It may have been removed.`}
        </EmptyState>
      ) : (
        <SkeletonRows rows={12} columns={['160px', '1fr']} />
      )}
    </div>
  )
}

function Identity({ artefact }: { readonly artefact: Artefact }) {
  const context = usePageContext()
  return (
    <span className="fs-record-id">
      <span className="mono">{artefact.code}</span>
      <span className="fs-record-name" title={artefact.title}>
        {artefact.title}
      </span>
      <StatusMenu
        kind={artefact.kind}
        code={artefact.code}
        status={artefact.status}
        saving={undefined}
        refusal={context.refusal}
        onChoose={(status) => void setPart(context, artefact, '@status', status)}
      />
    </span>
  )
}

/** All fields and links of an artefact, the long ones too. */
function AllFields({ artefact }: { readonly artefact: Artefact }) {
  const { detail, problem, again } = useDetail(artefact.uuid)
  if (detail) return <Details detail={detail} />
  if (problem !== undefined)
    return (
      <ErrorState title={`${artefact.code} did not load`} onRetry={again}>
        {problem}
      </ErrorState>
    )
  return <SkeletonRows rows={8} columns={['120px', '1fr']} />
}
