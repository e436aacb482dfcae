import { AddIcon, BookIcon } from '@blueprintjs/icons'
import { type Term, termsAtMost } from '@carapace/shared/interface-agreement/cover'
import { useState } from 'react'
import { ActButton } from '../../core/ui/act-button.tsx'
import { ConfirmDialog } from '../../core/ui/confirm-dialog.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { Loaded } from '../../core/ui/loaded.tsx'
import { SearchField } from '../../core/ui/search-field.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { AgreementFrame } from '../frame/agreement-frame.tsx'
import type { AgreementContext } from '../use-agreement.ts'
import type { AgreementSearch } from '../search.ts'
import { counted } from '../words.ts'
import { termsWith } from './edits.ts'
import { TermEditor, TermRow } from './term-row.tsx'
import { useGlossary } from './use-glossary.ts'
import '../../core/ui/form.css'

/** The terms that both sides use in the same sense (rule AGREEMENT-UI-11). */
export function GlossaryPage({ search }: { readonly search: AgreementSearch }) {
  return (
    <AgreementFrame title="Glossary" search={search}>
      {(context) => <Glossary {...context} />}
    </AgreementFrame>
  )
}

/** The row that is edited: by its term, or a new one. */
interface Editing {
  readonly of: string | undefined
  readonly focus: keyof Term
}

const noTerm: Term = { term: '', meaning: '', source: '' }

function Glossary(context: AgreementContext) {
  const { agreement, refusal } = context
  const { glossary, problem, refetch, store, busy, refused } = useGlossary(context)
  const [words, setWords] = useState('')
  const [editing, setEditing] = useState<Editing>()
  const [removing, setRemoving] = useState<string>()
  const shown = termsWith(glossary ?? [], words)
  const isFull = (glossary?.length ?? 0) >= termsAtMost
  const isSigned = agreement.signed.some(({ version }) => version === null)
  const save = async (term: Term) => {
    const of = editing?.of
    if (await store(of === undefined ? { what: 'add', term } : { what: 'change', of, term })) setEditing(undefined)
  }
  const editor = (initial: Term, focus: keyof Term) => (
    <TermEditor
      key={editing?.of ?? ''}
      initial={initial}
      focus={focus}
      busy={busy}
      problem={refused}
      onSave={(term) => void save(term)}
      onCancel={() => setEditing(undefined)}
    />
  )
  return (
    <div className="ia-main">
      <div className="c-toolbar">
        <SearchField value={words} label="Search terms" placeholder="Term, meaning or source" onSearch={setWords} />
        {isSigned && <span className="c-note">A change ends the signatures under the agreement as it is now.</span>}
        <span className="c-toolbar-total num" role="status">
          {glossary === undefined ? '' : counted(shown.length, 'term')}
        </span>
        <ActButton
          size="medium"
          icon={<AddIcon />}
          text="Add a term"
          refusal={refusal ?? (isFull ? `A glossary has at most ${termsAtMost} terms. Remove one first.` : undefined)}
          onClick={() => setEditing({ of: undefined, focus: 'term' })}
        />
      </div>
      {editing === undefined && refused !== undefined && (
        <p className="c-problem ia-none" role="alert">
          {refused}
        </p>
      )}
      <Loaded
        what="The glossary"
        data={glossary}
        problem={problem}
        onRetry={refetch}
        skeleton={<SkeletonRows rows={14} columns={['200px', '1fr', '200px']} />}
      >
        {() => (
          <div className="ia-table-box" tabIndex={0} role="group" aria-label="Terms">
            <table className="c-table ia-terms">
              <thead>
                <tr>
                  <th scope="col">Term</th>
                  <th scope="col">Meaning</th>
                  <th scope="col">Source</th>
                  <th scope="col">
                    <span className="c-visually-hidden">Change</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {editing !== undefined && editing.of === undefined && editor(noTerm, editing.focus)}
                {shown.map((term) =>
                  editing?.of === term.term ? (
                    editor(term, editing.focus)
                  ) : (
                    <TermRow
                      key={term.term}
                      term={term}
                      refusal={refusal}
                      onEdit={(focus) => setEditing({ of: term.term, focus })}
                      onReset={(to) => void store({ what: 'change', of: term.term, term: to })}
                      onRemove={() => setRemoving(term.term)}
                    />
                  ),
                )}
              </tbody>
            </table>
            {shown.length === 0 && editing === undefined && (
              <EmptyState icon={<BookIcon size={24} />} title={words === '' ? 'No terms' : 'No term has these words'}>
                The glossary states in which sense both sides use a word.
              </EmptyState>
            )}
          </div>
        )}
      </Loaded>
      <ConfirmDialog
        isOpen={removing !== undefined}
        title={`Remove the term ${removing ?? ''}?`}
        action="Remove"
        isDanger
        isBusy={busy}
        onConfirm={() => {
          void store({ what: 'remove', of: removing! }).then(() => setRemoving(undefined))
        }}
        onClose={() => setRemoving(undefined)}
      >
        Both sides no longer see it. Signed versions keep it.
      </ConfirmDialog>
    </div>
  )
}
