import { agreementParties, agreements, agreementTeam } from '@carapace/shared/interface-agreement/agreements.table'
import type { Access } from '@carapace/shared/interface-agreement/access'
import { Cover, defaultGlossary } from '@carapace/shared/interface-agreement/cover'
import {
  begun,
  figuresOf,
  isNegotiated,
  type Negotiation,
  stored,
} from '@carapace/shared/interface-agreement/negotiation'
import type { RowValues, Side } from '@carapace/shared/interface-agreement/row'
import { agreementTemplate } from '@carapace/shared/interface-agreement/template'
import type { Role } from '@carapace/shared/modules'

import type { Installation, Organisation } from '../support/installation.ts'

/** The number of the row with a reference such as WP-09-02 in the shipped template. */
export function rowOf(code: string): number {
  const found = agreementTemplate.find((row) => !row.is_heading && row.iso_reference === code)
  if (!found) throw new Error(`The template has no ${code}.`)
  return found.id
}

/** What the members of both organisations may see, by their role in the organisation. */
const accessOf: Record<Role, Access> = { ADMIN: 'named', ENGINEER: 'member', VIEWER: 'third-party', ANALYST: 'contact' }

interface Agreed {
  readonly title?: string
  /** Values of rows, by their number. */
  readonly rows?: Readonly<Record<number, Partial<RowValues>>>
  /** The rows that third parties are invited for. */
  readonly thirdParty?: readonly number[]
  readonly cover?: Partial<Cover>
  readonly programs?: Partial<Record<Side, string>>
  /** False: the supplier was not invited yet. */
  readonly isJoined?: boolean
}

let numbers = 0

/**
 * An agreement between two organisations with these values, to all of which both sides agreed. Of each organisation the
 * administrator may see what is highly confidential, the engineer is a member, the viewer a third party, and the
 * analyst a contact.
 */
export async function agreedBetween(
  { db }: Pick<Installation, 'db'>,
  customer: Organisation,
  supplier: Organisation,
  { title = 'Door module', rows = {}, thirdParty = [], cover = {}, programs = {}, isJoined = true }: Agreed = {},
): Promise<string> {
  const number = ++numbers
  const negotiation = negotiated(rows, isJoined)
  const [{ uuid: agreementUuid }] = (await db
    .insert(agreements)
    .values({
      orgUuid: customer.org.uuid,
      number,
      side: 'customer',
      title,
      cover: Cover.parse(cover),
      glossary: [...defaultGlossary],
      negotiation: stored(negotiation),
      figures: figuresOf(negotiation),
      sentAt: isJoined ? new Date() : null,
      createdBy: 'Somebody',
    })
    .returning({ uuid: agreements.uuid })) as [{ uuid: string }]
  const sides: readonly [Side, Organisation][] = isJoined
    ? [
        ['customer', customer],
        ['supplier', supplier],
      ]
    : [['customer', customer]]
  for (const [side, { org, members }] of sides) {
    await db
      .insert(agreementParties)
      .values({ agreementUuid, side, orgUuid: org.uuid, programUuid: programs[side] ?? null })
    await db
      .insert(agreementTeam)
      .values(
        Object.values(members).map(({ uuid: userUuid, role }) => ({
          agreementUuid,
          orgUuid: org.uuid,
          side,
          userUuid,
          name: role,
          role,
          access: accessOf[role],
          rows: role === 'VIEWER' ? [...thirdParty] : [],
        })),
      )
  }
  return agreementUuid
}

/** The shipped rows with these values; both sides agree to all of them. */
function negotiated(values: Readonly<Record<number, Partial<RowValues>>>, isSent: boolean): Negotiation {
  const { rows } = begun(agreementTemplate)
  const agreed = new Map(rows)
  for (const [id, row] of rows) {
    if (!isNegotiated(row)) continue
    agreed.set(id, { ...row, row: { ...row.row, ...values[id] }, acceptedBy: ['customer', 'supplier'] })
  }
  return { isSent, rows: agreed }
}
