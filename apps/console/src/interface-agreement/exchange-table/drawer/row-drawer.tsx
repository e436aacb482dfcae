import { ChevronDownIcon, ChevronUpIcon, CrossIcon, LinkIcon } from '@blueprintjs/icons'
import { getAgreementRow } from '@carapace/shared/interface-agreement/row-details.contract'
import { markConflicts } from '@carapace/shared/interface-agreement/marks'
import { otherSide } from '@carapace/shared/interface-agreement/row'
import { type ReactNode, useEffect, useRef } from 'react'
import { useEndpoint } from '../../../core/call/query.ts'
import { copyLink } from '../../../core/ui/copy.ts'
import { ErrorState } from '../../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { Badge } from '../../../core/ui/status-badge.tsx'
import { IconButton } from '../../../core/ui/tooltip.tsx'
import { useRereadOn } from '../../use-agreement.ts'
import { partyNameOf, stateTexts, stateTones } from '../../words.ts'
import { seenIn } from '../rows.ts'
import { Comments } from './comments.tsx'
import { Decision } from './decision.tsx'
import { Deliveries, Evidence } from './exchanged.tsx'
import { Files } from './files.tsx'
import { Note } from './note.tsx'
import { OwnChanges } from './own-changes.tsx'
import { Proposal } from './proposal.tsx'
import type { RowContext } from './row-context.ts'
import { RowHistory } from './row-history.tsx'
import { DrawerSection } from './section.tsx'
import { useUnsent } from './use-unsent.ts'

interface RowDrawerProps extends RowContext {
  /** The heading above the row. */
  readonly section: string
  /** Grows when the row was asked for: its keys then work in the drawer. */
  readonly asked: number
  readonly onMove: (by: 1 | -1) => void
  readonly onClose: () => void
  /** Goes to the first proposed cell, to type other values over the proposed ones. */
  readonly onCounter: () => void
}

/** All about one row: what is proposed, its texts, and what both sides put beside it (rule AGREEMENT-UI-47). */
export function RowDrawer({ section, asked, onMove, onClose, onCounter, ...context }: RowDrawerProps) {
  const { agreement, row, exchange } = context
  const { line } = row
  const { data, problem, refetch } = useEndpoint(
    getAgreementRow,
    { agreement_uuid: agreement.uuid, row: row.id },
    { keepPrevious: false },
  )
  useRereadOn(exchange, refetch)
  const unsent = useUnsent(row.id)
  const details = data && { ...context, details: data, reread: refetch, unsent }
  return (
    <aside className="ia-drawer" aria-label={`Row ${row.id}, ${line.row.work_product}`}>
      <header className="ia-drawer-head">
        <div className="ia-drawer-id">
          <span className="mono ia-faint">
            {line.row.iso_reference.startsWith('WP-') ? line.row.iso_reference : `Row ${row.id}`}
          </span>
          <Badge tone={stateTones[line.state]}>{stateTexts[line.state]}</Badge>
          <span className="ia-drawer-moves">
            <IconButton
              icon={<ChevronUpIcon />}
              size="small"
              label="Previous row"
              keys="k"
              onClick={() => onMove(-1)}
            />
            <IconButton icon={<ChevronDownIcon />} size="small" label="Next row" keys="j" onClick={() => onMove(1)} />
            <IconButton icon={<LinkIcon />} size="small" label="Copy the link" onClick={() => copyLink()} />
            <IconButton icon={<CrossIcon />} size="small" label="Close" keys="Escape" onClick={onClose} />
          </span>
        </div>
        <h2>{line.row.work_product}</h2>
        <p className="ia-faint">{`Row ${row.id}${section === '' ? '' : `, ${section}`}`}</p>
      </header>
      <Body rowId={row.id} asked={asked}>
        {line.open[otherSide(row.side)] && (
          <Proposal key={JSON.stringify(line.open[otherSide(row.side)])} {...context} onCounter={onCounter} />
        )}
        <OwnChanges {...context} />
        <Decision {...context} />
        {row.conflicts.length > 0 && (
          <p className="ia-conflicts">{row.conflicts.map((one) => markConflicts[one]).join(' ')}</p>
        )}
        <Texts {...context} />
        {problem !== undefined && (
          <ErrorState title="What belongs to the row did not load" onRetry={refetch}>
            {problem}
          </ErrorState>
        )}
        {data === undefined && problem === undefined && <SkeletonRows rows={4} columns={['100px', '1fr']} />}
        {details && (
          <>
            <Comments {...details} />
            <Files {...details} />
            <Deliveries {...details} />
            <Evidence {...details} />
            <Note {...details} />
          </>
        )}
        <RowHistory {...context} key={`${row.id} ${agreement.seq}`} />
      </Body>
    </aside>
  )
}

interface BodyProps {
  readonly rowId: number
  readonly asked: number
  readonly children: ReactNode
}

/** The part that scrolls; another row begins at its top. */
function Body({ rowId, asked, children }: BodyProps) {
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    body.current?.focus({ preventScroll: true })
  }, [asked])
  useEffect(() => {
    // newer browsers return a promise, which is no clean-up
    body.current?.scrollTo({ top: 0 })
  }, [rowId])
  return (
    <div ref={body} className="ia-drawer-body" tabIndex={0} role="group" aria-label="Details of the row">
      {children}
    </div>
  )
}

/** The texts that have no room in the table. */
function Texts({ row, agreement }: RowContext) {
  const { line } = row
  const text = (field: Parameters<typeof seenIn>[1]) => String(seenIn(row, field))
  const [justification, criteria, special] = (
    ['tailoring_justification', 'criteria_for_exchange', 'special_agreements'] as const
  ).map(text)
  const agreed = line.accepted_by.map((side) => partyNameOf(agreement, side) ?? side).join(' and ')
  return (
    <>
      <DrawerSection title="Expected content">
        <p className="ia-text">{text('explanation_remarks_expected_content') || '–'}</p>
      </DrawerSection>
      <DrawerSection title="Exchange">
        <dl className="ia-facts">
          <dt>Criteria</dt>
          <dd>{criteria || '–'}</dd>
          <dt>Special agreements</dt>
          <dd>{special || '–'}</dd>
          {seenIn(row, 'tailoring_applicable') === true && (
            <>
              <dt>Reason for tailoring</dt>
              <dd>{justification || '–'}</dd>
            </>
          )}
          <dt>Agreed by</dt>
          <dd>{agreed || 'nobody yet'}</dd>
        </dl>
      </DrawerSection>
    </>
  )
}
