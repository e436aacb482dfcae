import { Button } from '@blueprintjs/core'
import {
  getIngestSettings,
  type IngestSettings as Settings,
  saveIngestSettings,
} from '@carapace/shared/msoc/ingest/ingest.contract'
import { type SubmitEvent, useState } from 'react'
import type { z } from 'zod'
import { call, messageOf } from '../../core/call/call.ts'
import { useRefusal } from '../../core/session/may.ts'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { toast } from '../../core/ui/toast.ts'
import { useEndpoint } from '../../core/call/query.ts'
import '../../core/ui/form.css'

type Known = z.output<typeof Settings>

/** Settings for events from unknown vehicles, and for the silence after which a vehicle counts as offline. */
export function IngestSettings() {
  const { data, problem, refetch } = useEndpoint(getIngestSettings, {})
  return (
    <section className="c-panel" aria-label="Ingest settings">
      <div className="c-panel-head">
        <h2>Unknown and silent vehicles</h2>
      </div>
      {data === undefined && problem === undefined && <SkeletonRows rows={3} columns={['2fr', '1fr']} />}
      {data === undefined && problem !== undefined && (
        <ErrorState title="The settings did not load" onRetry={refetch}>
          {problem}
        </ErrorState>
      )}
      {data !== undefined && <SettingsForm key={JSON.stringify(data)} known={data} again={refetch} />}
    </section>
  )
}

const unknownTexts: readonly [Known['unknown_vehicles'], string][] = [
  ['register', 'Register the vehicle and take the event'],
  ['reject', 'Reject the event'],
]

function SettingsForm({ known, again }: { readonly known: Known; readonly again: () => void }) {
  const refusal = useRefusal(saveIngestSettings)
  const [unknown, setUnknown] = useState(known.unknown_vehicles)
  const [every, setEvery] = useState(known.reports_every_seconds?.toString() ?? '')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const input: Known = { unknown_vehicles: unknown, reports_every_seconds: every === '' ? null : Number(every) }
  const isSame =
    JSON.stringify(input) ===
    JSON.stringify({ unknown_vehicles: known.unknown_vehicles, reports_every_seconds: known.reports_every_seconds })

  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    try {
      await call(saveIngestSettings, input)
      toast.success('Settings saved')
      again()
    } catch (thrown) {
      setProblem(messageOf(thrown))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="c-form" onSubmit={(event) => void save(event)}>
      <fieldset disabled={refusal !== undefined}>
        <legend>An event of an unknown vehicle</legend>
        {unknownTexts.map(([value, text]) => (
          <label key={value} className="c-radio">
            <input
              type="radio"
              name="unknown"
              value={value}
              checked={unknown === value}
              onChange={() => setUnknown(value)}
            />
            {text}
          </label>
        ))}
      </fieldset>
      <label className="c-field">
        Seconds between two reports of a vehicle
        <input
          className="bp6-input"
          type="number"
          min={1}
          max={86_400}
          value={every}
          placeholder="as they do"
          disabled={refusal !== undefined}
          onChange={(event) => setEvery(event.target.value)}
        />
      </label>
      {problem !== undefined && (
        <p className="c-problem" role="alert">
          {problem}
        </p>
      )}
      <p className="c-form-foot">
        {refusal !== undefined && <span className="c-note">{refusal}</span>}
        {refusal === undefined && (
          <Button type="submit" size="small" intent="primary" loading={busy} disabled={isSame}>
            Save
          </Button>
        )}
      </p>
    </form>
  )
}
