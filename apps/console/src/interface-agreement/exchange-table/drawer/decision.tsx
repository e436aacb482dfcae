import { decideRows } from '@carapace/shared/interface-agreement/agreements.contract'
import { useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { AreaField } from '../../dialogs/area-field.tsx'
import { partyNameOf } from '../../words.ts'
import { mayAgreeTo } from '../rows.ts'
import type { RowContext } from './row-context.ts'

/** Agrees to the row as it is, or refuses it with a reason; and why it was refused (rule AGREEMENT-7). */
export function Decision({ agreement, row, refusal, refetch }: RowContext) {
  const [reason, setReason] = useState<string>()
  const { busy, problem, run } = useAction()
  const { declined, open, state } = row.line
  const isOpen = open.customer !== undefined || open.supplier !== undefined
  const decide = (decision: 'accept' | 'decline') =>
    void run(async () => {
      await call(decideRows, {
        agreement_uuid: agreement.uuid,
        rows: [row.id],
        seen: agreement.seq,
        decision,
        ...(decision === 'decline' && { reason: reason ?? '' }),
      })
      setReason(undefined)
      refetch()
    })
  if (!agreement.is_sent || (isOpen && !declined)) return null
  return (
    <section className="ia-drawer-section" aria-label="Decision">
      {declined && (
        <p className="ia-declined">
          <b>{partyNameOf(agreement, declined.side) ?? declined.side}</b>{' '}
          {declined.of === 'row' ? 'does not agree to this row' : 'declined the proposal'}
          {declined.reason === '' ? '.' : `: ${declined.reason}`}
        </p>
      )}
      {problem !== undefined && (
        <p className="c-problem" role="alert">
          {problem}
        </p>
      )}
      {reason === undefined && !isOpen && (
        <div className="ia-acts">
          {mayAgreeTo(row) && (
            <ActButton
              intent="primary"
              variant="solid"
              text="Agree to this row"
              loading={busy}
              refusal={refusal}
              onClick={() => decide('accept')}
            />
          )}
          {(state !== 'not-accepted' || declined?.side !== row.side) && (
            <ActButton text="Refuse…" refusal={refusal} onClick={() => setReason('')} />
          )}
        </div>
      )}
      {reason !== undefined && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            decide('decline')
          }}
        >
          <AreaField label="Reason" value={reason} maxLength={2_000} autoFocus onChange={setReason} />
          <div className="ia-acts">
            <ActButton type="submit" intent="danger" text="Refuse the row" loading={busy} refusal={refusal} />
            <ActButton text="Cancel" refusal={undefined} onClick={() => setReason(undefined)} />
          </div>
        </form>
      )}
    </section>
  )
}
