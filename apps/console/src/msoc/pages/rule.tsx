import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { EditorPage } from '../rules/editor/editor-page.tsx'
import { EditorSearch } from '../rules/search.ts'

export const Route = createFileRoute('/org/msoc/dashboard/rules/create')({
  validateSearch: EditorSearch,
  component: Rule,
})

/** The editor of a detection rule. */
function Rule() {
  const navigate = Route.useNavigate()
  const go = useCallback((next: EditorSearch, replace = false) => void navigate({ search: next, replace }), [navigate])
  const list = useCallback(() => void navigate({ to: '/org/msoc/dashboard/rules', search: {} }), [navigate])
  return <EditorPage search={Route.useSearch()} go={go} onList={list} />
}
