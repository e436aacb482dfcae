import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { licences, roles } from '../modules.ts'

/** How long a password may be: longer ones are refused before they cost a hash. */
const password = z.string().min(1).max(256)

export const Organization = z.object({
  name: z.string(),
  is_demo_mode: z.boolean(),
  license: z.object({
    days_left: z.number(),
    is_active: z.boolean(),
    is_expired: z.boolean(),
    modules: z.array(z.enum(licences)),
  }),
})
export type Organization = z.infer<typeof Organization>

/** The signed-in person, as the console keeps it. */
export const SessionUser = z.object({
  access_token: z.string(),
  uuid: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  organization: Organization,
})
export type SessionUser = z.infer<typeof SessionUser>

export const login = endpoint({
  method: 'POST',
  path: 'v2/auth/login',
  summary: 'Sign in with an email and a password',
  access: 'public',
  input: z.object({ email: z.string().trim().toLowerCase().max(254), password, recaptcha_token: z.string().max(4096).nullish() }),
  output: z.object({ needs_2fa: z.boolean(), two_factor_token: z.string().nullable(), user: SessionUser.nullable() }),
})

export const logout = endpoint({
  method: 'POST',
  path: 'v2/auth/logout',
  summary: 'End this session',
  access: 'member',
  input: z.object({}),
  output: z.object({ success: z.literal(true) }),
})

export const whoAmI = endpoint({
  method: 'GET',
  path: 'v2/auth/session',
  summary: 'The signed-in person and their organisation, as they are now',
  access: 'member',
  input: z.object({}),
  output: z.object({ user: SessionUser.omit({ access_token: true }) }),
})

export const listMembers = endpoint({
  method: 'GET',
  path: 'v2/app/get-members',
  summary: 'The people of the organisation, for choosing an owner',
  access: 'member',
  input: z.object({}),
  output: z.object({
    members: z.array(z.object({ uuid: z.uuid(), name: z.string(), email: z.string(), role: z.enum(roles) })),
  }),
})
