import {
  addAgreementRow,
  type Agreement,
  decideRows,
  removeAgreementRow,
} from '@carapace/shared/interface-agreement/agreements.contract'
import { otherSide } from '@carapace/shared/interface-agreement/row'
import { Checkbox } from '@blueprintjs/core'
import { useState } from 'react'
import { call } from '../../core/call/call.ts'
import { useAction } from '../../core/call/use-action.ts'
import { Field } from '../../core/ui/field.tsx'
import { DialogForm } from '../dialogs/dialog-form.tsx'
import { counted, partyNameOf } from '../words.ts'
import type { Heading, TableRow } from './rows.ts'

interface RowDialogProps {
  readonly agreement: Agreement
  readonly onDone: () => void
  readonly onClose: () => void
}

interface AddRowProps extends RowDialogProps {
  /** The row above it; undefined: it is the first one. */
  readonly after: { readonly id: number; readonly title: string } | undefined
  readonly onAdded: (row: number) => void
}

/** Adds a work product or, before the agreement is sent, a heading (rule AGREEMENT-13). */
export function AddRowDialog({ agreement, after, onAdded, onDone, onClose }: AddRowProps) {
  const [title, setTitle] = useState('')
  const [isHeading, setHeading] = useState(false)
  const { busy, problem, run } = useAction()
  const add = () =>
    void run(async () => {
      const { row } = await call(addAgreementRow, {
        agreement_uuid: agreement.uuid,
        after: after?.id ?? 0,
        title,
        is_heading: isHeading,
      })
      onDone()
      if (!isHeading) onAdded(row)
      onClose()
    })
  return (
    <DialogForm
      title="Add a row"
      action="Add"
      isReady={title.trim() !== ''}
      isBusy={busy}
      problem={problem}
      onSubmit={add}
      onClose={onClose}
    >
      <p className="c-say">
        {after ? `Below row ${after.id}, ${after.title}.` : 'At the top.'}{' '}
        {agreement.is_sent && 'The other side has to agree to it.'}
      </p>
      <Field label="Title">
        {(id) => (
          <input
            id={id}
            className="bp6-input"
            value={title}
            maxLength={200}
            autoFocus
            onChange={(event) => setTitle(event.target.value)}
          />
        )}
      </Field>
      {!agreement.is_sent && (
        <Checkbox
          label="It is a heading above work products"
          checked={isHeading}
          onChange={(event) => setHeading(event.currentTarget.checked)}
        />
      )}
    </DialogForm>
  )
}

interface RemoveRowProps extends RowDialogProps {
  readonly row: Heading
}

/** Removes a work product or a heading; the rows below a heading stay. */
export function RemoveRowDialog({ agreement, row, onDone, onClose }: RemoveRowProps) {
  const { busy, problem, run } = useAction()
  const remove = () =>
    void run(async () => {
      await call(removeAgreementRow, { agreement_uuid: agreement.uuid, row: row.id })
      onDone()
      onClose()
    })
  return (
    <DialogForm
      title={`Remove ${row.title}?`}
      action="Remove"
      autoFocus
      isBusy={busy}
      problem={problem}
      onSubmit={remove}
      onClose={onClose}
    >
      <p className="c-say">
        Row {row.id} is removed from the agreement. Its number is not used again, and the history keeps it.
      </p>
    </DialogForm>
  )
}

/** Why a row cannot be removed; undefined: it can (rule AGREEMENT-13). */
export function whyNotRemove(
  { is_sent: isSent, side }: Pick<Agreement, 'is_sent' | 'side'>,
  row: TableRow | undefined,
): string | undefined {
  if (!row) return 'Select a row first.'
  if (!isSent || row.line.added_by === side) return undefined
  return row.line.added_by === null
    ? 'A row of an agreement that was sent is tailored, not removed.'
    : 'The other side has added this row: refuse it instead.'
}

interface AgreeDialogProps extends RowDialogProps {
  readonly rows: readonly TableRow[]
}

/** Agrees to rows as they are: those for which nothing is proposed. */
export function AgreeDialog({ agreement, rows, onDone, onClose }: AgreeDialogProps) {
  const [{ seq, asked }] = useState({ seq: agreement.seq, asked: rows })
  const { busy, problem, run } = useAction()
  const other = partyNameOf(agreement, otherSide(agreement.side)) ?? 'the other side'
  const agree = () =>
    void run(async () => {
      await call(decideRows, {
        agreement_uuid: agreement.uuid,
        rows: asked.map(({ id }) => id),
        seen: seq,
        decision: 'accept',
      })
      onDone()
      onClose()
    })
  return (
    <DialogForm
      title={`Agree to ${counted(asked.length, 'row')}?`}
      action="Agree"
      autoFocus
      isBusy={busy}
      problem={problem}
      onSubmit={agree}
      onClose={onClose}
    >
      <p className="c-say">
        Nothing is proposed for them. A row is accepted when {other} agrees to it, too; who proposes something else for
        it takes that back.
      </p>
      <ol className="ia-agree-rows" tabIndex={0} aria-label="Rows">
        {asked.map(({ id, line }) => (
          <li key={id}>
            <span className="num ia-faint">{id}</span> {line.row.work_product}
          </li>
        ))}
      </ol>
    </DialogForm>
  )
}
