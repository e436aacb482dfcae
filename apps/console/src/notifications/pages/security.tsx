import { createFileRoute } from '@tanstack/react-router'
import { NotificationsPage } from '../notifications-page.tsx'
import { NotificationSearch } from '../search.ts'

export const Route = createFileRoute('/org/msoc/dashboard/notifications/security')({
  validateSearch: NotificationSearch,
  component: SecurityNotifications,
})

function SecurityNotifications() {
  const navigate = Route.useNavigate()
  return (
    <NotificationsPage
      search={Route.useSearch()}
      category="security"
      go={(search, replace = false) => void navigate({ search, replace })}
    />
  )
}
