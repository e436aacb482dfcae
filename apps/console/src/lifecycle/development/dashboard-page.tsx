import { Button } from '@blueprintjs/core'
import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { results } from '@carapace/shared/lifecycle/kinds/development.kinds'
import type { Verdict } from '@carapace/shared/lifecycle/compliance/verdicts'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { age, number, sentenceCase, useNow } from '../../core/format/format.ts'
import { usePageFact } from '../../core/page/page-facts.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { StatusBadge } from '../../core/ui/status-badge.tsx'
import { toneOf } from '../../core/ui/status-tone.ts'
import { placeOf } from '../../graph/page/page-context.tsx'
import { Figures } from '../../graph/page/figures.tsx'
import { type GraphState, linkedWith, ofProject } from '../../graph/store/graph-state.ts'
import { NoProgram } from '../../graph/programs/no-program.tsx'
import { useGraph, useProgram } from '../../graph/store/program-store.ts'
import { ProjectNamed } from '../../graph/programs/project-chip.tsx'
import { useAccess } from '../../graph/programs/use-access.ts'
import { verdictIn } from '../verification/verdicts.ts'
import './development.css'

const kinds = ['requirement', 'specification', 'test-case', 'validation']
const pages: Readonly<Record<string, string>> = {
  requirement: '/org/lifecycle/projects/product-development/requirement-summary',
  specification: '/org/lifecycle/projects/product-development/design-specification',
  'test-case': '/org/lifecycle/projects/product-development/test-cases-creation',
  validation: '/org/lifecycle/projects/product-development/cybersecurity-validation',
}

/**
 * The overview of product development of a program or of one project in it: what is required, designed, tested and
 * validated, and what is missing.
 */
export function DevelopmentDashboard({
  programId,
  projectId,
}: {
  readonly programId?: string | undefined
  readonly projectId?: string | undefined
}) {
  usePageTitle('Product Development')
  if (programId === undefined) return <NoProgram page="Product Development" />
  return (
    <div className="pd-page">
      <PageHead title="Product Development" />
      <OfProgram programUuid={programId} projectId={projectId} />
    </div>
  )
}

/**
 * The program of the page, and the project to which it is limited; links stay in it (rules GRAPH-UI-18 and GRAPH-UI-21
 * of graph/SPEC.md).
 */
interface Of {
  readonly programUuid: string
  readonly projectId: string | undefined
}

function OfProgram({ programUuid, projectId }: Of) {
  const { program: about } = useAccess(programUuid)
  const program = useProgram(programUuid, kinds)
  const graph = useGraph(program, (state) => state)
  const own = useMemo(() => [...ofProject(graph, projectId).artefacts.values()], [graph, projectId])
  const navigate = useNavigate()
  usePageFact('Program', about?.name)
  if (!graph.isWhole && graph.problem !== undefined)
    return (
      <ErrorState title="Product development did not load" onRetry={program.reload}>
        {graph.problem}
      </ErrorState>
    )
  if (!graph.isWhole) return <SkeletonRows rows={10} columns={['1fr', '1fr', '1fr']} />
  const rows = rowsBy(own)
  return (
    <>
      {projectId !== undefined && (
        <div className="c-toolbar">
          <ProjectNamed
            uuid={projectId}
            onClear={() => void navigate({ to: '.', search: { programId: programUuid } as never, replace: true })}
          />
        </div>
      )}
      {graph.problem !== undefined && (
        <p className="gr-outdated" role="alert">
          These figures are not up to date: {graph.problem}{' '}
          <Button size="small" variant="outlined" onClick={program.reload}>
            Try again
          </Button>
        </p>
      )}
      <Summary graph={graph} rows={rows} />
      <div className="pd-panels">
        {kinds.map((kind) => (
          <StatusPanel key={kind} programUuid={programUuid} projectId={projectId} kind={kind} rows={rows[kind] ?? []} />
        ))}
        <ListPanel
          title="Requirements that are not verified"
          programUuid={programUuid}
          projectId={projectId}
          rows={(rows.requirement ?? []).filter((row) => verdictIn(graph, row) !== 'verified')}
          none="Every requirement is verified."
        />
        <ListPanel
          title="Changed last"
          programUuid={programUuid}
          projectId={projectId}
          rows={own.toSorted((a, b) => b.seq - a.seq)}
          none="Nothing is here yet."
        />
      </div>
    </>
  )
}

