import type { FastifyInstance } from 'fastify'
import type { Deps } from '../module.ts'
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

/** Routes about people: sign-in, security, teams, profiles, their personal data. */
export async function peopleRoutes(
  app: FastifyInstance,
  { db, settings, captcha, personalData }: Pick<Deps, 'db' | 'settings' | 'captcha' | 'personalData'>,
): Promise<void> {
  const passwords = await createPasswordCheck(db)
  const twoFactor = createTwoFactor(db, settings)
  await authRoutes(app, { db, captcha, passwords, twoFactor })
  await securityRoutes(app, { db, passwords, twoFactor })
  await googleRoutes(app, db, settings)
  await teamRoutes(app, { db, personalData })
  await profileRoutes(app, db)
  await organisationRoutes(app, db)
  await personalDataRoutes(app, { db, passwords, personalData })
  await auditRoutes(app, db)
}
