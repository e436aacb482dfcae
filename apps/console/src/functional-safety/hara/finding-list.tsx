import { Button } from '@blueprintjs/core'
import { type HaraFinding, haraRules } from '@carapace/shared/functional-safety/hara-rules'
import { useState } from 'react'
import { number, sentenceCase } from '../../core/format/format.ts'
import { SeverityGlyph } from '../../core/ui/severity-glyph.tsx'
import { NodeLink } from '../../graph/links/node-link.tsx'
import { tried, usePageContext, usePageGraph } from '../../graph/page/page-context.tsx'
import { nodeAt } from '../../graph/store/graph-state.ts'
import { findingCounts, findingGlyphs, findingSeverity, fixInput } from './findings.ts'
import './hara.css'

/** How many problems a list shows at first, and with each further step. */
const shownAtOnce = 50

interface FindingListProps {
  readonly findings: readonly HaraFinding[]
  /** The text of an empty list. */
  readonly none: string
}

/** Problems of the hazard analysis, each with its rows and, where one exists, its fix (rule SAFETY-UI-6). */
export function FindingList({ findings, none }: FindingListProps) {
  const [most, setMost] = useState(shownAtOnce)
  if (findings.length === 0) return <p className="c-note fs-findings-none">{none}</p>
  return (
    <ul className="fs-findings" aria-label="Problems">
      {findings.slice(0, most).map((finding) => (
        <Finding key={`${finding.code} ${finding.rows.join()}`} finding={finding} />
      ))}
      {findings.length > most && (
        <li>
          <Button size="small" variant="outlined" onClick={() => setMost(most + shownAtOnce)}>
            {number(findings.length - most)} more
          </Button>
        </li>
      )}
    </ul>
  )
}

function Finding({ finding }: { readonly finding: HaraFinding }) {
  const { program, refusal } = usePageContext()
  const graph = usePageGraph((state) => state)
  const [isBusy, setBusy] = useState(false)
  const severity = findingSeverity(finding)
  const input = fixInput(finding, graph)
  const fix = async () => {
    setBusy(true)
    await tried(() => program.save({ artefacts: [input!] }))
    setBusy(false)
  }
  return (
    <li className="fs-finding">
      <SeverityGlyph severity={findingGlyphs[severity]} label={sentenceCase(severity)} />
      <span className="fs-finding-words">
        <b>{haraRules[finding.code].title}</b> <span title={finding.message}>{finding.message}</span>
      </span>
      <span className="fs-finding-rows">
        {finding.rows.slice(0, 3).map((uuid) => {
          const node = nodeAt(graph, uuid)
          return node && <NodeLink key={uuid} node={node} className="mono" />
        })}
        {finding.rows.length > 3 && <span className="c-note num">+{finding.rows.length - 3}</span>}
      </span>
      {input && refusal === undefined && (
        <Button size="small" variant="outlined" loading={isBusy} onClick={() => void fix()}>
          {finding.fix!.title}
        </Button>
      )}
    </li>
  )
}

/** The button that shows the problems, with their number by severity. */
export function FindingCounts({
  findings,
  isOpen,
  onToggle,
}: {
  readonly findings: readonly HaraFinding[]
  readonly isOpen: boolean
  readonly onToggle: () => void
}) {
  const words = { error: 'errors', warning: 'warnings', hint: 'hints' } as const
  const one = { error: 'error', warning: 'warning', hint: 'hint' } as const
  return (
    <button
      type="button"
      className="fs-finding-counts"
      aria-expanded={isOpen}
      disabled={findings.length === 0}
      onClick={onToggle}
    >
      {findingCounts(findings).map(({ severity, count }) => (
        <span key={severity} className={count === 0 ? 'gr-none' : undefined}>
          <SeverityGlyph severity={findingGlyphs[severity]} />
          <b className="num">{number(count)}</b> {count === 1 ? one[severity] : words[severity]}
        </span>
      ))}
      {findings.length > 0 && <span className="fs-finding-way">{isOpen ? 'Hide' : 'Show'}</span>}
    </button>
  )
}
