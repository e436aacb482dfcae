import { VolumeOffIcon } from '@blueprintjs/icons'
import {
  type AlertStep,
  listAlertSteps,
  orderAlertSteps,
  saveAlertStep,
} from '@carapace/shared/msoc/alerts/pipeline/alert-steps.contract'
import { useMemo, useState } from 'react'
import { call, messageOf } from '../../core/call/call.ts'
import { useEndpoint } from '../../core/call/query.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { useRefusal } from '../../core/session/may.ts'
import { ColumnChoice, DataTable } from '../../core/table/data-table.tsx'
import { ActButton } from '../../core/ui/act-button.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { toast } from '../../core/ui/toast.ts'
import { isOver } from './step-texts.ts'
import { stepColumns } from './step-columns.tsx'
import { ProposalsSection } from './proposals-section.tsx'
import { StandingSection } from './standing-section.tsx'
import { StepDialog } from './step-dialog.tsx'
import { draftOf, newDraft, type StepDraft } from './step-draft.ts'
import './alert-pipeline.css'

const tableId = 'alert-steps'
/** How often the list is requested again, ms: the numbers of suppressed alerts change by themselves. */
const refetchEveryMs = 5_000

/** Moves a step that is not over before or behind its neighbour; undefined if there is none. */
function moveOf(
  steps: readonly AlertStep[],
  step: AlertStep,
  by: -1 | 1,
  onMoved: () => void,
): (() => void) | undefined {
  const uuids = steps.filter((each) => !isOver(each, Date.now())).map(({ uuid }) => uuid)
  const at = uuids.indexOf(step.uuid)
  const neighbour = uuids[at + by]
  if (at < 0 || neighbour === undefined) return undefined
  const moved = uuids.with(at, neighbour).with(at + by, step.uuid)
  return () =>
    void call(orderAlertSteps, { uuids: moved })
      .catch((problem: unknown) => toast.error(messageOf(problem)))
      .finally(onMoved)
}

/** The steps of the alert pipeline, in the order in which they apply (rules ALERT-PIPELINE-UI-1 to 4, 10). */
export function PipelinePage() {
  usePageTitle('Alert pipeline')
  const { data, problem, refetch } = useEndpoint(listAlertSteps, {}, { refetchEveryMs })
  const [draft, setDraft] = useState<StepDraft>()
  const refusal = useRefusal(saveAlertStep)
  const steps = data?.steps
  const columns = useMemo(
    () =>
      stepColumns({
        edit: (step) => setDraft(draftOf(step)),
        move: (step, by) => moveOf(steps ?? [], step, by, refetch),
        onChanged: refetch,
      }),
    [steps, refetch],
  )
  const add = (
    <ActButton size="medium" text="New step" refusal={refusal} onClick={() => setDraft(newDraft(Date.now()))} />
  )

  return (
    <div className="ap-page">
      <PageHead title="Alert pipeline">{add}</PageHead>
      <div className="c-toolbar ap-toolbar">
        <p>
          Steps apply from the top. The first silence, maintenance or inhibition that matches suppresses an alert: it is
          stored and counted on, but in no queue. The first assignment that matches, with somebody on shift, gives an
          owner to a new alert that nothing suppresses. Each escalation that matches has a timer of its own.
        </p>
        <ColumnChoice id={tableId} columns={columns} />
      </div>
      <DataTable
        id={tableId}
        label="Steps of the pipeline"
        columns={columns}
        rows={data?.steps}
        keyOf={({ uuid }) => uuid}
        {...(data === undefined && problem !== undefined && { problem })}
        onRetry={refetch}
        empty={
          <EmptyState icon={<VolumeOffIcon size={24} />} title="No steps" action={add}>
            Every alert is shown as it is raised, without an owner.
          </EmptyState>
        }
      />
      <ProposalsSection onSaved={refetch} />
      <StandingSection />
      {draft && (
        <StepDialog
          title={draft.saved ? 'Change the step' : 'New step'}
          initial={draft}
          onSaved={refetch}
          onClose={() => setDraft(undefined)}
        />
      )}
    </div>
  )
}
