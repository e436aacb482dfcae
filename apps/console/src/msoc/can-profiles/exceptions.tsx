import { Button, HTMLSelect } from '@blueprintjs/core'
import { CrossIcon, NotificationsIcon } from '@blueprintjs/icons'
import { busDetectors } from '@carapace/shared/msoc/can/detect/all'
import { idText } from '@carapace/shared/msoc/can/frame'
import type { CanProfile, ProfileException } from '@carapace/shared/msoc/can/profile'
import { useState } from 'react'
import { ActButton } from '../../core/ui/act-button.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { Field } from '../../core/ui/field.tsx'
import '../../core/ui/form.css'

const detectorNames = busDetectors.map(({ name }) => name)

interface ExceptionsProps {
  readonly profile: CanProfile
  readonly refusal: string | undefined
  readonly isBusy: boolean
  readonly onSave: (exceptions: readonly ProfileException[]) => void
}

/** The exceptions for which detectors raise no alerts, set by the reviewer (rule PROFILE-UI-8). */
export function Exceptions({ profile, refusal, isBusy, onSave }: ExceptionsProps) {
  const { exceptions } = profile
  return (
    <div className="cpr-exceptions">
      <QuietForm ids={profile.ids} exceptions={exceptions} refusal={refusal} isBusy={isBusy} onSave={onSave} />
      {exceptions.length === 0 ? (
        <EmptyState icon={<NotificationsIcon size={24} />} title="No exceptions">
          Every detector raises alerts for every id.
        </EmptyState>
      ) : (
        <ul className="cpr-quiet">
          {exceptions.map((one) => (
            <li key={`${one.detector} ${one.id} ${one.ext}`}>
              <span className="mono">{one.detector}</span>
              <span>
                keeps quiet about{' '}
                {one.id === null ? 'every id' : <span className="mono">{idText(one.id, one.ext)}</span>}
              </span>
              <Button
                size="small"
                variant="minimal"
                icon={<CrossIcon />}
                aria-label={`Have ${one.detector} speak again`}
                disabled={refusal !== undefined || isBusy}
                onClick={() => onSave(exceptions.filter((each) => each !== one))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface QuietFormProps extends Omit<ExceptionsProps, 'profile'> {
  readonly ids: CanProfile['ids']
  readonly exceptions: readonly ProfileException[]
}

function QuietForm({ ids, exceptions, refusal, isBusy, onSave }: QuietFormProps) {
  const [detector, setDetector] = useState('')
  const [place, setPlace] = useState('')
  const named = ids[Number(place)]
  const exception: ProfileException =
    place === '' || !named ? { id: null, ext: false, detector } : { id: named.id, ext: named.ext, detector }
  const isThere = exceptions.some(
    (one) => one.detector === exception.detector && one.id === exception.id && one.ext === exception.ext,
  )
  return (
    <form
      className="cpr-quiet-form"
      onSubmit={(event) => {
        event.preventDefault()
        onSave([...exceptions, exception])
      }}
    >
      <Field label="Detector">
        {(id) => (
          <HTMLSelect
            id={id}
            value={detector}
            options={[{ value: '', label: 'Choose one' }, ...detectorNames]}
            onChange={(event) => setDetector(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label="About">
        {(id) => (
          <HTMLSelect id={id} value={place} onChange={(event) => setPlace(event.currentTarget.value)}>
            <option value="">Every id</option>
            {ids.map((one, at) => (
              <option key={`${one.id} ${one.ext}`} value={at}>{`${idText(one.id, one.ext)} ${one.name ?? ''}`}</option>
            ))}
          </HTMLSelect>
        )}
      </Field>
      <ActButton
        type="submit"
        size="medium"
        text="Keep quiet"
        refusal={refusal}
        loading={isBusy}
        disabled={detector === '' || isThere}
      />
    </form>
  )
}
