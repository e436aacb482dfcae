import { Checkbox } from '@blueprintjs/core'
import { answerAgreementProposal } from '@carapace/shared/interface-agreement/agreements.contract'
import { otherSide, type RowField } from '@carapace/shared/interface-agreement/row'
import { useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { useHotkeys } from '../../../core/hotkeys/hotkeys.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { Badge } from '../../../core/ui/status-badge.tsx'
import { AreaField } from '../../dialogs/area-field.tsx'
import { counted, fieldTexts, valueText } from '../../words.ts'
import type { RowContext } from './row-context.ts'

interface ProposalProps extends RowContext {
  readonly onCounter: () => void
}

/** The other side's proposal, accepted or declined field by field (rule AGREEMENT-UI-48). */
export function Proposal({ agreement, row, other, refusal, refetch, onCounter }: ProposalProps) {
  const { changes, note } = row.line.open[otherSide(row.side)]!
  const fields = Object.keys(changes) as RowField[]
  const [left, setLeft] = useState<ReadonlySet<RowField>>(new Set())
  const [reason, setReason] = useState<string>()
  const { busy, problem, run } = useAction()
  const chosen = fields.filter((field) => !left.has(field))
  const answer = (decision: 'accept' | 'decline') =>
    void run(async () => {
      await call(answerAgreementProposal, {
        agreement_uuid: agreement.uuid,
        row: row.id,
        seen: agreement.seq,
        [decision]: chosen,
        ...(decision === 'decline' && { reason: reason ?? '' }),
      })
      refetch()
    })
  const may = refusal === undefined && !busy && chosen.length > 0
  const group = 'Proposal'
  useHotkeys([
    { keys: 'y', title: 'Accept the proposal', group, run: () => may && answer('accept') },
    { keys: 'r', title: 'Make a counter-proposal', group, run: () => may && onCounter() },
    { keys: 'n', title: 'Decline the proposal', group, run: () => may && setReason('') },
  ])
  const toggle = (field: RowField) =>
    setLeft((before) => {
      const next = new Set(before)
      if (!next.delete(field)) next.add(field)
      return next
    })
  return (
    <section className="ia-drawer-section" aria-label="Proposal">
      <div className="ia-proposal-head">
        <Badge tone="purple">Proposal</Badge>
        <b>{other}</b>
      </div>
      <ul className="ia-proposed-fields">
        {fields.map((field) => (
          <li key={field}>
            <Checkbox
              checked={!left.has(field)}
              disabled={refusal !== undefined}
              label={fieldTexts[field]}
              onChange={() => toggle(field)}
            />
            <span className="ia-from-to">
              <del>{valueText(field, row.line.row[field])}</del> <span aria-hidden>→</span>{' '}
              <ins>{valueText(field, changes[field])}</ins>
            </span>
          </li>
        ))}
      </ul>
      {note !== '' && <blockquote className="ia-quote">{note}</blockquote>}
      {problem !== undefined && (
        <p className="c-problem" role="alert">
          {problem}
        </p>
      )}
      {reason === undefined ? (
        <div className="ia-acts">
          <ActButton
            intent="primary"
            variant="solid"
            text={`Accept ${chosen.length}`}
            keys="y"
            loading={busy}
            disabled={chosen.length === 0}
            refusal={refusal}
            onClick={() => answer('accept')}
          />
          <ActButton text="Counter" keys="r" refusal={refusal} onClick={onCounter} />
          <ActButton
            text="Decline"
            keys="n"
            disabled={chosen.length === 0}
            refusal={refusal}
            onClick={() => setReason('')}
          />
        </div>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (may) answer('decline')
          }}
        >
          <AreaField label="Reason" value={reason} maxLength={2_000} autoFocus onChange={setReason} />
          <div className="ia-acts">
            <ActButton
              type="submit"
              intent="danger"
              text={`Decline ${counted(chosen.length, 'field')}`}
              loading={busy}
              refusal={refusal}
            />
            <ActButton text="Cancel" refusal={undefined} onClick={() => setReason(undefined)} />
          </div>
        </form>
      )}
    </section>
  )
}
