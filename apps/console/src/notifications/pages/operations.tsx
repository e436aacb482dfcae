import { createFileRoute } from '@tanstack/react-router'
import { NotificationsPage } from '../notifications-page.tsx'
import { NotificationSearch } from '../search.ts'

export const Route = createFileRoute('/org/msoc/dashboard/notifications')({
  validateSearch: NotificationSearch,
  component: OperationsNotifications,
})

function OperationsNotifications() {
  const navigate = Route.useNavigate()
  return (
    <NotificationsPage
      search={Route.useSearch()}
      go={(search, replace = false) => void navigate({ search, replace })}
    />
  )
}
