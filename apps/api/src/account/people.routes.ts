import type { FastifyInstance } from 'fastify'
import type { Database } from '../core/db.ts'
import type { KeptAbout } from '../core/personal-data.queries.ts'
import type { CheckCaptcha } from '../core/outgoing/recaptcha.ts'
import type { Settings } from '../core/settings.ts'
import { auditRoutes } from './security-log/audit.routes.ts'
import { authRoutes } from './sign-in/auth.routes.ts'
import { googleRoutes } from './sign-in/google.routes.ts'
import { organisationRoutes } from './organisation/organisation.routes.ts'
import { createPasswordCheck } from './passwords/password-check.ts'
import { personalDataRoutes } from './personal-data.routes.ts'
import { profileRoutes } from './profile/profile.routes.ts'
import { securityRoutes } from './profile/security.routes.ts'
import { teamRoutes } from './team/team.routes.ts'
import { createTwoFactor } from './two-factor/two-factor.ts'

interface Parts {
  readonly db: Database
  readonly settings: Settings
  readonly captcha: CheckCaptcha
}

/** People and their ways in. `kept`: what the modules keep about people. */
export async function peopleRoutes(
  app: FastifyInstance,
  { db, settings, captcha }: Parts,
  kept: readonly KeptAbout[],
): Promise<void> {
  const passwords = await createPasswordCheck(db)
  const twoFactor = createTwoFactor(db, settings)
  await authRoutes(app, { db, captcha, passwords, twoFactor })
  await securityRoutes(app, { db, passwords, twoFactor })
  await googleRoutes(app, db, settings)
  await teamRoutes(app, { db, kept })
  await profileRoutes(app, db)
  await organisationRoutes(app, db)
  await personalDataRoutes(app, { db, passwords, kept })
  await auditRoutes(app, db)
}
