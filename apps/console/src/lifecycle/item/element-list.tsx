import { Button } from '@blueprintjs/core'
import { AddIcon, TrashIcon } from '@blueprintjs/icons'
import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../core/call/call.ts'
import { ConfirmDialog } from '../../core/ui/confirm-dialog.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { toast } from '../../core/ui/toast.ts'
import { tried } from '../../graph/page/page-context.tsx'
import { dependentsOf, dependentsText } from '../../graph/links/dependents.ts'
import { linksAt } from '../../graph/store/graph-state.ts'
import { type ProgramStore, useGraph } from '../../graph/store/program-store.ts'
import { useDraft } from '../../core/ui/use-draft.ts'

interface ElementListProps {
  readonly program: ProgramStore
  /** The project in the address: links stay in it. */
  readonly projectId: string | undefined
  readonly kind: string
  readonly refusal: string | undefined
}

/** One list of elements of a program, with the actions to add, rename and remove. */
export function ElementList({ program, projectId, kind, refusal }: ElementListProps) {
  const { title, plural } = artefactKindNamed(kind)!
  const graph = useGraph(program, (state) => state)
  const [name, setName] = useState('')
  const [removing, setRemoving] = useState<Artefact>()
  const rows = [...graph.artefacts.values()].filter((row) => row.kind === kind).toSorted((a, b) => a.number - b.number)
  const add = (event: FormEvent) => {
    event.preventDefault()
    const trimmed = name.trim()
    if (trimmed === '') return
    setName('') // input during a save is the name of the next one
    program.save({ artefacts: [{ kind, title: trimmed }] }).catch((problem: unknown) => {
      setName((typed) => typed || trimmed)
      toast.error(`Failed to add ${title.toLowerCase()}: ${messageOf(problem)}`)
    })
  }
  return (
    <section className="c-panel" aria-labelledby={`it-list-${kind}`}>
      <header className="c-panel-head">
        <h2 id={`it-list-${kind}`}>{plural}</h2>
        <span className="c-note num">{rows.length}</span>
      </header>
      {graph.isWhole ? (
        <ul className="it-list">
          {rows.map((row) => (
            <ElementRow
              key={row.uuid}
              program={program}
              projectId={projectId}
              row={row}
              refusal={refusal}
              onRemove={() => setRemoving(row)}
            />
          ))}
          {rows.length === 0 && <li className="it-list-none c-note">None yet.</li>}
        </ul>
      ) : (
        <SkeletonRows rows={3} columns={['60px', '1fr']} rowHeight={28} />
      )}
      <form className="it-add" onSubmit={add}>
        <input
          className="bp6-input"
          aria-label={`New ${title.toLowerCase()}`}
          placeholder={`New ${title.toLowerCase()}`}
          maxLength={300}
          autoComplete="off"
          value={name}
          disabled={refusal !== undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <Button
          type="submit"
          size="small"
          variant="outlined"
          icon={<AddIcon />}
          disabled={refusal !== undefined || name.trim() === ''}
          aria-label={`Add the ${title.toLowerCase()}`}
        />
      </form>
      {removing && (
        <ConfirmDialog
          isOpen
          title={`Remove ${removing.code} ${removing.title}?`}
          action="Remove"
          isDanger
          onClose={() => setRemoving(undefined)}
          onConfirm={() => {
            setRemoving(undefined)
            void tried(() => program.remove([removing]))
          }}
        >
          {dependentsText(dependentsOf(graph, [removing.uuid]), 1)} {linksText(linksAt(graph, removing.uuid).length)}
        </ConfirmDialog>
      )}
    </section>
  )
}

const linksText = (links: number) =>
  links === 0
    ? 'It has no links.'
    : `Its ${links === 1 ? 'link' : `${links} links`} to the rest of the program will be removed. Its history stays.`

interface ElementRowProps {
  readonly program: ProgramStore
  readonly projectId: string | undefined
  readonly row: Artefact
  readonly refusal: string | undefined
  readonly onRemove: () => void
}

function ElementRow({ program, projectId, row, refusal, onRemove }: ElementRowProps) {
  const [draft, setDraft, written] = useDraft()
  const commit = () => {
    const title = written()?.trim()
    setDraft(undefined)
    if (title !== undefined && title !== '' && title !== row.title)
      void tried(() => program.save({ artefacts: [{ uuid: row.uuid, revision: row.revision, kind: row.kind, title }] }))
  }
  const { page } = artefactKindNamed(row.kind)!
  return (
    <li className="it-list-row">
      {page.endsWith('/item-definition') ? (
        <Link
          className="mono"
          to={page as never}
          search={{ programId: program.programUuid, projectId, open: row.code, tab: row.kind } as never}
        >
          {row.code}
        </Link>
      ) : (
        <span className="mono it-code">{row.code}</span>
      )}
      <input
        className="it-list-title"
        aria-label={`Name of ${row.code}`}
        maxLength={300}
        value={draft ?? row.title}
        readOnly={refusal !== undefined}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) =>
          event.key === 'Enter' ? event.currentTarget.blur() : event.key === 'Escape' && setDraft(undefined)
        }
      />
      <Button
        variant="minimal"
        size="small"
        icon={<TrashIcon size={12} />}
        aria-label={`Remove ${row.code}`}
        disabled={refusal !== undefined}
        onClick={onRemove}
      />
    </li>
  )
}
