import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { dateTime } from '../core/wire.ts'
import { roles } from '../modules.ts'
import { email, password } from './auth.contract.ts'

export const TeamMember = z.object({
  uuid: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  active: z.boolean(),
  /** Whether the member has a second factor; null for others than administrators and the member. */
  two_factor: z.boolean().nullable(),
  created_at: dateTime,
  last_seen_at: dateTime.nullable(),
  revision: z.int32(),
})
export type TeamMember = z.infer<typeof TeamMember>

export const Invitation = z.object({
  uuid: z.uuid(),
  email: z.string(),
  name: z.string(),
  role: z.enum(roles),
  invited_by: z.string(),
  created_at: dateTime,
  expires_at: dateTime,
  expired: z.boolean(),
})
export type Invitation = z.infer<typeof Invitation>

export const getTeam = endpoint({
  method: 'GET',
  path: 'v2/app/team',
  summary: 'All members of the organisation, including deactivated ones; for administrators also the invited persons',
  access: 'member',
  input: z.object({}),
  output: z.object({ members: z.array(TeamMember), invitations: z.array(Invitation) }),
})

export const inviteMember = endpoint({
  method: 'POST',
  path: 'v2/app/invite-team-member',
  summary: 'Invite a person: mails a link to set a password, with which the person becomes a member',
  access: 'member',
  needs: 'members.manage',
  input: z.object({ email, name: z.string().trim().min(1).max(100), role: z.enum(roles) }),
  output: z.object({ success: z.literal(true), message: z.string(), invitation: Invitation }),
})

export const resendInvitation = endpoint({
  method: 'POST',
  path: 'v2/app/invitations/resend',
  summary: 'Mail an invitation again; the link mailed before ends',
  access: 'member',
  needs: 'members.manage',
  input: z.object({ uuid: z.uuid() }),
  output: z.object({ success: z.literal(true), message: z.string(), invitation: Invitation }),
})

export const revokeInvitation = endpoint({
  method: 'POST',
  path: 'v2/app/invitations/revoke',
  summary: 'Take an invitation back',
  access: 'member',
  needs: 'members.manage',
  input: z.object({ uuid: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
})

export const updateMember = endpoint({
  method: 'POST',
  path: 'v2/app/update-member',
  summary: 'Give a member another role, deactivate or reactivate them, or take their second factor away',
  access: 'member',
  needs: 'members.manage',
  input: z.object({
    uuid: z.uuid(),
    revision: z.int32(),
    role: z.enum(roles).optional(),
    active: z.boolean().optional(),
    reset_two_factor: z.literal(true).optional(),
  }),
  output: z.object({ success: z.literal(true), member: TeamMember }),
})

export const eraseMember = endpoint({
  method: 'POST',
  path: 'v2/app/erase-member',
  summary: 'Erase a deactivated member\'s personal data; what they did stays, under "Former member"',
  access: 'member',
  needs: 'members.manage',
  input: z.object({ uuid: z.uuid(), revision: z.int32() }),
  output: z.object({ success: z.literal(true) }),
})

export const Profile = z.object({
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  job_title: z.string(),
  country: z.string(),
  mobile_number: z.string(),
  time_zone: z.string(),
  /** Null: the second factor is disabled. */
  two_factor_since: dateTime.nullable(),
  created_at: dateTime,
  revision: z.int32(),
})
export type Profile = z.infer<typeof Profile>

export const getProfile = endpoint({
  method: 'GET',
  path: 'v2/app/profile',
  summary: "One's own profile",
  access: 'member',
  input: z.object({}),
  output: z.object({ profile: Profile }),
})

export const saveProfile = endpoint({
  method: 'POST',
  path: 'v2/app/save-profile',
  summary: "Change one's own profile",
  access: 'member',
  needs: 'account.own',
  input: z.object({
    revision: z.int32(),
    /** Long enough for the first and last name of a registration. */
    name: z.string().trim().min(1).max(121),
    job_title: z.string().trim().max(100).default(''),
    country: z.string().trim().max(100).default(''),
    mobile_number: z
      .string()
      .regex(/^\d{0,15}$/, 'Digits only.')
      .default(''),
    /** An IANA zone: `Asia/Kolkata`. */
    time_zone: z.string().min(1).max(64),
  }),
  output: z.object({ success: z.literal(true), profile: Profile }),
})

export const exportMyData = endpoint({
  method: 'GET',
  path: 'v2/app/my-data',
  summary: 'All stored data about the caller, as JSON for download',
  access: 'member',
  input: z.object({}),
  output: z.object({ exported_at: dateTime, data: z.record(z.string(), z.unknown()) }),
})

export const eraseMyself = endpoint({
  method: 'POST',
  path: 'v2/app/erase-me',
  summary: "Erase one's own account and personal data; the last administrator cannot",
  access: 'member',
  needs: 'account.own',
  input: z.object({ password }),
  output: z.object({ success: z.literal(true), message: z.string() }),
})
