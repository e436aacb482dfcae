import { Button, DialogBody } from '@blueprintjs/core'
import { AddIcon, CrossIcon, GitCommitIcon } from '@blueprintjs/icons'
import { deleteBaseline, getBaselines, saveBaseline } from '@carapace/shared/graph/collaboration/baselines.contract'
import { useState } from 'react'
import { call } from '../../core/call/call.ts'
import { dateTime } from '../../core/format/format.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { ConfirmDialog } from '../../core/ui/confirm-dialog.tsx'
import { DialogActions } from '../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../core/ui/dialog.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { Field, LineField } from '../../core/ui/field.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { useAction } from '../../core/call/use-action.ts'
import { Panel } from '../../core/ui/panel.tsx'
import { pageSubject, useEndpoint } from '../../core/call/query.ts'
import { DifferenceDialog, type MoreDifferences } from './difference-dialog.tsx'
import type { Baseline } from './sides.ts'

interface BaselinesPanelProps {
  readonly programUuid: string
  readonly refusal: string | undefined
  /** What a difference between baselines shows in addition to artefacts and links. */
  readonly more: MoreDifferences
}

/** The baselines of the program, and what has changed since each. */
export function BaselinesPanel({ programUuid, refusal, more }: BaselinesPanelProps) {
  const { data, problem, refetch: again } = useEndpoint(getBaselines, { program_uuid: programUuid }, pageSubject)
  const [dialog, setDialog] = useState<'new' | { readonly from: Baseline } | { readonly remove: Baseline }>()
  const close = () => setDialog(undefined)
  const done = () => {
    close()
    again()
  }
  return (
    <Panel
      title="Baselines"
      extra={
        <ActButton icon={<AddIcon />} refusal={refusal} onClick={() => setDialog('new')}>
          New baseline
        </ActButton>
      }
    >
      {problem !== undefined && data === undefined && (
        <ErrorState title="Baselines did not load" onRetry={again}>
          {problem}
        </ErrorState>
      )}
      {problem === undefined && data === undefined && <SkeletonRows rows={3} columns={['2fr', '1fr', '80px']} />}
      {data?.baselines.length === 0 && (
        <EmptyState icon={<GitCommitIcon size={24} />} title="No baselines yet">
          A baseline gives the program as it is now a name, to compare with later.
        </EmptyState>
      )}
      {data !== undefined && data.baselines.length > 0 && (
        <div className="c-scroll">
          <table className="c-table">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Made</th>
                <th scope="col" className="c-number">
                  Version
                </th>
                <th scope="col">
                  <span className="c-visually-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.baselines.map((baseline) => (
                <tr key={baseline.uuid}>
                  <td title={baseline.note}>{baseline.name}</td>
                  <td>
                    <span className="num">{dateTime(baseline.created_at)}</span>,{' '}
                    {baseline.created_by?.name ?? 'a former member'}
                  </td>
                  <td className="c-number num">{baseline.seq}</td>
                  <td className="c-number">
                    <Button
                      size="small"
                      variant="outlined"
                      aria-label={`Compare ${baseline.name}`}
                      onClick={() => setDialog({ from: baseline })}
                    >
                      Compare
                    </Button>
                    {refusal === undefined && (
                      <Button
                        size="small"
                        variant="minimal"
                        icon={<CrossIcon size={12} />}
                        aria-label={`Remove the baseline ${baseline.name}`}
                        onClick={() => setDialog({ remove: baseline })}
                      />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {dialog === 'new' && <NewBaseline programUuid={programUuid} onDone={done} onClose={close} />}
      {typeof dialog === 'object' && 'from' in dialog && data && (
        <DifferenceDialog
          programUuid={programUuid}
          from={dialog.from}
          baselines={data.baselines}
          more={more}
          onClose={close}
        />
      )}
      {typeof dialog === 'object' && 'remove' in dialog && (
        <Removal baseline={dialog.remove} onDone={done} onClose={close} />
      )}
    </Panel>
  )
}

interface Ways {
  readonly onDone: () => void
  readonly onClose: () => void
}

function NewBaseline({ programUuid, onDone, onClose }: { readonly programUuid: string } & Ways) {
  const [{ name, note }, setDraft] = useState({ name: '', note: '' })
  const action = useAction()
  return (
    <Dialog className="c-small-dialog" isOpen title="New baseline" onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void action.run(async () => {
            await call(saveBaseline, { program_uuid: programUuid, name, note })
            onDone()
          })
        }}
      >
        <DialogBody>
          <LineField
            label="Name"
            value={name}
            maxLength={120}
            required
            autoFocus
            hint="The current state of the program."
            onChange={(value) => setDraft({ name: value, note })}
          />
          <Field label="Note">
            {(id) => (
              <textarea
                id={id}
                className="bp6-input"
                rows={3}
                maxLength={2_000}
                value={note}
                onChange={(event) => setDraft({ name, note: event.target.value })}
              />
            )}
          </Field>
          {action.problem !== undefined && (
            <p className="c-problem" role="alert">
              {action.problem}
            </p>
          )}
        </DialogBody>
        <DialogActions action="Make baseline" isReady={name.trim() !== ''} isBusy={action.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

function Removal({ baseline: { uuid, name }, onDone, onClose }: { readonly baseline: Baseline } & Ways) {
  const action = useAction()
  const remove = () =>
    void action.run(async () => {
      await call(deleteBaseline, { uuid })
      onDone()
    })
  return (
    <ConfirmDialog
      isOpen
      title={`Remove the baseline ${name}?`}
      action="Remove"
      isDanger
      isBusy={action.busy}
      onConfirm={remove}
      onClose={onClose}
    >
      Only the name is removed: the state of the program stays in the history.
      {action.problem !== undefined && (
        <p className="c-problem" role="alert">
          {action.problem}
        </p>
      )}
    </ConfirmDialog>
  )
}
