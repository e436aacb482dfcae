import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { openSession } from '@carapace/api/src/account/sign-in/sessions.queries.ts'
import { users } from '@carapace/shared/account/account.table'
import { createOrganisation } from '@carapace/shared/account/provision.queries'
import { callsOf } from '../support/timed-calls.ts'

const email = (side: string) => `load-test@${side}.example`

/**
 * An agreement between two organisations of an installation. Returns a session of an engineer of each side, and the
 * address of the table.
 */
export async function twoSides(url: string, databaseUrl: string) {
  const tokens = await engineersOf(databaseUrl, ['customer', 'supplier'])
  const [ours, theirs] = [callsOf(url, tokens[0]!), callsOf(url, tokens[1]!)]
  const { uuid } = await ours.post('v2/app/create-agreement', { title: 'Load test', side: 'customer' })
  const invited = { agreement_uuid: uuid, email: email('supplier'), name: 'Supplier' }
  await ours.post('v2/app/send-agreement', invited)
  const { invitations } = await theirs.get('v2/app/list-agreements')
  await theirs.post('v2/app/answer-agreement-invitation', { invitation_uuid: invitations[0].uuid, answer: 'accept' })
  return { tokens, address: `/org/interface-agreement/information-exchange?agreement=${uuid}` }
}

/** Makes an organisation with an engineer for each name; returns their tokens. */
async function engineersOf(databaseUrl: string, names: readonly string[]): Promise<readonly string[]> {
  const client = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
  try {
    const db = drizzle(client)
    const tokens: string[] = []
    for (const name of names) {
      const org = await createOrganisation(db, { name })
      const [{ uuid } = { uuid: '' }] = await db
        .insert(users)
        .values({
          orgUuid: org.uuid,
          role: 'ENGINEER',
          passwordHash: 'none',
          name: `${name} engineer`,
          email: email(name),
        })
        .returning()
      const from = { address: '127.0.0.1', userAgent: 'a load test' }
      tokens.push(await db.transaction((tx) => openSession(tx, org, uuid, from)))
    }
    return tokens
  } finally {
    await client.end()
  }
}
