import { createFileRoute } from '@tanstack/react-router'
import { NotificationsPage } from '../notifications-page.tsx'
import { NotificationSearch } from '../search.ts'

export const Route = createFileRoute('/org/msoc/dashboard/notifications/sbom')({
  validateSearch: NotificationSearch,
  component: SbomNotifications,
})

function SbomNotifications() {
  const navigate = Route.useNavigate()
  return (
    <NotificationsPage
      search={Route.useSearch()}
      category="sbom"
      go={(search, replace = false) => void navigate({ search, replace })}
    />
  )
}
