import type { Agreement } from '@carapace/shared/interface-agreement/agreements.contract'
import type { ComplianceRow, Evidence, RowDetails } from '@carapace/shared/interface-agreement/row-details.contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '@blueprintjs/core'
import { dateTime } from '../../core/format/format.ts'
import { Badge } from '../../core/ui/status-badge.tsx'
import { placeOf } from '../../graph/page/page-context.tsx'

/** As many artefacts as are listed until the user asks for all of them. */
const shownAtFirst = 12

interface EvidenceListProps {
  readonly agreement: Agreement
  readonly program: string | null
  readonly line: ComplianceRow
  readonly details: RowDetails
}

/** The artefacts of the own program, those that changed since the own last delivery first. */
export function EvidenceList({ agreement, program, line, details }: EvidenceListProps) {
  const [isWhole, setWhole] = useState(false)
  const { evidence, evidence_total: total } = details
  if (agreement.program_uuid === null)
    return <p className="ia-faint">Choose the own program in the menu More: its artefacts are shown here.</p>
  if (program === null) return <p className="ia-faint">You are not a member of the program of this agreement.</p>
  if (evidence.length === 0)
    return (
      <p className="ia-faint">
        {line.iso_reference.startsWith('WP-')
          ? 'The program has nothing of this work product yet.'
          : 'A work product without a reference has no artefacts: attach files.'}
      </p>
    )
  const sorted = evidence.toSorted((a, b) => rank(a) - rank(b))
  return (
    <>
      <ul className="ia-lines">
        {(isWhole ? sorted : sorted.slice(0, shownAtFirst)).map((each) => (
          <Item key={each.uuid} programUuid={agreement.program_uuid!} item={each} />
        ))}
      </ul>
      {!isWhole && sorted.length > shownAtFirst && (
        <Button size="small" variant="minimal" text={`Show all ${sorted.length}`} onClick={() => setWhole(true)} />
      )}
      {isWhole && total > evidence.length && (
        <p className="ia-faint num">{`The first ${evidence.length} of ${total}.`}</p>
      )}
    </>
  )
}

const rank = ({ is_changed: isChanged, is_suspect: isSuspect }: Evidence) => (isChanged ? 0 : isSuspect ? 1 : 2)

function Item({ programUuid, item }: { readonly programUuid: string; readonly item: Evidence }) {
  const place = placeOf(programUuid, item)
  const words = (
    <>
      <span className="mono">{item.code}</span> {item.title}
    </>
  )
  return (
    <li>
      {/* the paths are known only when the console is built; each kind names its own */}
      {place ? <Link {...(place as object as { to: '.' })}>{words}</Link> : words}{' '}
      {item.is_changed && (
        <span title={`Changed ${dateTime(item.changed_at)}, now revision ${item.revision}`}>
          <Badge tone="yellow">Changed</Badge>
        </span>
      )}{' '}
      {item.is_suspect && <Badge tone="yellow">Suspect</Badge>}
    </li>
  )
}
