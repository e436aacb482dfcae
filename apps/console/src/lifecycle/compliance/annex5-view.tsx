import { annex5Title } from '@carapace/shared/catalogues/annex5-titles'
import { annex5Items } from '@carapace/shared/catalogues/annex5'
import { Link } from '@tanstack/react-router'
import { number } from '../../core/format/format.ts'
import { Badge } from '../../core/ui/status-badge.tsx'
import type { Summary } from '../program/use-summary.ts'
import { coverageOf, namedItems, coverageStatusOf } from './annex5-coverage.ts'

interface Annex5ViewProps {
  readonly programUuid: string
  readonly entries: Summary['annex5']
}

const statuses = {
  missing: { tone: 'grey', word: 'No scenario' },
  open: { tone: 'yellow', word: 'To be treated' },
  covered: { tone: 'green', word: 'Treated' },
} as const

/**
 * The 69 items of UN R155 Annex 5, with the threat scenarios that address each, and whether they are treated (rule
 * COMPLIANCE-1).
 */
export function Annex5View({ programUuid, entries }: Annex5ViewProps) {
  const named = namedItems(entries)
  return (
    <div className="co-body" tabIndex={0} role="group" aria-label="UN R155 Annex 5">
      <p className="pg-counts num co-counts" role="status">
        <span>
          <b>{named}</b> of {annex5Items.length} items named by a scenario
        </span>
        <span>
          <b>{annex5Items.length - named}</b> to look at
        </span>
      </p>
      <table className="c-table">
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">What it is about</th>
            <th scope="col" className="c-number">
              Scenarios
            </th>
            <th scope="col" className="c-number">
              Treated
            </th>
            <th scope="col">Standing</th>
          </tr>
        </thead>
        {coverageOf(entries).map(({ heading, groups }) => (
          <tbody key={heading.key}>
            <tr className="co-group">
              <th scope="rowgroup" colSpan={5}>
                {heading.title}
              </th>
            </tr>
            {groups.flatMap(({ title, items }) =>
              items.map((item) => {
                const { tone, word } = statuses[coverageStatusOf(item)]
                return (
                  <tr key={item.item}>
                    <td className="num">{item.item}</td>
                    <td>
                      <span title={title}>{annex5Title(item.item)}</span>
                    </td>
                    <td className="c-number num">
                      {item.scenarios === 0 ? (
                        '–'
                      ) : (
                        <Link
                          to="/org/lifecycle/projects/view/threat-analysis"
                          search={{ programId: programUuid, where: `annex5:${item.item}` }}
                        >
                          {number(item.scenarios)}
                        </Link>
                      )}
                    </td>
                    <td className="c-number num">{item.scenarios === 0 ? '–' : number(item.treated)}</td>
                    <td>
                      <Badge tone={tone}>{word}</Badge>
                    </td>
                  </tr>
                )
              }),
            )}
          </tbody>
        ))}
      </table>
    </div>
  )
}
