import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { EditorPage } from '../playbooks/editor/editor-page.tsx'
import { EditorSearch } from '../playbooks/search.ts'

export const Route = createFileRoute('/org/msoc/dashboard/playbooks/edit')({
  validateSearch: EditorSearch,
  component: Playbook,
})

/** The editor of a playbook. */
function Playbook() {
  const navigate = Route.useNavigate()
  const go = useCallback((next: EditorSearch, replace = false) => void navigate({ search: next, replace }), [navigate])
  return <EditorPage search={Route.useSearch()} go={go} />
}
