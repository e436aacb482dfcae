import { Button } from '@blueprintjs/core'
import {
  type Combination,
  decideCombination,
  proposeCombination,
  type Variant,
} from '@carapace/shared/component-configuration/configuration.contract'
import { useState } from 'react'
import { call } from '../../core/call/call.ts'
import { useAction } from '../../core/call/use-action.ts'
import { dateTime } from '../../core/format/format.ts'
import { useRefusal } from '../../core/session/may.ts'
import { useSession } from '../../core/session/session.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { LineField } from '../../core/ui/field.tsx'
import { Panel } from '../../core/ui/panel.tsx'
import { Badge, type Tone } from '../../core/ui/status-badge.tsx'
import '../../core/ui/form.css'

const tones: Readonly<Record<Combination['state'], readonly [Tone, string]>> = {
  PROPOSED: ['purple', 'Proposed'],
  APPROVED: ['green', 'Approved'],
  REJECTED: ['red', 'Rejected'],
  WITHDRAWN: ['grey', 'Withdrawn'],
}

interface CombinationsProps {
  readonly variant: Variant
  /** The editor has changes that are not saved. */
  readonly isChanged: boolean
  readonly onDone: (variant: Variant) => void
}

/** The proposed and decided combinations of a variant, and what can be done with them (rule VARIANT-UI-8). */
export function Combinations({ variant, isChanged, onDone }: CombinationsProps) {
  const refusal = useRefusal(proposeCombination)
  const [note, setNote] = useState('')
  const action = useAction()
  const isWaiting = variant.combinations.some(({ state }) => state === 'PROPOSED')
  const faults = variant.checks.filter(({ kind }) => kind === 'fault').length
  const why =
    refusal ??
    (isChanged
      ? 'Save the changes first.'
      : isWaiting
        ? 'A combination waits for a decision.'
        : faults > 0
          ? 'The checks have found faults.'
          : variant.units.length === 0
            ? 'There is no control unit.'
            : undefined)
  const propose = () =>
    void action.run(async () => {
      const input = { variant_uuid: variant.uuid, revision: variant.revision, note }
      onDone((await call(proposeCombination, input)).variant)
      setNote('')
    })
  return (
    <Panel title="Approved combinations">
      <div className="cc-fields">
        <LineField label="Note on the proposal" value={note} maxLength={2_000} autoComplete="off" onChange={setNote} />
      </div>
      <div className="cc-foot">
        <ActButton
          intent="primary"
          text="Propose this configuration"
          refusal={why}
          loading={action.busy}
          onClick={propose}
        />
        <span className="c-note">Another person approves it; what is approved is declared for the vehicles.</span>
      </div>
      {action.problem !== undefined && (
        <p className="c-problem cc-foot" role="alert">
          {action.problem}
        </p>
      )}
      {variant.combinations.map((combination) => (
        <CombinationEntry key={combination.uuid} combination={combination} onDone={onDone} />
      ))}
    </Panel>
  )
}

interface EntryProps {
  readonly combination: Combination
  readonly onDone: (variant: Variant) => void
}

function CombinationEntry({ combination, onDone }: EntryProps) {
  const { number, state, units, note, decision_note: decision } = combination
  const [isShown, setShown] = useState(false)
  const [tone, word] = tones[state]
  return (
    <section className="cc-combination" aria-label={`Combination ${number}`}>
      <div className="cc-combination-line">
        <b>{`No. ${number}`}</b>
        <Badge tone={tone}>{word}</Badge>
        <span className="c-note">{historyOf(combination)}</span>
        <Button
          size="small"
          variant="minimal"
          text={isShown ? 'Hide control units' : `Show ${units.length} control units`}
          onClick={() => setShown(!isShown)}
        />
      </div>
      {note !== '' && <p>{note}</p>}
      {decision !== '' && <p>{`Reason: ${decision}`}</p>}
      {isShown && <Snapshot combination={combination} />}
      <Decision combination={combination} onDone={onDone} />
    </section>
  )
}

function historyOf({ proposed_by: by, proposed_at: at, state, ...of }: Combination): string {
  const proposed = `Proposed by ${by.name}, ${dateTime(at)}`
  const decided =
    of.decided_at === null
      ? ''
      : `; ${state === 'REJECTED' ? 'rejected' : 'approved'} by ${of.decided_by ?? '–'}, ${dateTime(of.decided_at)}`
  const withdrawn =
    of.withdrawn_at === null ? '' : `; withdrawn by ${of.withdrawn_by ?? '–'}, ${dateTime(of.withdrawn_at)}`
  return `${proposed}${decided}${withdrawn}`
}

function Snapshot({ combination: { units, number } }: Pick<EntryProps, 'combination'>) {
  return (
    <div className="c-scroll" role="region" aria-label={`Control units of combination ${number}`} tabIndex={0}>
      <table className="c-table">
        <thead>
          <tr>
            <th>Control unit</th>
            <th>Hardware part</th>
            <th>Software</th>
            <th>RXSWIN</th>
            <th>Calibration</th>
            <th>Features</th>
          </tr>
        </thead>
        <tbody>
          {units.map((unit) => (
            <tr key={unit.ecu}>
              <td>{unit.ecu}</td>
              <td className="mono">{unit.part_number || '–'}</td>
              <td className="mono">{unit.software === '' ? '–' : `${unit.software} ${unit.version}`}</td>
              <td className="mono">{unit.rxswin || '–'}</td>
              <td>{unit.calibration || '–'}</td>
              <td>{unit.features.join(', ') || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Decision({ combination: { uuid, state, proposed_by: by, number }, onDone }: EntryProps) {
  const refusal = useRefusal(decideCombination)
  const me = useSession()?.uuid
  const [reason, setReason] = useState('')
  const action = useAction()
  if (state !== 'PROPOSED' && state !== 'APPROVED') return null
  const decide = (decision: 'APPROVED' | 'REJECTED' | 'WITHDRAWN') =>
    void action.run(async () => onDone((await call(decideCombination, { uuid, decision, note: reason })).variant))
  const needsReason = refusal ?? (reason.trim() === '' ? 'State why.' : undefined)
  return (
    <>
      <div className="cc-fields">
        <LineField
          label={`Reason of the decision on no. ${number}`}
          value={reason}
          maxLength={2_000}
          autoComplete="off"
          onChange={setReason}
        />
      </div>
      <div className="cc-combination-line">
        {state === 'PROPOSED' ? (
          <>
            <ActButton
              intent="primary"
              text="Approve"
              refusal={refusal ?? (by.uuid === me ? 'Another person than the author approves it.' : undefined)}
              loading={action.busy}
              onClick={() => decide('APPROVED')}
            />
            <ActButton text="Reject" refusal={needsReason} loading={action.busy} onClick={() => decide('REJECTED')} />
          </>
        ) : (
          <ActButton text="Withdraw" refusal={needsReason} loading={action.busy} onClick={() => decide('WITHDRAWN')} />
        )}
      </div>
      {action.problem !== undefined && (
        <p className="c-problem" role="alert">
          {action.problem}
        </p>
      )}
    </>
  )
}
