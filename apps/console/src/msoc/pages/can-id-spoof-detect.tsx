import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { ShippedPage } from '../playbooks/editor/shipped-page.tsx'
import { EditorSearch } from '../playbooks/search.ts'

export const Route = createFileRoute('/org/msoc/dashboard/playbooks/can-id-spoof-detect')({
  validateSearch: EditorSearch,
  component: CanIdSpoofDetect,
})

/** The playbook against spoofed CAN ids: the organisation's copy, or the shipped template. */
function CanIdSpoofDetect() {
  const navigate = Route.useNavigate()
  const go = useCallback(
    ({ playbook, ...search }: EditorSearch, replace = false) =>
      void (playbook === undefined
        ? navigate({ search, replace })
        : navigate({
            to: '/org/msoc/dashboard/playbooks/edit',
            search: { playbook, ...search },
            replace,
            ignoreBlocker: true,
          })),
    [navigate],
  )
  return <ShippedPage template="can-id-spoof-detect" search={Route.useSearch()} go={go} />
}
