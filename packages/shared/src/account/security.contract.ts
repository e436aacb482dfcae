import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { cursor, limit, dateTime } from '../core/wire.ts'
import { password, totpCode } from './auth.contract.ts'

const done = z.object({ success: z.literal(true), message: z.string() })
/** Shown once; each code replaces the authenticator app once. */
const recoveryCodes = z.object({ success: z.literal(true), recovery_codes: z.array(z.string()) })

export const changePassword = endpoint({
  method: 'POST',
  path: 'v2/auth/change-password',
  summary: "Change one's own password; every other session of one's own ends",
  access: 'member',
  needs: 'account.own',
  input: z.object({ current_password: password, new_password: password, confirm_password: password }),
  output: done,
})

export const setUpTwoFactor = endpoint({
  method: 'POST',
  path: 'v2/auth/2fa/setup',
  summary: 'A new secret for the authenticator app; nothing changes until a code of it is given',
  access: 'member',
  needs: 'account.own',
  input: z.object({ password }),
  output: z.object({
    success: z.literal(true),
    /** Base32, to type it in. */
    secret: z.string(),
    /** `otpauth://totp/…`, for a QR code. */
    uri: z.string(),
  }),
})

export const enableTwoFactor = endpoint({
  method: 'POST',
  path: 'v2/auth/2fa/enable',
  summary: 'Switch the second factor on with a code of the app that was set up',
  access: 'member',
  needs: 'account.own',
  input: z.object({ code: totpCode }),
  output: recoveryCodes,
})

export const disableTwoFactor = endpoint({
  method: 'POST',
  path: 'v2/auth/2fa/disable',
  summary: 'Switch the second factor off',
  access: 'member',
  needs: 'account.own',
  input: z.object({ password, code: z.string().trim().min(6).max(32) }),
  output: done,
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: 'v2/auth/2fa/recovery-codes',
  summary: 'New recovery codes; the old ones end',
  access: 'member',
  needs: 'account.own',
  input: z.object({ password, code: totpCode }),
  output: recoveryCodes,
})

export const Session = z.object({
  uuid: z.uuid(),
  /** Whether this is the caller's own session. */
  current: z.boolean(),
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: dateTime,
  last_seen_at: dateTime,
  expires_at: dateTime,
})
export type Session = z.infer<typeof Session>

export const listSessions = endpoint({
  method: 'GET',
  path: 'v2/auth/sessions',
  summary: 'Where one is signed in, the latest used first',
  access: 'member',
  input: z.object({}),
  output: z.object({ sessions: z.array(Session) }),
})

export const revokeSessions = endpoint({
  method: 'POST',
  path: 'v2/auth/sessions/revoke',
  summary: "End sessions of one's own: one by its uuid, or all but this one",
  access: 'member',
  needs: 'account.own',
  input: z.object({ uuid: z.uuid().optional() }),
  output: z.object({ success: z.literal(true), revoked: z.int() }),
})

export const AuditEntry = z.object({
  id: z.int(),
  at: dateTime,
  actor: z.string(),
  address: z.string().nullable(),
  action: z.string(),
  subject: z.string(),
  subject_uuid: z.uuid().nullable(),
  /** The values before and after, when the action changed something. */
  before: z.unknown(),
  after: z.unknown(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const listAudit = endpoint({
  method: 'GET',
  path: 'v2/app/audit-log',
  summary: 'The audit log of the organisation, the latest first',
  access: 'member',
  needs: 'audit.read',
  input: z.object({
    q: z.string().trim().max(100).optional(),
    actor: z.uuid().optional(),
    cursor: cursor.optional(),
    limit: limit(200, 50),
  }),
  output: z.object({ entries: z.array(AuditEntry), next_cursor: z.string().nullable() }),
})
