import type { Install } from '../module.ts'
import { createEvidenceNews } from './evidence-news.ts'
import { exchangeRoutes } from './exchange.routes.ts'
import { agreementNotificationKinds } from './notification-kinds.ts'
import { createOverdueNotices } from './overdue-notices.ts'
import { rowRoutes } from './rows.routes.ts'

/** Interface agreements between a customer and a supplier. */
export const interfaceAgreement: Install = (deps) => ({
  async routes(app) {
    await rowRoutes(app, deps)
    await exchangeRoutes(app, deps)
  },
  notificationKinds: agreementNotificationKinds,
  background: [createOverdueNotices(deps), createEvidenceNews(deps)],
})
