import { EndorsedIcon } from '@blueprintjs/icons'
import { annex5Items } from '@carapace/shared/catalogues/annex5'
import { phaseLabels } from '@carapace/shared/graph/programs/phases'
import { getPrograms, type Program } from '@carapace/shared/graph/programs/programs.contract'
import { getProgramSummaries } from '@carapace/shared/lifecycle/rating/tara.contract'
import { workProducts } from '@carapace/shared/lifecycle/compliance/work-products'
import { Link } from '@tanstack/react-router'
import type { z } from 'zod'
import { call } from '../../core/call/call.ts'
import { number } from '../../core/format/format.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { SearchField } from '../../core/ui/search-field.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { Outdated } from '../../graph/programs/missing.tsx'
import { Pager } from '../../graph/programs/pager.tsx'
import { listQueryOf, narrowed, type ProgramsSearch } from '../../graph/programs/programs-search.ts'
import { pageSubject, useRequest } from '../../core/call/query.ts'
import { productTone, productTones } from './product-tone.ts'
import '../../core/ui/form.css'
import '../../graph/programs/programs.css'
import '../program/program.css'
import './compliance.css'

interface CompliancePageProps {
  readonly search: ProgramsSearch
  readonly go: (search: ProgramsSearch) => void
}

type Figures = z.output<typeof getProgramSummaries.output>['summaries'][number]

/** A page of programs with their figures, in two calls for any number of programs. */
function useListed(query: ReturnType<typeof listQueryOf>) {
  return useRequest(
    ['programs with summaries', query],
    async (signal) => {
      const listed = await call(getPrograms, query, { signal })
      if (listed.programs.length === 0) return { ...listed, figures: new Map<string, Figures>() }
      const { summaries } = await call(
        getProgramSummaries,
        { uuids: listed.programs.map(({ uuid }) => uuid).join(',') },
        { signal },
      )
      return { ...listed, figures: new Map(summaries.map((each) => [each.program_uuid, each])) }
    },
    pageSubject,
  )
}

/** All programs that the user may see, with their evidence for ISO/SAE 21434 and UN R155. */
export function CompliancePage({ search, go }: CompliancePageProps) {
  usePageTitle('Compliance')
  const { perPage, page } = listQueryOf(search)
  const { data, problem, error, refetch: again } = useListed(listQueryOf(search))
  return (
    <div className="pg-page co-page">
      <PageHead title="Compliance" />
      <div className="c-toolbar">
        <SearchField
          value={search.q ?? ''}
          label="Search programs"
          placeholder="Name or description"
          onSearch={(q) => go(narrowed(search, { q }))}
        />
        <span className="c-toolbar-total num" role="status">
          {data === undefined ? '' : `${number(data.total)} ${data.total === 1 ? 'program' : 'programs'}`}
        </span>
      </div>
      {data !== undefined && <Outdated problem={error} again={again} />}
      {data === undefined && problem !== undefined && (
        <ErrorState title="The programs did not load" onRetry={again}>
          {problem}
        </ErrorState>
      )}
      {data === undefined && problem === undefined && (
        <SkeletonRows rows={10} columns={['2fr', '1fr', '2fr', '80px', '80px']} rowHeight={40} />
      )}
      {data?.programs.length === 0 && (
        <EmptyState icon={<EndorsedIcon size={24} />} title="No programs">
          What a program has to show for its standards is listed here.
        </EmptyState>
      )}
      {data !== undefined && data.programs.length > 0 && (
        <div className="co-body" tabIndex={0} role="group" aria-label="Programs">
          <table className="c-table co-programs">
            <thead>
              <tr>
                <th scope="col">Program</th>
                <th scope="col">Current phase</th>
                <th scope="col">ISO/SAE 21434 work products</th>
                <th scope="col" className="c-number">
                  R155 Annex 5
                </th>
                <th scope="col" className="c-number">
                  Open risks
                </th>
                <th scope="col" className="c-number">
                  Suspect
                </th>
                <th scope="col" className="c-number">
                  Verified
                </th>
              </tr>
            </thead>
            <tbody>
              {data.programs.map((program) => (
                <Row key={program.uuid} program={program} figures={data.figures.get(program.uuid)} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data !== undefined && data.total > 0 && (
        <Pager
          total={data.total}
          perPage={perPage}
          page={page}
          onPage={(next) => go(narrowed(search, { page: next }))}
          onSize={(size) => go(narrowed(search, { perPage: size }))}
        />
      )}
    </div>
  )
}

/** A row without figures: the program was removed in the meantime. */
function Row({
  program: { uuid, name, current_phase: phase },
  figures,
}: {
  readonly program: Program
  readonly figures: Figures | undefined
}) {
  const to = { to: '/org/lifecycle/projects/view/compliance-summary' as never, search: { programId: uuid } as never }
  return (
    <tr>
      <td>
        <Link className="pg-name" {...to}>
          {name}
        </Link>
      </td>
      <td>{phaseLabels[phase]}</td>
      {figures ? (
        <Cells figures={figures} />
      ) : (
        <td colSpan={5} className="pg-note">
          Not there any more
        </td>
      )}
    </tr>
  )
}

function Cells({
  figures: { work_products: products, annex5, open_risks: open, suspect, verified, requirements },
}: {
  readonly figures: Figures
}) {
  return (
    <>
      <td>
        <Share products={products} />
      </td>
      <td className="c-number num">
        {annex5} of {annex5Items.length}
      </td>
      <td className="c-number num">{number(open)}</td>
      <td className={suspect > 0 ? 'c-number num pg-suspect' : 'c-number num'}>{number(suspect)}</td>
      <td className="c-number num">
        {number(verified)} of {number(requirements)}
      </td>
    </>
  )
}

/** The work products by status, as one bar. */
function Share({ products }: { readonly products: Figures['work_products'] }) {
  const counts = productTones.map(({ tone, title }) => ({
    tone,
    title,
    n: products.filter(({ status }) => productTone(status) === tone).reduce((sum, { count }) => sum + count, 0),
  }))
  const label = counts.map(({ title, n }) => `${n} ${title.toLowerCase()}`).join(', ')
  return (
    <span className="co-share">
      <span className="co-bar" role="img" aria-label={label} title={label}>
        {counts.map(({ tone, n }) => (
          <i key={tone} className={`pg-box-${tone}`} style={{ flexGrow: n }} />
        ))}
      </span>
      <span className="num">
        {counts[0]!.n} of {workProducts.length}
      </span>
    </span>
  )
}
