import { CrossIcon } from '@blueprintjs/icons'
import {
  type Catalogue,
  type CatalogueEntry,
  deleteCatalogueEntry,
  getCatalogueEntry,
  saveCatalogueEntry,
} from '@carapace/shared/catalogues/catalogue.contract'
import { saveArtefacts } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../core/call/call.ts'
import { dateTime } from '../core/format/format.ts'
import { useHotkeys } from '../core/hotkeys/hotkeys.ts'
import { useRefusal } from '../core/session/may.ts'
import { ActButton } from '../core/ui/act-button.tsx'
import { ConfirmDialog } from '../core/ui/confirm-dialog.tsx'
import { ErrorState } from '../core/ui/error-state.tsx'
import { SkeletonRows } from '../core/ui/skeleton.tsx'
import { Badge } from '../core/ui/status-badge.tsx'
import { toast } from '../core/ui/toast.ts'
import { IconButton } from '../core/ui/tooltip.tsx'
import { useEndpoint } from '../core/call/query.ts'
import { useAction } from '../core/call/use-action.ts'
import { EntryForm } from './entry-form.tsx'
import { fieldsOf, wordsOf } from './fields.ts'
import { catalogueWords, sourceOf } from './words.ts'

interface EntryDrawerProps {
  readonly catalogue: Catalogue
  readonly uuid: string
  readonly isEditing: boolean
  readonly onEdit: (edit: boolean) => void
  readonly onUse: (entry: CatalogueEntry) => void
  /** Called when the list is out of date. */
  readonly onChanged: () => void
  readonly onClose: () => void
}

/** The drawer of one entry, beside the list (rule CATALOGUE-UI-3). */
export function EntryDrawer(props: EntryDrawerProps) {
  const { catalogue, uuid, isEditing, onEdit, onChanged, onClose } = props
  const { data, problem, refetch } = useEndpoint(getCatalogueEntry, { uuid })
  useHotkeys([{ keys: 'Escape', title: 'Close', group: catalogueWords[catalogue].title, run: onClose }])
  const entry = data?.entry
  const changed = () => {
    refetch()
    onChanged()
  }
  return (
    <section className="ct-drawer" aria-label={entry === undefined ? 'Entry' : `${entry.code} ${entry.title}`}>
      <header className="ct-drawer-head">
        <div className="ct-drawer-line">
          <span className="mono">{entry?.code}</span>
          {entry?.is_retired && <Badge tone="grey">Retired</Badge>}
          <span className="ct-drawer-close">
            <IconButton icon={<CrossIcon />} label="Close" keys="Escape" onClick={onClose} />
          </span>
        </div>
        <h2>{entry?.title}</h2>
        {entry !== undefined && !isEditing && <EntryActions {...props} entry={entry} onChanged={changed} />}
      </header>
      <div className="ct-drawer-body">
        {entry === undefined &&
          (problem === undefined ? (
            <SkeletonRows rows={8} columns={['96px', '1fr']} />
          ) : (
            <ErrorState title="The entry did not load" onRetry={refetch}>
              {problem}
            </ErrorState>
          ))}
        {entry !== undefined && !isEditing && <Facts entry={entry} />}
        {entry !== undefined && isEditing && (
          <EntryForm
            catalogue={catalogue}
            entry={entry}
            onCancel={() => onEdit(false)}
            onSaved={() => {
              changed()
              onEdit(false)
            }}
          />
        )}
      </div>
    </section>
  )
}

interface EntryActionsProps extends EntryDrawerProps {
  readonly entry: CatalogueEntry
}

function EntryActions({ catalogue, entry, onEdit, onUse, onChanged, onClose }: EntryActionsProps) {
  const refusal = useRefusal(saveCatalogueEntry)
  const useRefused = useRefusal(saveArtefacts)
  const [isConfirming, setConfirming] = useState(false)
  const action = useAction()
  const navigate = useNavigate()
  const { change } = catalogueWords[catalogue]
  const edit = () => (change === undefined ? onEdit(true) : void navigate({ to: change, search: { uuid: entry.uuid } }))
  const { uuid, revision } = entry
  const retire = () =>
    void action.run(async () => {
      await call(saveCatalogueEntry, { uuid, revision, catalogue, is_retired: !entry.is_retired })
      onChanged()
    })
  const remove = () =>
    void action.run(async () => {
      await call(deleteCatalogueEntry, { uuid, revision })
      toast.success(entry.is_shipped ? `${entry.code} is as it was shipped.` : `${entry.code} is removed.`)
      setConfirming(false)
      onChanged()
      if (!entry.is_shipped) onClose()
    })
  useHotkeys([
    { keys: 'e', title: 'Change', group: catalogueWords[catalogue].title, run: () => refusal === undefined && edit() },
  ])
  return (
    <>
      <div className="ct-actions">
        <ActButton keys="e" text="Change" refusal={refusal} onClick={edit} />
        <ActButton
          text={entry.is_retired ? 'Bring back' : 'Retire'}
          refusal={refusal}
          loading={action.busy}
          onClick={retire}
        />
        {revision > 0 && (
          <ActButton
            text={entry.is_shipped ? 'As shipped' : 'Remove'}
            refusal={refusal}
            onClick={() => setConfirming(true)}
          />
        )}
        <ActButton text="Use in program…" refusal={useRefused} onClick={() => onUse(entry)} />
      </div>
      {action.problem !== undefined && (
        <p className="c-problem" role="alert">
          {action.problem}
        </p>
      )}
      <ConfirmDialog
        isOpen={isConfirming}
        isDanger
        isBusy={action.busy}
        title={entry.is_shipped ? `Have ${entry.code} as it was shipped?` : `Remove ${entry.code}?`}
        action={entry.is_shipped ? 'Take ours back' : 'Remove'}
        onConfirm={remove}
        onClose={() => setConfirming(false)}
      >
        {entry.is_shipped
          ? 'The changes that your organisation made to it are lost.'
          : 'What was made of it in programs stays as it is.'}
      </ConfirmDialog>
    </>
  )
}

function Facts({ entry }: { readonly entry: CatalogueEntry }) {
  const { catalogue, fields, source_id: sourceId, updated_at: at } = entry
  const [description, ...others] = fieldsOf[catalogue]
  const shown = others
    .map((field) => ({ field, words: wordsOf(field, fields) }))
    .filter(({ words }) => words.length > 0)
  return (
    <>
      <p className="ct-description">{wordsOf(description!, fields)[0] ?? 'No description.'}</p>
      <dl className="ct-facts">
        {shown.map(({ field, words }) => (
          <div key={field.name}>
            <dt>{field.label}</dt>
            <dd>
              {field.input === 'text' || field.input === 'line' || field.input === 'choice' ? (
                words[0]
              ) : (
                <ul className={field.name === 'mitigations' ? 'ct-lines' : 'ct-tags'}>
                  {words.map((word) => (
                    <li key={word}>{word}</li>
                  ))}
                </ul>
              )}
            </dd>
          </div>
        ))}
        <div>
          <dt>From</dt>
          <dd>
            {sourceOf(entry)}
            {!entry.is_shipped && sourceId !== '' && ` (${sourceId})`}
          </dd>
        </div>
        {at !== null && (
          <div>
            <dt>Changed</dt>
            <dd className="num">{dateTime(at)}</dd>
          </div>
        )}
      </dl>
    </>
  )
}
