import { createFileRoute, redirect } from '@tanstack/react-router'
import { JobsPage } from '../jobs/jobs-page.tsx'
import { JobsSearch } from '../jobs/search.ts'
import { tabNamed } from '../jobs/tabs.ts'

export const Route = createFileRoute('/org/msoc/dashboard/jobs/$tab')({
  validateSearch: JobsSearch,
  beforeLoad: ({ params }) => {
    if (tabNamed(params.tab) === undefined)
      throw redirect({ to: '/org/msoc/dashboard/jobs/$tab', params: { tab: 'current' }, replace: true })
  },
  component: Jobs,
})

function Jobs() {
  const tab = tabNamed(Route.useParams().tab) ?? 'current'
  const navigate = Route.useNavigate()
  return (
    <JobsPage
      tab={tab}
      search={Route.useSearch()}
      go={(search, replace = false) => void navigate({ search, replace })}
    />
  )
}
