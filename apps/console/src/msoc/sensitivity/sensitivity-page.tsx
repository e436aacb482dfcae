import { HTMLSelect } from '@blueprintjs/core'
import { exportLabelledAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import type { OutputOf } from '@carapace/shared/core/endpoint'
import { getSensitivity, previewSensitivity } from '@carapace/shared/msoc/sensitivity/sensitivity.contract'
import { useState } from 'react'
import { download } from '../../core/call/download.ts'
import { useEndpoint } from '../../core/call/query.ts'
import { useAction } from '../../core/call/use-action.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { useRefusal } from '../../core/session/may.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { Loaded } from '../../core/ui/loaded.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { Preview } from './preview.tsx'
import { atMostOf, choiceOf, type Choice } from './setting.ts'
import { SettingForm } from './setting-form.tsx'
import '../../core/ui/form.css'
import './sensitivity.css'

const skeleton = <SkeletonRows rows={8} columns={['2fr', '1fr', '1fr']} />

/** The setting in false alerts a vehicle and month, tried on the last weeks (rules SENSITIVITY-UI-1 to 4). */
export function SensitivityPage() {
  usePageTitle('Detection sensitivity')
  const { data, problem, refetch } = useEndpoint(getSensitivity, {})
  return (
    <div className="se-page">
      <PageHead title="Detection sensitivity">
        <LabelledSet />
      </PageHead>
      <Loaded what="The setting" data={data} problem={problem} onRetry={refetch} skeleton={skeleton}>
        {(kept) => <Trial key={kept.revision} kept={kept} onSaved={refetch} />}
      </Loaded>
    </div>
  )
}

interface TrialProps {
  readonly kept: OutputOf<typeof getSensitivity>
  readonly onSaved: () => void
}

function Trial({ kept, onSaved }: TrialProps) {
  const [choice, setChoice] = useState<Choice>(() => choiceOf(kept.false_alerts_at_most))
  const [days, setDays] = useState(28)
  const atMost = atMostOf(choice)
  const { data, problem, refetch } = useEndpoint(
    previewSensitivity,
    { days, ...(typeof atMost === 'number' && { false_alerts_at_most: atMost }) },
    { enabled: atMost !== undefined },
  )
  return (
    <div className="se-body">
      <p className="se-explained">
        Each finding of the CAN detectors has an expected number of false alerts, measured on benign traffic: how many a
        vehicle and month (60 hours of traffic) raises if findings as uncertain as this one become alerts. Findings
        above the number chosen here are counted, but raise no alert. Rules, geofences and the events of a
        vehicle&apos;s own intrusion detection always raise theirs.
      </p>
      <SettingForm kept={kept} choice={choice} onChoose={setChoice} onSaved={onSaved} />
      <div className="se-tried">
        <h2>What this setting would have raised</h2>
        <HTMLSelect
          aria-label="Days"
          value={days}
          options={[7, 14, 28, 35].map((value) => ({ value, label: `last ${value} days` }))}
          onChange={(event) => setDays(Number(event.currentTarget.value))}
        />
      </div>
      <Loaded what="The last weeks" data={data} problem={problem} onRetry={refetch} skeleton={skeleton}>
        {(answer) => <Preview answer={answer} days={days} />}
      </Loaded>
    </div>
  )
}

/** Downloads what the closed alerts turned out to be: for evaluations. */
function LabelledSet() {
  const refusal = useRefusal(exportLabelledAlerts)
  const { busy, problem, run } = useAction()
  return (
    <>
      {problem !== undefined && (
        <span className="c-problem" role="alert">
          {problem}
        </span>
      )}
      <ActButton
        size="medium"
        text="Export closed alerts with labels"
        refusal={refusal}
        loading={busy}
        onClick={() => void run(() => download(exportLabelledAlerts, {}, 'labelled-alerts.csv'))}
      />
    </>
  )
}