function rowsBy(own: readonly Artefact[]): Readonly<Record<string, readonly Artefact[] | undefined>> {
  return Object.groupBy(own, ({ kind }) => kind)
}

function Summary({ graph, rows }: { readonly graph: GraphState; readonly rows: ReturnType<typeof rowsBy> }) {
  const requirements = rows.requirement ?? []
  const count = (verdict: Verdict) => requirements.filter((row) => verdictIn(graph, row) === verdict).length
  const designed = requirements.filter(
    ({ uuid }) => linkedWith(graph, uuid, 'downstream', 'realised').length > 0,
  ).length
  const passed = (kind: string) => (rows[kind] ?? []).filter(({ fields }) => fields.result === 'passed').length
  return (
    <Figures
      figures={[
        { title: 'Requirements realised', value: designed, of: `of ${number(requirements.length)}` },
        { title: 'Requirements verified', value: count('verified'), of: `of ${number(requirements.length)}` },
        {
          title: `Tests ${results.passed.toLowerCase()}`,
          value: passed('test-case'),
          of: `of ${number(rows['test-case']?.length ?? 0)}`,
        },
        { title: 'Requirements that fail', value: count('failed') + count('blocked') },
        { title: 'Validations passed', value: passed('validation'), of: `of ${number(rows.validation?.length ?? 0)}` },
      ]}
    />
  )
}

function Panel({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) {
  return (
    <section className="c-panel">
      <header className="c-panel-head">
        <h2>{title}</h2>
      </header>
      {children}
    </section>
  )
}

/** The artefacts of a kind by status, as a bar and as figures. */
function StatusPanel({
  programUuid,
  projectId,
  kind,
  rows,
}: Of & { readonly kind: string; readonly rows: readonly Artefact[] }) {
  const { plural, statuses } = artefactKindNamed(kind)!
  const counts = statuses
    .map((status) => ({ status, count: rows.filter((row) => row.status === status).length }))
    .filter(({ count }) => count > 0)
  return (
    <Panel
      title={
        <Link to={pages[kind]} search={{ programId: programUuid, projectId } as never}>
          {plural}
        </Link>
      }
    >
      <div className="pd-bar" aria-hidden>
        {counts.map(({ status, count }) => (
          <i key={status} className={`c-tone-${toneOf(status)}`} style={{ flexGrow: count }} />
        ))}
      </div>
      <ul className="pd-counts">
        {counts.map(({ status, count }) => (
          <li key={status}>
            <StatusBadge status={status} /> <span className="num">{number(count)}</span>
          </li>
        ))}
        {counts.length === 0 && <li className="c-note">{sentenceCase(`no ${plural.toLowerCase()} yet`)}.</li>}
      </ul>
    </Panel>
  )
}

const mostListed = 8

function ListPanel({
  title,
  programUuid,
  projectId,
  rows,
  none,
}: Of & { readonly title: string; readonly rows: readonly Artefact[]; readonly none: string }) {
  const now = useNow(10_000)
  return (
    <Panel title={title}>
      <ul className="pd-list">
        {rows.slice(0, mostListed).map((row) => {
          const place = placeOf(programUuid, row, projectId)
          return (
            <li key={row.uuid}>
              {place ? (
                <Link {...(place as object as { to: '.' })}>
                  <span className="mono">{row.code}</span> {row.title}
                </Link>
              ) : (
                row.title
              )}
              <StatusBadge status={row.status} />
              <span className="num pd-age">{age(now - Date.parse(row.updated_at))}</span>
            </li>
          )
        })}
        {rows.length === 0 && <li className="c-note">{none}</li>}
        {rows.length > mostListed && <li className="c-note num">{number(rows.length - mostListed)} more</li>}
      </ul>
    </Panel>
  )
}
