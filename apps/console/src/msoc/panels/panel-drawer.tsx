import { Button, HTMLSelect } from '@blueprintjs/core'
import { CrossIcon } from '@blueprintjs/icons'
import { type PanelQuery, PanelQuery as Query } from '@carapace/shared/msoc/panels/panel-query'
import {
  charts,
  deletePanel,
  type Panel,
  type PanelChart,
  savePanel,
} from '@carapace/shared/msoc/panels/panels.contract'
import { useState } from 'react'
import { call } from '../../core/call/call.ts'
import { useAction } from '../../core/call/use-action.ts'
import { shownZone } from '../../core/format/zone.ts'
import { ConfirmDialog } from '../../core/ui/confirm-dialog.tsx'
import { Field, LineField } from '../../core/ui/field.tsx'
import { PanelResultView } from './panel-card.tsx'
import { QueryFields } from './query-fields.tsx'
import { chartTexts } from './texts.ts'
import '../../core/ui/form.css'

type Draft = Pick<Panel, 'name' | 'query' | 'chart' | 'width' | 'height' | 'shared' | 'on_wall'>

const newDraft = (): Draft => ({
  name: '',
  query: Query.parse({ subject: 'alerts', measure: 'count', group_by: 'rule', zone: shownZone() }),
  chart: 'bar',
  width: 1,
  height: 1,
  shared: false,
  on_wall: false,
})

interface PanelDrawerProps {
  /** Undefined: a new panel. */
  readonly panel: Panel | undefined
  readonly onSaved: () => void
  readonly onClose: () => void
}

/** A panel being built, with its result as it will be shown (rule PANEL-UI-4). */
export function PanelDrawer({ panel, onSaved, onClose }: PanelDrawerProps) {
  const [draft, setDraft] = useState<Draft>(() => panel ?? newDraft())
  const { busy, problem, run } = useAction()
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const faults = faultsOf(draft.query)
  const save = () =>
    run(async () => {
      const { name, query, chart, width, height, shared, on_wall } = draft
      const saved = panel && { uuid: panel.uuid, revision: panel.revision, position: panel.position }
      await call(savePanel, { name, query, chart, width, height, shared, on_wall, ...saved })
      onSaved()
      onClose()
    })

  return (
    <aside className="pn-drawer" aria-label={panel ? 'Change the panel' : 'New panel'}>
      <header>
        <h2>{panel ? 'Change the panel' : 'New panel'}</h2>
        <Button variant="minimal" size="small" icon={<CrossIcon />} aria-label="Close" onClick={onClose} />
      </header>
      <div className="pn-preview" aria-label="Preview" role="group">
        {faults.length === 0 ? (
          <PanelResultView query={draft.query} chart={draft.chart} />
        ) : (
          <p className="pn-none">{faults.join(' ')}</p>
        )}
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <LineField label="Name" value={draft.name} maxLength={80} required onChange={(name) => change({ name })} />
        <QueryFields query={draft.query} onChange={(query) => change({ query })} />
        <LookFields draft={draft} onChange={change} />
        {problem !== undefined && (
          <p className="c-problem" role="alert">
            {problem}
          </p>
        )}
        <footer>
          {panel && <DeleteButton panel={panel} onDeleted={onSaved} onClose={onClose} />}
          <Button variant="outlined" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            intent="primary"
            loading={busy}
            disabled={draft.name.trim() === '' || faults.length > 0}
          >
            {panel ? 'Save the panel' : 'Add the panel'}
          </Button>
        </footer>
      </form>
    </aside>
  )
}

function faultsOf(query: PanelQuery): string[] {
  const parsed = Query.safeParse(query)
  return parsed.success ? [] : parsed.error.issues.map(({ message }) => message)
}

interface LookFieldsProps {
  readonly draft: Draft
  readonly onChange: (part: Partial<Draft>) => void
}

function LookFields({ draft, onChange }: LookFieldsProps) {
  const size = (key: 'width' | 'height', label: string, most: number) => (
    <Field label={label}>
      {(id) => (
        <HTMLSelect
          id={id}
          value={draft[key]}
          options={Array.from({ length: most }, (_, index) => index + 1)}
          onChange={(event) => onChange({ [key]: Number(event.currentTarget.value) })}
        />
      )}
    </Field>
  )
  const tick = (key: 'shared' | 'on_wall', label: string) => (
    <label className="pn-tick">
      <input type="checkbox" checked={draft[key]} onChange={({ target }) => onChange({ [key]: target.checked })} />
      {label}
    </label>
  )
  return (
    <>
      <Field label="Chart">
        {(id) => (
          <HTMLSelect
            id={id}
            value={draft.chart}
            options={charts.map((value) => ({ value, label: chartTexts[value] }))}
            onChange={(event) => onChange({ chart: event.currentTarget.value as PanelChart })}
          />
        )}
      </Field>
      <div className="pn-pair">
        {size('width', 'Columns', 4)}
        {size('height', 'Rows', 3)}
      </div>
      {tick('shared', 'Shared with the organisation')}
      {tick('on_wall', 'On the wall, in the display “Custom panels”')}
    </>
  )
}

interface DeleteButtonProps {
  readonly panel: Panel
  readonly onDeleted: () => void
  readonly onClose: () => void
}

function DeleteButton({ panel, onDeleted, onClose }: DeleteButtonProps) {
  const [asking, setAsking] = useState(false)
  const { busy, problem, run } = useAction()
  const remove = () =>
    run(async () => {
      await call(deletePanel, { uuid: panel.uuid })
      onDeleted()
      onClose()
    })
  return (
    <>
      <Button className="pn-delete" variant="minimal" intent="danger" text="Delete" onClick={() => setAsking(true)} />
      <ConfirmDialog
        isOpen={asking}
        isDanger
        isBusy={busy}
        title={`Delete the panel ${panel.name}?`}
        action="Delete the panel"
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      >
        {problem ?? (panel.shared ? 'Nobody in the organisation sees it any more.' : 'It is deleted for good.')}
      </ConfirmDialog>
    </>
  )
}
