import { asc } from 'drizzle-orm'
import { plans } from '@carapace/shared/account/account.table'
import type { Plan } from '@carapace/shared/account/organisation.contract'
import { plannedTitles } from '@carapace/shared/modules'
import type { Database } from '../../core/db.ts'

const listed = 100

/** All plans, the cheapest first. Across organisations: all of them choose from the same plans. */
export async function plansOffered(db: Database): Promise<Plan[]> {
  const { uuid, name, description, amount, allowedDays, features, modules } = plans
  const rows = await db
    .select({ uuid, name, description, amount, allowed_days: allowedDays, features, modules })
    .from(plans)
    .orderBy(asc(amount), asc(name))
    .limit(listed)
  return rows.map(({ modules: licensed, ...plan }) => ({ ...plan, planned: plannedTitles(licensed) }))
}
