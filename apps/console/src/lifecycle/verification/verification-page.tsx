import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { type Verdict, verdictOfResult, verdicts } from '@carapace/shared/lifecycle/compliance/verdicts'
import { Badge, type Tone } from '../../core/ui/status-badge.tsx'
import { ArtefactPage, type PageTab } from '../../graph/page/artefact-page.tsx'
import type { AddressProps } from '../../graph/page/search.ts'
import { codeColumn, fieldColumn, linksColumn, statusColumn, titleColumn } from '../../graph/table/columns.tsx'
import { usePageGraph } from '../../graph/page/page-context.tsx'
import { Figures } from '../../graph/page/figures.tsx'
import type { GraphState } from '../../graph/store/graph-state.ts'
import { NodeLink } from '../../graph/links/node-link.tsx'
import type { ArtefactColumn } from '../../graph/table/rows.ts'
import { fieldOf, fieldText } from '../../graph/editing/values.ts'
import { partsOf, testsOf, verdictIn } from './verdicts.ts'
import './verification.css'

const related = ['test-case']
const tones: Readonly<Record<Verdict, Tone>> = {
  verified: 'green',
  failed: 'red',
  blocked: 'red',
  'in-part': 'purple',
  'not-run': 'yellow',
  'no-test': 'yellow',
}

/** The verification of requirements: by which tests, and what is not verified (ISO/SAE 21434, WP-09-07, WP-10-04). */
export function VerificationPage(address: AddressProps) {
  return (
    <ArtefactPage
      {...address}
      title="Verification Report"
      kind="requirement"
      related={related}
      columns={columns}
      tabs={tabs}
      summary={summary}
      below={below}
      nothing="Requirements come first; the report shows which of them are verified by their tests."
    />
  )
}

function columns(graph: GraphState): readonly ArtefactColumn[] {
  const kind = 'requirement'
  return [
    codeColumn({ width: 88 }),
    titleColumn(graph, { title: 'Requirement', width: 300 }),
    fieldColumn(kind, 'type', { priority: 3 }),
    linksColumn(graph, kind, ['demands'], 'upstream', { title: 'Demanded by', isShort: true, priority: 4 }),
    linksColumn(graph, kind, ['verified'], 'downstream', { title: 'Tests', width: 220, grow: 1 }),
    verdictColumn(graph),
    fieldColumn(kind, 'verification', { priority: 5 }),
    statusColumn(kind),
  ]
}

export function verdictColumn(graph: GraphState): ArtefactColumn {
  const order = Object.keys(verdicts)
  return {
    key: 'verdict',
    title: 'Verdict',
    width: 124,
    sortable: true,
    isMute: true,
    render: (row) => <Badge tone={tones[verdictIn(graph, row)]}>{verdicts[verdictIn(graph, row)]}</Badge>,
    text: (row) => verdicts[verdictIn(graph, row)],
    rank: (row) => order.indexOf(verdictIn(graph, row)),
    choices: Object.entries(verdicts).map(([word, text]) => ({ word, text })),
    has: (row) => [verdictIn(graph, row)],
  }
}

function tabs(graph: GraphState): readonly PageTab[] {
  return [
    { tab: 'all', title: 'All', keeps: () => true },
    { tab: 'open', title: 'Not verified', keeps: (row) => verdictIn(graph, row) !== 'verified' },
    { tab: 'failed', title: 'Failed', keeps: (row) => verdictIn(graph, row) === 'failed' },
    { tab: 'no-test', title: 'No test', keeps: (row) => verdictIn(graph, row) === 'no-test' },
  ]
}

function summary(graph: GraphState, whole: GraphState) {
  const rows = [...graph.artefacts.values()].filter(({ kind }) => kind === 'requirement')
  // a refining requirement may be of another project
  const rowVerdicts = rows.map((row) => verdictIn(whole, row))
  const count = (verdict: Verdict) => rowVerdicts.filter((each) => each === verdict).length
  return (
    <Figures
      figures={[
        { title: 'Verified', value: count('verified'), of: `of ${rows.length} requirements` },
        { title: 'Verified in part', value: count('in-part') },
        { title: 'Failed or blocked', value: count('failed') + count('blocked') },
        { title: 'Not run', value: count('not-run') },
        { title: 'Without a test', value: count('no-test') },
      ]}
    />
  )
}

const below = (row: Artefact) => <Tests row={row} />

/**
 * The tests of a requirement with their results, and the refining requirements with their verdicts (VERIFICATION-1).
 */
function Tests({ row }: { readonly row: Artefact }) {
  const graph = usePageGraph((state) => state)
  const tests = testsOf(graph, row.uuid)
  const parts = partsOf(graph, row.uuid)
  if (tests.length + parts.length === 0) return <p className="vr-alone">No test verifies it yet.</p>
  const text = (test: Artefact, name: string) => fieldText(fieldOf('test-case', name)!, test.fields[name])
  return (
    <ul className="vr-tests" aria-label={`What verifies ${row.code}`}>
      {tests.map((test) => (
        <li key={test.uuid}>
          <NodeLink node={test} className="mono" />
          <span className="vr-title">{test.title}</span>
          <span>{text(test, 'method')}</span>
          <span>{text(test, 'level')}</span>
          <Badge tone={tones[verdictOfResult(test.fields.result)]}>{text(test, 'result') || 'Not run'}</Badge>
          <span className="num">{text(test, 'run_on')}</span>
        </li>
      ))}
      {parts.map((part) => (
        <li key={part.uuid}>
          <NodeLink node={part} className="mono" />
          <span className="vr-title">{part.title}</span>
          <span>Refines it</span>
          <span />
          <Badge tone={tones[verdictIn(graph, part)]}>{verdicts[verdictIn(graph, part)]}</Badge>
          <span />
        </li>
      ))}
    </ul>
  )
}
