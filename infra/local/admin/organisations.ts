import { organisations } from '@carapace/shared/account/account.table'
import { createKey, createOrganisation } from '@carapace/shared/account/provision.queries'
import { requiredOption, type Command, note, organisationNamed } from './command.ts'
import { licenceOfPlan, planNamed } from './plans.ts'

export const organisationCommands: Record<string, Command> = {
  'organisation list': async ({ db }) => {
    const rows = await db
      .select({ name: organisations.name, uuid: organisations.uuid })
      .from(organisations)
      .orderBy(organisations.id)
    return rows.map(({ name, uuid }) => `${uuid}  ${name}`).join('\n') || 'There is no organisation yet.'
  },

  'organisation create': async ({ db, values }) => {
    const name = requiredOption(values, 'name')
    const plan = values.plan === undefined ? undefined : await planNamed(db, values.plan)
    const org = await createOrganisation(db, { name, ...(plan && licenceOfPlan(plan)) })
    await note(db, org, 'create organisation', { subjectUuid: org.uuid, after: { name, plan: plan?.name ?? null } })
    return (
      `Organisation ${org.uuid} is there, ` +
      `${plan ? `with the plan ${plan.name}` : 'with every module and no end'}. Next: user create.`
    )
  },

  'key create': async ({ db, values }) => {
    const name = requiredOption(values, 'name')
    const org = await organisationNamed(db, values)
    return db.transaction(async (tx) => {
      const { key, row } = await createKey(tx, org, { name, createdBy: 'operator' })
      await note(tx, org, 'create ingest key', { subject: 'ingest key', subjectUuid: row.uuid })
      return `${key}\nIt is shown this once.`
    })
  },
}
