import { Button } from '@blueprintjs/core'
import { LayoutAutoIcon } from '@blueprintjs/icons'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useStore } from 'zustand'
import { dateTime, number } from '../../../core/format/format.ts'
import { UndoButtons } from '../../../core/ui/undo-buttons.tsx'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { ConfirmDialog } from '../../../core/ui/confirm-dialog.tsx'
import { PageHead } from '../../../core/ui/page-head.tsx'
import { Badge } from '../../../core/ui/status-badge.tsx'
import { IconButton } from '../../../core/ui/tooltip.tsx'
import { RunPlaybookDialog } from '../offered/run-dialog.tsx'
import { triggerText, versionText } from '../words.ts'
import { arrange } from './actions.ts'
import { useEditorContext } from './editor-context.ts'
import { isUnsaved } from './draft.store.ts'
import type { SavedPlaybook } from './saved.ts'
import type { PlaybookActions } from './use-playbook-actions.ts'

interface EditorHeadProps {
  readonly saved: SavedPlaybook | undefined
  readonly actions: PlaybookActions
  readonly onSave: () => void
}

/** The name and the state of the playbook, and the actions on the whole of it. */
export function EditorHead({ saved, actions, onSave }: EditorHeadProps) {
  const context = useEditorContext()
  const { store, refusal, problems } = context
  const state = useStore(store)
  const { shown, past, future, newer } = state
  const enabled = saved?.playbook.enabled_version ?? null
  return (
    <>
      <PageHead
        title={shown.name || 'New playbook'}
        tabs={
          <span className="pb-head-facts">
            {saved && (
              <Badge tone={enabled === null ? 'grey' : 'green'}>{enabled === null ? 'Disabled' : 'Enabled'}</Badge>
            )}
            <span className="c-note">{triggerText(shown.trigger)}</span>
            {saved && <span className="c-note num">{versionText(saved.playbook)}</span>}
            {isUnsaved(state) && <span className="c-note pb-unsaved">Not saved</span>}
          </span>
        }
      >
        <UndoButtons
          past={past}
          future={future}
          refusal={refusal}
          onUndo={() => store.undo()}
          onRedo={() => store.redo()}
        />
        <IconButton
          icon={<LayoutAutoIcon />}
          label="Arrange all steps"
          keys="l"
          disabled={refusal !== undefined}
          onClick={() => arrange(context)}
        />
        {saved && <Decisions saved={saved} actions={actions} />}
        <ActButton
          size="medium"
          intent="primary"
          variant="solid"
          text="Save"
          keys="Ctrl-S"
          refusal={refusal}
          disabled={problems.length > 0 || newer !== undefined || !isUnsaved(state)}
          onClick={onSave}
        />
      </PageHead>
      {actions.problem !== undefined && (
        <p className="pb-bar c-problem" role="alert">
          {actions.problem}
        </p>
      )}
      {newer && (
        <div className="pb-bar pb-behind" role="alert">
          <span>Someone else saved version {newer.version} while you were editing. Your changes are kept.</span>
          <Button size="small" variant="outlined" text={`Show version ${newer.version}`} onClick={store.takeNewer} />
          <Button size="small" variant="outlined" text="Keep my changes" onClick={store.keepOwn} />
        </div>
      )}
    </>
  )
}

function Decisions({ saved, actions }: { readonly saved: SavedPlaybook; readonly actions: PlaybookActions }) {
  const { refusal } = useEditorContext()
  const [asked, setAsked] = useState<'disable' | 'delete'>()
  const [isRunning, setRunning] = useState(false)
  const { uuid, name, enabled_version: enabled, latest_version: latest, runs, last_run_at: last } = saved.playbook
  return (
    <>
      <Link
        className="pb-runs-link num"
        to="/org/msoc/dashboard/playbooks"
        search={{ tab: 'runs', playbook: uuid } as never}
        title={last === null ? 'It has not run yet' : `Last run ${dateTime(last)}`}
      >
        {number(runs)} {runs === 1 ? 'run' : 'runs'}
      </Link>
      {enabled === null ? (
        <ActButton size="medium" text="Delete" refusal={refusal} onClick={() => setAsked('delete')} />
      ) : (
        <ActButton size="medium" text="Disable" refusal={refusal} onClick={() => setAsked('disable')} />
      )}
      {enabled !== latest && (
        <ActButton
          size="medium"
          text={`Enable v${latest}`}
          refusal={refusal}
          loading={actions.busy}
          onClick={() => void actions.enable(latest)}
        />
      )}
      {enabled !== null && saved.playbook.trigger.kind === 'manual' && saved.playbook.trigger.subject === null && (
        <ActButton size="medium" text="Run now" refusal={refusal} onClick={() => setRunning(true)} />
      )}
      {isRunning && <RunPlaybookDialog playbook={saved.playbook} onClose={() => setRunning(false)} />}
      <ConfirmDialog
        isOpen={asked === 'disable'}
        title={`Disable ${name}?`}
        action="Disable"
        isBusy={actions.busy}
        onConfirm={() => void actions.enable(null).then(() => setAsked(undefined))}
        onClose={() => setAsked(undefined)}
      >
        Nothing starts it any more. Runs that have started go on.
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked === 'delete'}
        title={`Delete ${name}?`}
        action="Delete"
        isDanger
        isBusy={actions.busy}
        onConfirm={() => void actions.remove()}
        onClose={() => setAsked(undefined)}
      >
        All its versions are deleted permanently. Its runs stay, without their graph.
      </ConfirmDialog>
    </>
  )
}
