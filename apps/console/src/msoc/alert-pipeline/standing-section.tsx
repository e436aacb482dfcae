import { FilterIcon } from '@blueprintjs/icons'
import {
  deleteStandingStep,
  listStandingSteps,
  saveStandingStep,
  type StandingStep,
} from '@carapace/shared/msoc/alerts/pipeline/standing-steps.contract'
import { useMemo, useState } from 'react'
import { call, messageOf } from '../../core/call/call.ts'
import { useEndpoint } from '../../core/call/query.ts'
import { number } from '../../core/format/format.ts'
import { useRefusal } from '../../core/session/may.ts'
import type { Column } from '../../core/table/columns.ts'
import { DataTable } from '../../core/table/data-table.tsx'
import { ActButton } from '../../core/ui/act-button.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { Badge } from '../../core/ui/status-badge.tsx'
import { toast } from '../../core/ui/toast.ts'
import { newFolding, type StandingDraft, standingDraftOf, standingInput } from './standing-draft.ts'
import { StandingDialog } from './standing-dialog.tsx'
import { standingKindTexts, standingText } from './standing-texts.ts'

/** The steps without an end: folding, risk of vehicles, proposals (rule ALERT-PIPELINE-UI-11). */
export function StandingSection() {
  const { data, problem, refetch } = useEndpoint(listStandingSteps, {})
  const [draft, setDraft] = useState<StandingDraft>()
  const refusal = useRefusal(saveStandingStep)
  const columns = useMemo(() => columnsWith((step) => setDraft(standingDraftOf(step)), refetch), [refetch])
  return (
    <section className="ap-section" aria-labelledby="ap-standing">
      <header className="ap-section-head">
        <h2 id="ap-standing">Folding, risk and proposals</h2>
        <span className="c-note">
          They apply until they are switched off. Silences and maintenance come first; then folding, in this order.
        </span>
        <ActButton text="New folding step" refusal={refusal} onClick={() => setDraft(newFolding())} />
      </header>
      <div className="ap-standing" style={{ height: tableHeight(data?.steps.length ?? 4) }}>
        <DataTable
          id="standing-steps"
          label="Steps without an end"
          columns={columns}
          rows={data?.steps}
          keyOf={({ uuid, built_in: name }) => uuid ?? name ?? ''}
          {...(data === undefined && problem !== undefined && { problem })}
          onRetry={refetch}
          empty={
            <EmptyState icon={<FilterIcon size={24} />} title="No steps">
              There are no steps without an end.
            </EmptyState>
          }
        />
      </div>
      {draft && (
        <StandingDialog
          title={draft.saved ? 'Change the step' : 'New folding step'}
          initial={draft}
          onSaved={refetch}
          onClose={() => setDraft(undefined)}
        />
      )}
    </section>
  )
}

/** As high as its rows, up to ten of them, px. */
function tableHeight(rows: number): number {
  return 38 + 33 * Math.min(rows, 10)
}

function columnsWith(edit: (step: StandingStep) => void, onChanged: () => void): readonly Column<StandingStep>[] {
  return [
    { key: 'kind', title: 'Kind', width: 88, render: ({ kind }) => standingKindTexts[kind] },
    { key: 'order', title: 'Order', width: 56, numeric: true, priority: 4, render: ({ order }) => number(order) },
    {
      key: 'name',
      title: 'Name',
      width: 200,
      grow: 1,
      always: true,
      render: ({ name }) => name,
      text: ({ name }) => name,
    },
    { key: 'what', title: 'What it does', width: 260, grow: 2, priority: 1, render: standingText, text: standingText },
    {
      key: 'state',
      title: 'State',
      width: 64,
      always: true,
      render: ({ active }) => <Badge tone={active ? 'green' : 'grey'}>{active ? 'On' : 'Off'}</Badge>,
    },
    {
      key: 'author',
      title: 'By',
      width: 130,
      priority: 3,
      render: ({ author }) => author ?? 'As shipped',
      text: ({ author }) => author ?? 'As shipped',
    },
    {
      key: 'actions',
      title: 'Actions',
      width: 210,
      always: true,
      render: (step) => <Actions step={step} edit={edit} onChanged={onChanged} />,
    },
  ]
}

interface ActionsProps {
  readonly step: StandingStep
  readonly edit: (step: StandingStep) => void
  readonly onChanged: () => void
}

function Actions({ step, edit, onChanged }: ActionsProps) {
  const refusal = useRefusal(saveStandingStep)
  const [isBusy, setBusy] = useState(false)
  const run = async (action: () => Promise<unknown>, done: string) => {
    setBusy(true)
    try {
      await action()
      toast.success(`${step.name}: ${done}`)
    } catch (thrown) {
      toast.error(messageOf(thrown))
    }
    setBusy(false)
    onChanged()
  }
  const common = { refusal, disabled: isBusy, 'aria-description': step.name }
  const toggle = () => call(saveStandingStep, { ...standingInput(standingDraftOf(step)), active: !step.active })
  const { uuid, revision } = step
  return (
    <span className="ap-actions">
      <ActButton {...common} text="Edit" onClick={() => edit(step)} />
      <ActButton
        {...common}
        text={step.active ? 'Turn off' : 'Turn on'}
        onClick={() => void run(toggle, step.active ? 'turned off' : 'turned on')}
      />
      {uuid !== null && (
        <ActButton
          {...common}
          text={step.built_in === null ? 'Delete' : 'Reset'}
          onClick={() =>
            void run(
              () => call(deleteStandingStep, { uuid, revision }),
              step.built_in === null ? 'deleted' : 'as shipped',
            )
          }
        />
      )}
    </span>
  )
}
