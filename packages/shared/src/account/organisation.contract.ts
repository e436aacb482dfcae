import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { dateTime } from '../core/wire.ts'
import { licences } from '../modules.ts'

export const OrganisationSettings = z.object({
  name: z.string(),
  /** Older events are not shown; null: events are shown for as long as the installation keeps them. */
  retention_days: z.int().nullable(),
  /** A session ends this many days after its last use. */
  session_days: z.int(),
  plan: z.string().nullable(),
  is_demo_mode: z.boolean(),
  licence_until: dateTime.nullable(),
  modules: z.array(z.enum(licences)),
  created_at: dateTime,
  revision: z.int32(),
})
export type OrganisationSettings = z.infer<typeof OrganisationSettings>

export const getOrganisation = endpoint({
  method: 'GET',
  path: 'v2/app/organisation',
  summary: "The organisation's settings and licence",
  access: 'member',
  input: z.object({}),
  output: z.object({ organisation: OrganisationSettings }),
})

export const saveOrganisation = endpoint({
  method: 'POST',
  path: 'v2/app/save-organisation',
  summary: "Change the organisation's settings",
  access: 'member',
  needs: 'organisation.manage',
  input: z.object({
    revision: z.int32(),
    name: z.string().trim().min(1).max(100),
    retention_days: z.int().min(1).max(3_650).nullable(),
    session_days: z.int().min(1).max(180),
  }),
  output: z.object({ success: z.literal(true), organisation: OrganisationSettings }),
})

/** A plan that a customer can buy. A feature that ends in "(not included)" is shown as missing from the plan. */
export const Plan = z.object({
  uuid: z.uuid(),
  name: z.string(),
  description: z.string(),
  /** Price per year, in whole units of the installation's currency; 0: a demo. */
  amount: z.number(),
  allowed_days: z.int(),
  features: z.array(z.string()),
  /** The plan's modules that this version does not have yet, by their titles. */
  planned: z.array(z.string()),
})
export type Plan = z.infer<typeof Plan>

export const listPlans = endpoint({
  method: 'GET',
  path: 'app/plans',
  summary: 'The plans that an organisation may choose from',
  access: 'public',
  input: z.object({}),
  output: z.object({ plans: z.array(Plan) }),
})
