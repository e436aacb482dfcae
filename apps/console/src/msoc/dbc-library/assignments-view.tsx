import {
  assignDbc,
  type DbcAssignment,
  type DbcFile,
  type DbcVersion,
  type listDbcs,
} from '@carapace/shared/msoc/can/dbc.contract'
import { LinkIcon } from '@blueprintjs/icons'
import { useId, useState } from 'react'
import type { z } from 'zod'
import { call } from '../../core/call/call.ts'
import { dateTime } from '../../core/format/format.ts'
import { useRefusal } from '../../core/session/may.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { Field } from '../../core/ui/field.tsx'
import { toast } from '../../core/ui/toast.ts'
import { useAction } from '../../core/call/use-action.ts'
import { placeText } from './words.ts'

interface AssignmentsViewProps {
  readonly dbc: DbcFile
  readonly version: DbcVersion
  readonly library: z.output<typeof listDbcs.output>
  readonly onChanged: () => void
}

/** The buses of vehicle models that the versions of a database are assigned to. */
export function AssignmentsView({ dbc, version, library, onChanged }: AssignmentsViewProps) {
  const refusal = useRefusal(assignDbc)
  const action = useAction()
  const assign = (place: { model: string; bus: string }, versionUuid: string | null) =>
    action.run(async () => {
      await call(assignDbc, { ...place, version_uuid: versionUuid })
      toast.success(
        versionUuid === null
          ? `Nothing is assigned to ${placeText(place)} any more.`
          : `Version ${version.version} reads ${placeText(place)}.`,
      )
      onChanged()
    })
  return (
    <section className="dl-contents" aria-label="Assignments" tabIndex={0}>
      <p className="dl-comment">
        The closest assignment counts: of the model and the bus, else of the model, else of the bus, else of everything.
        Alerts keep the version that read their evidence.
      </p>
      {action.problem !== undefined && (
        <p className="c-problem" role="alert">
          {action.problem}
        </p>
      )}
      <NewAssignment
        version={version}
        library={library}
        refusal={refusal}
        isBusy={action.busy}
        onAssign={(place) => void assign(place, version.uuid)}
      />
      {dbc.assignments.length > 0 && (
        <table className="dl-signals" aria-label="Assignments">
          <thead>
            <tr>
              <th scope="col">Vehicle model</th>
              <th scope="col">Bus</th>
              <th scope="col">Version</th>
              <th scope="col">Assigned by</th>
              <th scope="col">Since</th>
              <th scope="col">
                <span className="dl-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {dbc.assignments.map((one) => (
              <tr key={one.uuid}>
                <td>{one.model || 'Every model'}</td>
                <td>{one.bus || 'Every bus'}</td>
                <td className="num">{one.version}</td>
                <td>{one.assigned_by}</td>
                <td className="num">{dateTime(one.created_at)}</td>
                <td className="dl-row-actions">
                  {one.version_uuid !== version.uuid && (
                    <ActButton
                      text={`Use version ${version.version}`}
                      refusal={refusal}
                      disabled={action.busy}
                      onClick={() => void assign(one, version.uuid)}
                    />
                  )}
                  <ActButton
                    text="Remove"
                    aria-label={`Remove ${placeText(one)}`}
                    refusal={refusal}
                    disabled={action.busy}
                    onClick={() => void assign(one, null)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

interface NewAssignmentProps {
  readonly version: DbcVersion
  readonly library: z.output<typeof listDbcs.output>
  readonly refusal: string | undefined
  readonly isBusy: boolean
  readonly onAssign: (place: { model: string; bus: string }) => void
}

function NewAssignment({ version, library, refusal, isBusy, onAssign }: NewAssignmentProps) {
  const [place, setPlace] = useState({ model: '', bus: '' })
  const id = useId()
  const taken = library.dbcs
    .flatMap(({ name, assignments }) => assignments.map((one) => ({ ...one, name })))
    .find((one: DbcAssignment) => one.model === place.model.trim() && one.bus === place.bus.trim())
  return (
    <form
      className="dl-assign"
      onSubmit={(event) => {
        event.preventDefault()
        onAssign({ model: place.model.trim(), bus: place.bus.trim() })
      }}
    >
      <Field label="Vehicle model">
        {(field) => (
          <input
            id={field}
            className="bp6-input"
            list={`${id}models`}
            value={place.model}
            maxLength={100}
            placeholder="Every model"
            autoComplete="off"
            onChange={(event) => setPlace({ ...place, model: event.target.value })}
          />
        )}
      </Field>
      <Field label="Bus">
        {(field) => (
          <input
            id={field}
            className="bp6-input"
            list={`${id}buses`}
            value={place.bus}
            maxLength={32}
            placeholder="Every bus"
            autoComplete="off"
            onChange={(event) => setPlace({ ...place, bus: event.target.value })}
          />
        )}
      </Field>
      <datalist id={`${id}models`}>
        {library.models.map((model) => (
          <option key={model} value={model} />
        ))}
      </datalist>
      <datalist id={`${id}buses`}>
        {library.buses.map((bus) => (
          <option key={bus} value={bus} />
        ))}
      </datalist>
      <ActButton
        type="submit"
        size="medium"
        icon={<LinkIcon />}
        text={`Assign version ${version.version}`}
        refusal={refusal}
        disabled={isBusy}
      />
      {taken !== undefined && taken.version_uuid !== version.uuid && (
        <p className="dl-comment">
          It takes the place of {taken.name}, version {taken.version}.
        </p>
      )}
    </form>
  )
}
