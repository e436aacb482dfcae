import { Button } from '@blueprintjs/core'
import { PlaybookIcon } from '@blueprintjs/icons'
import { getPlaybook, listPlaybookTemplates } from '@carapace/shared/msoc/playbooks/playbooks.contract'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { pageSubject, useEndpoint } from '../../../core/call/query.ts'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { ErrorState } from '../../../core/ui/error-state.tsx'
import { PageHead } from '../../../core/ui/page-head.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import type { EditorSearch } from '../search.ts'
import { PlaybookEditor } from './playbook-editor.tsx'
import { draftLike, draftOf, emptyDraft } from './saved.ts'
import '../playbooks.css'
import '../../../core/ui/form.css'

interface EditorPageProps {
  readonly search: EditorSearch
  readonly go: (search: EditorSearch, replace?: boolean) => void
}

/** Interval at which versions of other users are looked for, ms. */
const everyMs = 10_000

/**
 * The editor of the playbook that the address names, of a copy of a template, or of a new playbook (PLAYBOOK-UI-10).
 */
export function EditorPage(props: EditorPageProps) {
  const { playbook, template } = props.search
  if (playbook !== undefined) return <SavedPage key={playbook} {...props} uuid={playbook} />
  if (template !== undefined) return <TemplatePage key={template} {...props} template={template} />
  return <PlaybookEditor {...props} first={emptyDraft} saved={undefined} onChanged={() => undefined} />
}

function SavedPage({ uuid, ...props }: EditorPageProps & { readonly uuid: string }) {
  const { data, problem, refetch } = useEndpoint(getPlaybook, { uuid }, { ...pageSubject, refetchEveryMs: everyMs })
  if (data === undefined) return <Waiting problem={problem} onRetry={refetch} />
  return <PlaybookEditor {...props} first={draftOf(data)} saved={data} onChanged={refetch} />
}

function TemplatePage({ template, ...props }: EditorPageProps & { readonly template: string }) {
  const { data, problem, refetch } = useEndpoint(listPlaybookTemplates, {})
  const navigate = useNavigate()
  const found = data?.templates.find(({ key }) => key === template)
  const first = useMemo(() => found && draftLike(found), [found])
  if (first) return <PlaybookEditor {...props} first={first} saved={undefined} onChanged={() => undefined} />
  if (data === undefined) return <Waiting problem={problem} onRetry={refetch} />
  return (
    <>
      <PageHead title="Playbook" />
      <EmptyState
        icon={<PlaybookIcon size={24} />}
        title="There is no such template"
        action={
          <Button
            variant="outlined"
            text="All playbooks"
            onClick={() => void navigate({ to: '/org/msoc/dashboard/playbooks', search: {} })}
          />
        }
      >
        This version of the product does not ship it.
      </EmptyState>
    </>
  )
}

interface WaitingProps {
  readonly problem: string | undefined
  readonly onRetry: () => void
}

/** The page until its playbook is loaded. */
export function Waiting({ problem, onRetry }: WaitingProps) {
  return (
    <div className="pb-page">
      <PageHead title="Playbook" />
      {problem === undefined ? (
        <SkeletonRows rows={16} columns={['184px', '1fr', '380px']} />
      ) : (
        <ErrorState title="The playbook did not load" onRetry={onRetry}>
          {problem}
        </ErrorState>
      )}
    </div>
  )
}
