import { eq } from 'drizzle-orm'
import { organisations } from '@carapace/shared/account/account.table'
import { daysLeft } from '@carapace/shared/account/licence'
import { Refusal } from '../refusal.ts'
import { count, type Command, note, organisationNamed, type OptionValues, yesOrNo } from './command.ts'
import { licenceOfPlan, modulesNamed, planNamed } from './plans.ts'

type Organisation = typeof organisations.$inferSelect
type Licence = Pick<Organisation, 'licenceActive' | 'licenceUntil' | 'isDemoMode' | 'modules' | 'planUuid'>

const dayMs = 86_400_000

export const licenceCommands: Record<string, Command> = {
  'licence show': async ({ db, values }) => {
    const org = await organisationNamed(db, values)
    const [row] = await db.select().from(organisations).where(eq(organisations.uuid, org.uuid))
    return described(row!)
  },

  'licence set': async ({ db, values }) => {
    const org = await organisationNamed(db, values)
    const plan = values.plan === undefined ? undefined : await planNamed(db, values.plan)
    const change: Partial<Licence> = { ...(plan && licenceOfPlan(plan)), ...changeIn(values) }
    if (Object.keys(change).length === 0)
      throw new Refusal('Say what to set: --plan, --modules, --until, --days, --active or --demo.')
    return db.transaction(async (tx) => {
      const [before] = await tx.select().from(organisations).where(eq(organisations.uuid, org.uuid)).for('update')
      const [after] = await tx
        .update(organisations)
        .set({ ...change, revision: before!.revision + 1 })
        .where(eq(organisations.uuid, org.uuid))
        .returning()
      await note(tx, org, 'set licence', { before: licenceOf(before!), after: licenceOf(after!) })
      return described(after!)
    })
  },
}

function changeIn({ modules, until, days, active, demo }: OptionValues): Partial<Licence> {
  return {
    ...(modules !== undefined && { modules: modulesNamed(modules) }),
    ...(until !== undefined && { licenceUntil: until === 'never' ? null : dateIn(until) }),
    ...(days !== undefined && { licenceUntil: new Date(Date.now() + count(days, 'days', 0) * dayMs) }),
    ...(active !== undefined && { licenceActive: yesOrNo(active, 'active') }),
    ...(demo !== undefined && { isDemoMode: yesOrNo(demo, 'demo') }),
  }
}

function dateIn(text: string): Date {
  const date = new Date(text)
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(date.getTime()))
    throw new Refusal(`--until wants a date such as 2027-03-31, or never, not "${text}".`)
  return date
}

function licenceOf({ licenceActive, licenceUntil, isDemoMode, modules, planUuid }: Licence): Licence {
  return { licenceActive, licenceUntil, isDemoMode, modules, planUuid }
}

function described({ name, licenceActive, licenceUntil, isDemoMode, modules }: Organisation): string {
  const until =
    licenceUntil === null
      ? 'without an end'
      : `until ${licenceUntil.toISOString()} (${daysLeft(licenceUntil, new Date())} days left)`
  return (
    `${name}: ${licenceActive ? 'active' : 'withdrawn'}, ` +
    `${until}${isDemoMode ? ', demo' : ''}\n${modules.join(' ') || 'no module'}`
  )
}
