import { asc, eq } from 'drizzle-orm'
import { plans } from '@carapace/shared/account/account.table'
import type { AnyDatabase } from '@carapace/shared/core/time-series/time-series.queries'
import { type Licence, licences } from '@carapace/shared/modules'
import { defaultPlans } from '../installation/default-plans.ts'
import { Refusal } from '../refusal.ts'
import { requiredOption, count, type Command } from './command.ts'

type Plan = typeof plans.$inferSelect

const dayMs = 86_400_000

export const planCommands: Record<string, Command> = {
  'plan list': async ({ db }) => {
    const rows = await db.select().from(plans).orderBy(asc(plans.amount), asc(plans.name))
    return rows.map(lineOf).join('\n') || 'There is no plan yet: `plan defaults` makes some.'
  },

  'plan defaults': async ({ db }) => {
    const added = await insertDefaultPlans(db)
    return added === 0 ? 'They are all there.' : `${added} plans added.`
  },

  'plan save': async ({ db, values }) => {
    const fields = {
      description: values.description,
      amount: count(values.amount, 'amount', 0),
      allowedDays: count(requiredOption(values, 'days'), 'days', 1),
      features: values.feature ?? [],
      modules: modulesNamed(values.modules ?? 'all'),
    }
    const [row] = await db
      .insert(plans)
      .values({ name: requiredOption(values, 'name'), ...fields })
      .onConflictDoUpdate({ target: plans.name, set: fields })
      .returning()
    return lineOf(row!)
  },

  'plan delete': async ({ db, values }) => {
    const plan = await planNamed(db, requiredOption(values, 'name'))
    await db.delete(plans).where(eq(plans.uuid, plan.uuid))
    return `${plan.name} is not offered any more. Licences that it brought stay as they are.`
  },
}

/** Adds the default plans that do not exist yet, and returns how many it added. */
export async function insertDefaultPlans(db: AnyDatabase): Promise<number> {
  const rows = defaultPlans.map(({ features, modules, ...plan }) => ({
    ...plan,
    features: [...features],
    modules: [...modules],
  }))
  return (await db.insert(plans).values(rows).onConflictDoNothing().returning({ uuid: plans.uuid })).length
}

export async function planNamed(db: AnyDatabase, name: string): Promise<Plan> {
  const [plan] = await db.select().from(plans).where(eq(plans.name, name))
  if (!plan) throw new Refusal(`There is no plan named ${name} (see plan list).`)
  return plan
}

/** The licence fields that an organisation gets from a plan, starting now. */
export function licenceOfPlan({ uuid, amount, allowedDays, modules }: Plan) {
  return { planUuid: uuid, modules, isDemoMode: amount === 0, licenceUntil: new Date(Date.now() + allowedDays * dayMs) }
}

/** Parses `A,B`, `all` or `none` as licences. */
export function modulesNamed(list: string): Licence[] {
  if (list === 'all') return [...licences]
  const named = list === 'none' ? [] : list.split(',').map((name) => name.trim())
  const unknown = named.filter((name) => !licences.some((licence) => licence === name))
  if (unknown.length > 0)
    throw new Refusal(`--modules: there is no ${unknown.join(', ')}. There are ${licences.join(', ')}.`)
  return named as Licence[]
}

function lineOf({ name, amount, allowedDays, modules }: Plan): string {
  return `${name}: ${amount} a year, ${allowedDays} days, ${modules.join(' ')}`
}
