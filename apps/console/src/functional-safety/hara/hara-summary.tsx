import { type Asil, asils } from '@carapace/shared/functional-safety/asil'
import type { HaraFinding } from '@carapace/shared/functional-safety/hara-rules'
import { useState } from 'react'
import { number } from '../../core/format/format.ts'
import { usePageContext } from '../../graph/page/page-context.tsx'
import { whereOf, whereText } from '../../graph/page/search.ts'
import { AsilBadge, noAsil } from '../asil-badge.tsx'
import { FindingCounts, FindingList } from './finding-list.tsx'
import './hara.css'

interface AsilSummaryProps {
  readonly title: string
  /** The ASIL of each listed artefact; null: none. */
  readonly asils: readonly (Asil | null)[]
  readonly findings: readonly HaraFinding[]
  /** Further work to do: a count, and the tab that shows what it counts. */
  readonly work: readonly { readonly text: string; readonly count: number; readonly tab: string }[]
}

/** ASILs, open work and problems above a list; each figure filters the list to what it counts. */
export function AsilSummary({ title, asils: all, findings, work }: AsilSummaryProps) {
  const { search, go } = usePageContext()
  const [isOpen, setOpen] = useState(false)
  const narrow = (word: string) =>
    go({ where: whereText({ ...whereOf(search.where), 'asil-level': [word] }), tab: undefined })
  const count = (asil: Asil | null) => all.filter((each) => each === asil).length
  return (
    <>
      <div className="fs-summary">
        <div>
          <h2>{title}</h2>
          <div className="fs-bar" aria-hidden>
            {asils
              .toReversed()
              .filter((asil) => count(asil) > 0)
              .map((asil) => (
                <i key={asil} className={`fs-fill-${asil}`} style={{ flexGrow: count(asil) }} />
              ))}
          </div>
          <div className="fs-counts">
            {asils.toReversed().map((asil) => (
              <button key={asil} type="button" disabled={count(asil) === 0} onClick={() => narrow(asil)}>
                <AsilBadge asil={asil} /> <span className="num">{number(count(asil))}</span>
              </button>
            ))}
            <button type="button" disabled={count(null) === 0} onClick={() => narrow(noAsil)}>
              <span className="c-note">None</span> <span className="num">{number(count(null))}</span>
            </button>
          </div>
        </div>
        <div className="fs-work">
          <h2>To do</h2>
          {work.map(({ text, count: open, tab }) => (
            <button key={text} type="button" disabled={open === 0} onClick={() => go({ tab, where: undefined })}>
              {text} <b className="num">{number(open)}</b>
            </button>
          ))}
        </div>
        <div>
          <h2>Consistency</h2>
          <FindingCounts findings={findings} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
          {findings.length === 0 && <p className="c-note">No rule is violated.</p>}
        </div>
      </div>
      {isOpen && findings.length > 0 && (
        <section className="fs-problems" aria-label="Problems">
          <FindingList findings={findings} none="" />
        </section>
      )}
    </>
  )
}
