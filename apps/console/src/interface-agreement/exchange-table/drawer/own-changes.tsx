import { discardDrafts, withdrawProposal } from '@carapace/shared/interface-agreement/agreements.contract'
import type { RowField } from '@carapace/shared/interface-agreement/row'
import { useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { Badge } from '../../../core/ui/status-badge.tsx'
import { FieldChange } from '../../dialogs/changes.tsx'
import { ProposalsDialog } from '../../dialogs/proposals-dialog.tsx'
import { fieldTexts, valueText } from '../../words.ts'
import type { Value } from '../rows.ts'
import type { RowContext } from './row-context.ts'

/** What the own side has typed and not sent, and what it has proposed (rule AGREEMENT-UI-48). */
export function OwnChanges(context: RowContext) {
  const { row } = context
  const proposal = row.line.open[row.side]
  return (
    <>
      {row.drafts.size > 0 && <Typed {...context} />}
      {proposal && <Proposed {...context} proposal={proposal} />}
    </>
  )
}

function Typed({ agreement, row, refusal, refetch, other }: RowContext) {
  const [isSending, setSending] = useState(false)
  const { busy, problem, run } = useAction()
  const authors = [...new Set([...row.drafts.values()].map(({ author }) => author))].join(', ')
  const discard = () =>
    void run(async () => {
      await call(discardDrafts, { agreement_uuid: agreement.uuid, rows: [row.id] })
      refetch()
    })
  return (
    <section className="ia-drawer-section" aria-label="Not sent">
      <div className="ia-proposal-head">
        <Badge tone="blue">Not sent</Badge>
        <span className="ia-faint">{authors}</span>
      </div>
      <Fields row={row} changes={[...row.drafts.values()].map(({ field, value }) => [field, value])} />
      {problem !== undefined && (
        <p className="c-problem" role="alert">
          {problem}
        </p>
      )}
      <div className="ia-acts">
        <ActButton
          intent="primary"
          variant="solid"
          text={`Send to ${other}…`}
          refusal={refusal}
          onClick={() => setSending(true)}
        />
        <ActButton text="Discard" loading={busy} refusal={refusal} onClick={discard} />
      </div>
      {isSending && (
        <ProposalsDialog agreement={agreement} rows={[row.id]} onDone={refetch} onClose={() => setSending(false)} />
      )}
    </section>
  )
}

interface ProposedProps extends RowContext {
  readonly proposal: NonNullable<RowContext['row']['line']['open']['customer']>
}

function Proposed({ agreement, row, refusal, refetch, other, proposal: { changes, note } }: ProposedProps) {
  const { busy, problem, run } = useAction()
  const fields = Object.keys(changes) as RowField[]
  const withdraw = () =>
    void run(async () => {
      await call(withdrawProposal, { agreement_uuid: agreement.uuid, row: row.id, fields })
      refetch()
    })
  return (
    <section className="ia-drawer-section" aria-label="Your proposal">
      <div className="ia-proposal-head">
        <Badge tone="blue">Your proposal</Badge>
        <span className="ia-faint">{`${other} has not answered`}</span>
      </div>
      <Fields row={row} changes={fields.map((field) => [field, changes[field]!])} />
      {note !== '' && <blockquote className="ia-quote">{note}</blockquote>}
      {problem !== undefined && (
        <p className="c-problem" role="alert">
          {problem}
        </p>
      )}
      <div className="ia-acts">
        <ActButton text="Take back" loading={busy} refusal={refusal} onClick={withdraw} />
      </div>
    </section>
  )
}

interface FieldsProps extends Pick<RowContext, 'row'> {
  readonly changes: readonly (readonly [RowField, Value])[]
}

function Fields({ row, changes }: FieldsProps) {
  return (
    <dl className="ia-own-fields">
      {changes.map(([field, value]) => (
        <FieldChange
          key={field}
          name={fieldTexts[field]}
          before={valueText(field, row.line.row[field])}
          after={valueText(field, value)}
        />
      ))}
    </dl>
  )
}
