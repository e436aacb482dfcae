import { createFileRoute } from '@tanstack/react-router'
import { NotificationsPage } from '../notifications-page.tsx'
import { NotificationSearch } from '../search.ts'

export const Route = createFileRoute('/org/notifications')({
  validateSearch: NotificationSearch,
  component: Notifications,
})

function Notifications() {
  const navigate = Route.useNavigate()
  return (
    <NotificationsPage
      search={Route.useSearch()}
      go={(search, replace = false) => void navigate({ search, replace })}
    />
  )
}
