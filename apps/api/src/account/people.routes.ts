import type { FastifyInstance } from 'fastify'
import type { Database } from '../core/db.ts'
import type { KeptAbout } from '../core/personal-data.queries.ts'
import type { CheckCaptcha } from '../core/recaptcha.ts'
import type { Settings } from '../core/settings.ts'
import { auditRoutes } from './audit.routes.ts'
import { authRoutes } from './auth.routes.ts'
import { googleRoutes } from './google.routes.ts'
import { organisationRoutes } from './organisation.routes.ts'
import { createPasswordCheck } from './password-check.ts'
import { personalDataRoutes } from './personal-data.routes.ts'
import { profileRoutes } from './profile.routes.ts'
import { securityRoutes } from './security.routes.ts'
import { teamRoutes } from './team.routes.ts'
import { createTwoFactor } from './two-factor.ts'

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
