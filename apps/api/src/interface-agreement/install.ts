import { createPresence } from '../core/live/presence.ts'
import type { Install } from '../module.ts'
import { agreementLive, type AtWork } from './agreement.live.ts'
import { agreementRoutes } from './agreements.routes.ts'
import { cellRoutes } from './negotiation/cells.routes.ts'
import { documentRoutes } from './documents/documents.routes.ts'
import { createEvidenceNews } from './exchange/evidence-news.ts'
import { exchangeRoutes } from './exchange/exchange.routes.ts'
import { agreementHistoryRoutes } from './negotiation/history.routes.ts'
import { agreementInvitationRoutes } from './negotiation/invitations.routes.ts'
import { negotiationRoutes } from './negotiation/negotiation.routes.ts'
import { agreementNotificationKinds } from './notification-kinds.ts'
import { createOverdueNotices } from './exchange/overdue-notices.ts'
import { pageRoutes } from './pages/pages.routes.ts'
import { agreementPersonalData } from './personal-data.queries.ts'
import { rowRoutes } from './rows/rows.routes.ts'
import { signRoutes } from './signing/sign.routes.ts'

/** Interface agreements: what two organisations agree on, row by row. */
export const interfaceAgreement: Install = (deps) => {
  const { db, bus, publisher } = deps
  const presence = createPresence<AtWork>(bus, publisher)
  return {
    async routes(app) {
      await agreementRoutes(app, deps)
      await cellRoutes(app, deps)
      await negotiationRoutes(app, deps)
      await agreementInvitationRoutes(app, deps)
      await agreementHistoryRoutes(app, db)
      await pageRoutes(app, deps)
      await signRoutes(app, deps)
      await documentRoutes(app, deps)
      await rowRoutes(app, deps)
      await exchangeRoutes(app, deps)
    },
    channels: [agreementLive(deps, presence)],
    personalData: agreementPersonalData,
    notificationKinds: agreementNotificationKinds,
    background: [presence, createOverdueNotices(deps), createEvidenceNews(deps)],
  }
}
