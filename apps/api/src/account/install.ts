import { jobNotificationKinds } from '../core/jobs/job-notices.ts'
import type { Install } from '../module.ts'
import { appConfigRoutes } from './app-config.routes.ts'
import { jobsLive } from './jobs/jobs.live.ts'
import { jobRoutes } from './jobs/jobs.routes.ts'
import { createMailer } from './mail/mails.ts'
import { outboxRoutes } from './mail/outbox.routes.ts'
import { invitationRoutes } from './team/invitations.routes.ts'
import { passwordRoutes } from './passwords/passwords.routes.ts'
import { peopleRoutes } from './people.routes.ts'
import { planRoutes } from './organisation/plans.routes.ts'
import { registrationRoutes } from './registration/registration.routes.ts'
import { viewRoutes } from './views/views.routes.ts'

/** People and organisations: sign-in, registration, members, jobs, saved views, mail. */
export const account: Install = (deps) => {
  const { db, bus, settings, onError } = deps
  return {
    async routes(app, jobs) {
      await appConfigRoutes(app, settings)
      await peopleRoutes(app, deps)
      await registrationRoutes(app, deps)
      await passwordRoutes(app, db)
      await invitationRoutes(app, db)
      await planRoutes(app, db)
      await outboxRoutes(app, db, settings)
      await jobRoutes(app, { ...deps, jobs })
      await viewRoutes(app, db)
    },
    channels: [jobsLive(db, bus, onError)],
    notificationKinds: jobNotificationKinds,
    background: [createMailer({ db, settings, onError })],
  }
}
