import { DialogBody, HTMLSelect } from '@blueprintjs/core'
import type { Job } from '@carapace/shared/account/jobs.contract'
import { type Capture, getCapture, listCaptures } from '@carapace/shared/msoc/can/captures.contract'
import { learnProfile } from '@carapace/shared/msoc/can/profiles.contract'
import { useEffect, useEffectEvent, useState } from 'react'
import type { z } from 'zod'
import { call } from '../../core/call/call.ts'
import { number } from '../../core/format/format.ts'
import { DialogActions } from '../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../core/ui/dialog.tsx'
import { useEndpoint } from '../../core/call/query.ts'
import { Field, LineField } from '../../core/ui/field.tsx'
import { useAction } from '../../core/call/use-action.ts'
import { DbcField, type Target, TargetFields, useLibrary } from './choices.tsx'

interface LearnDialogProps {
  /** The capture to learn from, if the address names one. */
  readonly capture: string | undefined
  readonly onStarted: (job: Job) => void
  readonly onClose: () => void
}

interface Draft extends Target {
  readonly source: 'capture' | 'record'
  readonly capture: string
  /** VINs or device ids, separated by commas or spaces; empty: the vehicles that reported most recently. */
  readonly vehicles: string
  readonly span: (typeof spans)[number]['word']
  readonly dbc: string
}

const spans = [
  { word: '10min', text: 'The last 10 minutes', ms: 600_000 },
  { word: '1h', text: 'The last hour', ms: 3_600_000 },
  { word: '6h', text: 'The last 6 hours', ms: 6 * 3_600_000 },
  { word: '24h', text: 'The last 24 hours', ms: 86_400_000 },
] as const

/** Learns a profile from a capture or from the record of vehicles, as a job (rule PROFILE-UI-4). */
export function LearnDialog({ capture, onStarted, onClose }: LearnDialogProps) {
  const { dbcs, models, buses, problem } = useLibrary()
  const [draft, setDraft] = useState<Draft>({
    source: capture === undefined ? 'record' : 'capture',
    capture: capture ?? '',
    vehicles: '',
    span: '1h',
    dbc: '',
    model: '',
    bus: 'can0',
    note: '',
  })
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }))
  const action = useAction()
  const isReady = draft.bus.trim() !== '' && (draft.source === 'record' || draft.capture !== '')
  return (
    <Dialog className="cpr-dialog" isOpen title="Learn a profile" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void action.run(async () => onStarted((await call(learnProfile, learnInput(draft, Date.now()))).job))
        }}
      >
        <DialogBody>
          <fieldset className="c-field">
            <legend>Learn from</legend>
            <Radio
              label="What vehicles of a model recorded"
              isChosen={draft.source === 'record'}
              onChoose={() => set({ source: 'record' })}
            />
            <Radio
              label="A capture"
              isChosen={draft.source === 'capture'}
              onChoose={() => set({ source: 'capture' })}
            />
          </fieldset>
          {draft.source === 'capture' ? (
            <CaptureField
              chosen={draft.capture}
              onChoose={(uuid) => set({ capture: uuid })}
              onKnown={(known) => set(targetOf(known))}
            />
          ) : (
            <>
              <Field label="Recorded in">
                {(id) => (
                  <HTMLSelect
                    id={id}
                    fill
                    value={draft.span}
                    options={spans.map(({ word, text }) => ({ value: word, label: text }))}
                    onChange={(event) => set({ span: event.currentTarget.value as Draft['span'] })}
                  />
                )}
              </Field>
              <LineField
                label="Vehicles"
                hint="VINs, separated by commas. Empty: the twenty vehicles of the model that reported most recently."
                value={draft.vehicles}
                maxLength={1_300}
                onChange={(vehicles) => set({ vehicles })}
              />
            </>
          )}
          <TargetFields target={draft} models={models} buses={buses} onChange={set} />
          <DbcField dbcs={dbcs} none="None" value={draft.dbc} onChange={(dbc) => set({ dbc })} />
          <p className="cpr-hint">Learn from traffic that you consider benign: all of it will count as normal.</p>
          {(action.problem ?? problem) !== undefined && (
            <p className="c-problem" role="alert">
              {action.problem ?? problem}
            </p>
          )}
        </DialogBody>
        <DialogActions action="Learn" isReady={isReady} isBusy={action.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

/** The request input. The period is sent as fixed times: frames that arrive while the dialog is open are included. */
function learnInput(
  { source, capture, vehicles, span, dbc, model, bus, note }: Draft,
  now: number,
): z.input<typeof learnProfile.input> {
  const names = vehicles.split(/[\s,;]+/).filter((name) => name !== '')
  const spanMs = spans.find(({ word }) => word === span)!.ms
  const from =
    source === 'capture'
      ? { capture_uuid: capture }
      : {
          from: new Date(now - spanMs).toISOString(),
          to: new Date(now).toISOString(),
          ...(names.length > 0 && { vehicles: names }),
        }
  return { model, bus, note, ...from, ...(dbc !== '' && { dbc_version_uuid: dbc }) }
}

/** The model and the bus of a capture, as far as the capture states them. */
function targetOf({ vehicle, buses }: Capture): Partial<Target> {
  return { ...(vehicle && { model: vehicle.model }), ...(buses[0] && { bus: buses[0].bus }) }
}

function Radio({
  label,
  isChosen,
  onChoose,
}: {
  readonly label: string
  readonly isChosen: boolean
  readonly onChoose: () => void
}) {
  return (
    <label className="c-radio">
      <input type="radio" name="source" checked={isChosen} onChange={onChoose} />
      {label}
    </label>
  )
}

interface CaptureFieldProps {
  readonly chosen: string
  readonly onChoose: (uuid: string) => void
  readonly onKnown: (capture: Capture) => void
}

/** The latest captures, and also the one that the address names if it is not among them. */
function CaptureField({ chosen, onChoose, onKnown }: CaptureFieldProps) {
  const { data } = useEndpoint(listCaptures, { limit: 200 })
  const named = useEndpoint(getCapture, { uuid: chosen }, { enabled: chosen !== '' }).data?.capture
  // once per capture: later user input is kept
  const notifyKnown = useEffectEvent(onKnown)
  useEffect(() => {
    if (named?.uuid === chosen) notifyKnown(named)
  }, [named, chosen])
  const ready = (data?.captures ?? []).filter(({ state }) => state === 'READY')
  const captures = named && !ready.some(({ uuid }) => uuid === named.uuid) ? [named, ...ready] : ready
  const options = captures.map(({ uuid, name, frames }) => ({
    value: uuid,
    label: `${name}, ${number(frames)} frames`,
  }))
  return (
    <Field label="Capture">
      {(id) => (
        <HTMLSelect
          id={id}
          fill
          value={chosen}
          options={[{ value: '', label: 'Choose one' }, ...options]}
          onChange={(event) => onChoose(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}
